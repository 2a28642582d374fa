//! Heads of requests: parsing, and the conditions on which they are refused.

use httparse::{EMPTY_HEADER, Request, Status as Progress};

/// Maximum size of a head in bytes.
pub(super) const MOST_HEAD: usize = 8 * 1024;
/// Maximum size of a body in bytes.
pub(super) const MOST_BODY: usize = 64 * 1024;
/// Maximum number of fields of a head.
const MOST_FIELDS: usize = 64;

/// The status of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Ok,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    LengthRequired,
    ContentTooLarge,
    UnsupportedMediaType,
    Misdirected,
    HeadTooLarge,
    NotImplemented,
    Unavailable,
}

impl Status {
    pub(super) fn code(self) -> u16 {
        self.parts().0
    }

    /// The code, and its reason phrase.
    pub(super) fn parts(self) -> (u16, &'static str) {
        match self {
            Self::Ok => (200, "OK"),
            Self::BadRequest => (400, "Bad Request"),
            Self::Forbidden => (403, "Forbidden"),
            Self::NotFound => (404, "Not Found"),
            Self::MethodNotAllowed => (405, "Method Not Allowed"),
            Self::RequestTimeout => (408, "Request Timeout"),
            Self::LengthRequired => (411, "Length Required"),
            Self::ContentTooLarge => (413, "Content Too Large"),
            Self::UnsupportedMediaType => (415, "Unsupported Media Type"),
            Self::Misdirected => (421, "Misdirected Request"),
            Self::HeadTooLarge => (431, "Request Header Fields Too Large"),
            Self::NotImplemented => (501, "Not Implemented"),
            Self::Unavailable => (503, "Service Unavailable"),
        }
    }
}

/// A method that the server supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Post,
}

/// The parts of a head that the server uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) method: Method,
    pub(super) path: String,
    host: String,
    origin: Option<String>,
    /// The origin of the request, as the browser classifies it in `Sec-Fetch-Site`.
    site: Option<String>,
    is_json: bool,
    /// Size of the body in bytes.
    pub(super) body: usize,
    /// Size of the head in bytes.
    pub(super) len: usize,
}

impl Head {
    /// Parses a head; `None` if it is incomplete.
    pub(super) fn parse(bytes: &[u8]) -> Result<Option<Self>, Status> {
        let mut fields = [EMPTY_HEADER; MOST_FIELDS];
        let mut request = Request::new(&mut fields);
        let len = match request.parse(&bytes[..bytes.len().min(MOST_HEAD)]) {
            Ok(Progress::Complete(len)) => len,
            Ok(Progress::Partial) if bytes.len() < MOST_HEAD => return Ok(None),
            Ok(Progress::Partial) | Err(httparse::Error::TooManyHeaders) => return Err(Status::HeadTooLarge),
            Err(_) => return Err(Status::BadRequest),
        };
        Self::of(&request, len).map(Some)
    }

    fn of(request: &Request<'_, '_>, len: usize) -> Result<Self, Status> {
        let method = match request.method {
            Some("GET") => Method::Get,
            Some("POST") => Method::Post,
            _ => return Err(Status::MethodNotAllowed),
        };
        if field(request, "transfer-encoding")?.is_some() || field(request, "expect")?.is_some() {
            return Err(Status::NotImplemented);
        }
        let body = match (method, field(request, "content-length")?) {
            (Method::Get, None | Some("0")) => 0,
            (Method::Get, Some(_)) => return Err(Status::BadRequest),
            (Method::Post, None) => return Err(Status::LengthRequired),
            (Method::Post, Some(digits)) => length(digits)?,
        };
        let essence =
            |ty: &str| ty.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json");
        Ok(Self {
            method,
            path: request.path.unwrap_or_default().to_owned(),
            host: field(request, "host")?.ok_or(Status::BadRequest)?.to_ascii_lowercase(),
            origin: field(request, "origin")?.map(str::to_owned),
            site: field(request, "sec-fetch-site")?.map(str::to_owned),
            is_json: field(request, "content-type")?.is_some_and(essence),
            body,
            len,
        })
    }

