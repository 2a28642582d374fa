//! What the pages of the book refer to: links, names of the API, files, what the compiler says, and pictures.

#[path = "book/links.rs"]
mod links;
#[path = "book/pages.rs"]
mod pages;
#[path = "book/pictures.rs"]
mod pictures;
