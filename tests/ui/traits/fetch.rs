use ecs_world::__private::{Fetch, ReadFetch};

struct Mine;

impl Fetch for Mine {}

impl ReadFetch for Mine {}

fn main() {}