    /// Returns the path after the token if the request may be answered: if it addresses this server, comes from its own page or from no
    /// page, has the token, and is JSON if it is posted.
    pub(super) fn permitted(&self, hosts: &[String], token: &str) -> Result<&str, Status> {
        if !hosts.contains(&self.host) {
            return Err(Status::Misdirected);
        }
        // The origin of the own page is the name by which the browser requested it.
        let is_own = |origin: &String| origin.strip_prefix("http://") == Some(self.host.as_str());
        if !self.origin.as_ref().is_none_or(is_own) {
            return Err(Status::Forbidden);
        }
        // `none` is an address that was typed in, or a link from outside the browser.
        if !matches!(self.site.as_deref(), None | Some("same-origin" | "none")) {
            return Err(Status::Forbidden);
        }
        let (own, rest) = self.path.strip_prefix('/').and_then(|path| path.split_once('/')).ok_or(Status::NotFound)?;
        if !is_equal(own, token) {
            return Err(Status::NotFound);
        }
        // Forms of other pages can post, but not as JSON.
        if self.method == Method::Post && !self.is_json {
            return Err(Status::UnsupportedMediaType);
        }
        Ok(rest)
    }
}

/// The value of a field, whose name is compared without case. None of the fields that are read here may occur twice.
fn field<'h>(request: &Request<'h, '_>, name: &str) -> Result<Option<&'h str>, Status> {
    let mut own = request.headers.iter().filter(|field| field.name.eq_ignore_ascii_case(name));
    let Some(first) = own.next() else { return Ok(None) };
    if own.next().is_some() {
        return Err(Status::BadRequest);
    }
    std::str::from_utf8(first.value).map(|value| Some(value.trim())).map_err(|_| Status::BadRequest)
}

/// Parses the length of a body: digits only. (Parsing a number would also accept a sign.)
fn length(digits: &str) -> Result<usize, Status> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(Status::BadRequest);
    }
    digits.parse().ok().filter(|length| *length <= MOST_BODY).ok_or(Status::ContentTooLarge)
}

/// Compares all bytes, so that the time does not reveal how many of them are right.
fn is_equal(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (one, other)| differ | one ^ other);
    one.len() == other.len() && std::hint::black_box(differ) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTS: [&str; 2] = ["127.0.0.1:80", "localhost:80"];

    fn head(text: &str) -> Result<Option<Head>, u16> {
        Head::parse(text.replace('\n', "\r\n").as_bytes()).map_err(Status::code)
    }

    fn permitted(text: &str) -> Result<String, u16> {
        let hosts = HOSTS.map(str::to_owned);
        let head = head(text)?.expect("it is complete");
        head.permitted(&hosts, "secret").map(str::to_owned).map_err(Status::code)
    }

    #[test]
    fn a_head_is_complete_at_the_empty_line() {
        let whole = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        for len in 0..whole.len() {
            assert_eq!(Head::parse(&whole.as_bytes()[..len]), Ok(None), "{len}");
        }
        assert_eq!(Head::parse(whole.as_bytes()).unwrap().unwrap().len, whole.len());
        let with_body = format!("{whole}body");
        assert_eq!(Head::parse(with_body.as_bytes()).unwrap().unwrap().len, whole.len());
    }

    /// Tests requests with flipped bits, repeated and missing parts.
    #[test]
    fn any_bytes_are_read_or_refused() {
        let whole = b"POST /secret/ask HTTP/1.1\r\nHost: localhost:80\r\nOrigin: http://localhost:80\r\nContent-Length: 2\r\n\r\n[]";
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap_or_default() % below
        };
        let mut outcomes = std::collections::BTreeSet::new();
        for _ in 0..100_000 {
            let mut bytes = whole.to_vec();
            for _ in 0..random(4) {
                let at = random(bytes.len());
                match random(3) {
                    0 => bytes[at] ^= 1 << random(8),
                    1 => bytes.truncate(at + 1),
                    _ => bytes.extend_from_within(..at),
                }
            }
            let head = Head::parse(&bytes);
            assert!(
                head.as_ref().is_ok_and(|head| head.as_ref().is_none_or(|head| head.len <= bytes.len()))
                    || head.is_err()
            );
            outcomes.insert(head.map(|head| head.is_some()).map_err(Status::code));
        }
        assert!(outcomes.len() > 4, "{outcomes:?}");
    }

    #[test]
    fn heads_beyond_their_bounds_are_refused() {
        let long = |len: usize| format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}\r\n\r\n", "y".repeat(len));
        let others = long(0).len();
        assert!(Head::parse(long(MOST_HEAD - others - 1).as_bytes()).unwrap().is_some());
        assert!(Head::parse(long(MOST_HEAD - others).as_bytes()).unwrap().is_some());
        assert_eq!(Head::parse(long(MOST_HEAD - others + 1).as_bytes()), Err(Status::HeadTooLarge));
        assert_eq!(Head::parse("G".repeat(MOST_HEAD - 1).as_bytes()), Ok(None));
        assert_eq!(Head::parse("G".repeat(MOST_HEAD).as_bytes()), Err(Status::HeadTooLarge));
        let many = |count: usize| format!("GET / HTTP/1.1\n{}\n", "X: y\n".repeat(count - 1) + "Host: a\n");
        assert!(head(&many(MOST_FIELDS - 1)).unwrap().is_some());
        assert!(head(&many(MOST_FIELDS)).unwrap().is_some());
        assert_eq!(head(&many(MOST_FIELDS + 1)), Err(431));
    }

    #[test]
    fn lengths_of_bodies_are_digits_within_a_bound() {
        let post = |length: &str| head(&format!("POST / HTTP/1.1\nHost: a\nContent-Length: {length}\n\n"));
        for good in [0, 1, MOST_BODY - 1, MOST_BODY] {
            assert_eq!(post(&good.to_string()).unwrap().unwrap().body, good);
        }
        for huge in ["65537", "99999999999", "99999999999999999999999999999999"] {
            assert_eq!(post(huge), Err(413), "{huge}");
        }
        for wrong in ["", "-1", "+1", "1 2", "0x10", "1,1"] {
            assert_eq!(post(wrong), Err(400), "{wrong}");
        }
        assert_eq!(head("POST / HTTP/1.1\nHost: a\n\n"), Err(411));
        assert_eq!(head("GET / HTTP/1.1\nHost: a\nContent-Length: 5\n\n"), Err(400));
    }

    #[test]
    fn fields_that_could_be_read_in_two_ways_are_refused() {
        assert_eq!(head("GET / HTTP/1.1\nHost: a\nhost: b\n\n"), Err(400));
        assert_eq!(head("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nContent-Length: 1\n\n"), Err(400));
        assert_eq!(head("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nTransfer-Encoding: chunked\n\n"), Err(501));
        assert_eq!(head("GET / HTTP/1.1\n\n"), Err(400), "without a host");
        assert_eq!(head("PUT / HTTP/1.1\nHost: a\n\n"), Err(405));
        assert_eq!(head("\u{0}\u{1}\u{2}"), Err(400));
    }

    #[test]
    fn the_own_page_is_permitted() {
        for host in HOSTS {
            let get = format!("GET /secret/page HTTP/1.1\nHost: {host}\n");
            assert_eq!(permitted(&format!("{get}\n")), Ok("page".into()));
            assert_eq!(
                permitted(&format!("{get}Origin: http://{host}\nSec-Fetch-Site: same-origin\n\n")),
                Ok("page".into())
            );
            assert_eq!(permitted(&format!("{get}Sec-Fetch-Site: none\n\n")), Ok("page".into()));
        }
    }

    #[test]
    fn other_hosts_origins_and_tokens_are_refused() {
        for host in ["evil.example", "127.0.0.1", "127.0.0.1:81", "127.0.0.1:80.evil.example", "[::1]:80", ""] {
            assert_eq!(permitted(&format!("GET /secret/ HTTP/1.1\nHost: {host}\n\n")), Err(421), "{host}");
        }
        let get = "GET /secret/ HTTP/1.1\nHost: 127.0.0.1:80\n";
        for origin in
            ["null", "http://evil.example", "https://127.0.0.1:80", "http://127.0.0.1", "http://localhost:80", ""]
        {
            assert_eq!(permitted(&format!("{get}Origin: {origin}\n\n")), Err(403), "{origin}");
        }
        for site in ["cross-site", "same-site", "other"] {
            assert_eq!(permitted(&format!("{get}Sec-Fetch-Site: {site}\n\n")), Err(403), "{site}");
        }
        for path in ["/", "//", "/secre/", "/secrets/", "/Secret/", "/secret", "secret/", "/secres/page", "*"] {
            assert_eq!(permitted(&format!("GET {path} HTTP/1.1\nHost: 127.0.0.1:80\n\n")), Err(404), "{path}");
        }
    }

    #[test]
    fn only_json_can_be_posted() {
        let post =
            |ty: &str| permitted(&format!("POST /secret/ask HTTP/1.1\nHost: localhost:80\nContent-Length: 2\n{ty}\n"));
        assert_eq!(post("Content-Type: application/json\n"), Ok("ask".into()));
        assert_eq!(post("Content-Type: Application/JSON; charset=utf-8\n"), Ok("ask".into()));
        for other in ["", "Content-Type: text/plain\n", "Content-Type: application/x-www-form-urlencoded\n"] {
            assert_eq!(post(other), Err(415), "{other}");
        }
    }
}
