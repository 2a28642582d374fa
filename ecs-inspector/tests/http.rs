//! Requests that the server answers, and requests that it refuses.
#![allow(missing_docs, unreachable_pub, reason = "the game here is for tests alone")]
#![allow(clippy::unwrap_used, dead_code, reason = "the functions here are parts of tests")]

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use common::{Game, Health, frame};
use ecs_inspector::{Inspector, Settings};
use serde_json::{Value, json};

/// A game that runs on its own thread, with an inspector.
struct Running {
    host: String,
    token: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(settings: Settings) -> Self {
        let mut inspector = Inspector::<Game>::attach(settings).expect("a port is free");
        let url = inspector.url().expect("the inspector has a server");
        let (host, token) = url
            .strip_prefix("http://")
            .and_then(|url| url.split_once('/'))
            .expect("the URL is an address with a token");
        let (host, token) = (host.to_owned(), token.trim_end_matches('/').to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut game = Game::default();
            game.spawn(Health(1_000_000));
            while !stopped.load(Ordering::Acquire) {
                frame(&mut inspector, &mut game);
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        Self { host, token, stop, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends bytes, and returns the status and the body of the response.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // The server may refuse the request before it is written completely.
        let _ = stream.write_all(bytes);
        answer(&mut stream)
    }

    fn get(&self, path: &str, fields: &str) -> (u16, String) {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{fields}\r\n", self.host).as_bytes())
    }

    fn post(&self, body: &str, fields: &str) -> (u16, String) {
        let (token, host, length) = (&self.token, &self.host, body.len());
        let head = format!("POST /{token}/ask HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{fields}\r\n");
        self.send(format!("{head}{body}").as_bytes())
    }

    fn ask(&self, requests: &Value) -> Value {
        let (status, body) = self.post(&requests.to_string(), "Content-Type: application/json\r\n");
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("the body is JSON")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the game panicked");
        }
    }
}

/// The status and the body of a response; 0 if the connection is closed without one.
fn answer(stream: &mut TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    // Bytes that arrived before a reset are still read.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok()).unwrap_or(0);
    (status, text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
}

#[test]
fn the_page_is_complete_and_loads_no_other_resource() {
    let game = Running::start(Settings::new());
    let (status, page) = game.get(&format!("/{}/", game.token), "");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    let outside = ["src=", "@import", "url(", "https://", "import("];
    assert!(outside.iter().all(|word| !page.contains(word)), "the page loads no other resource");
    assert_eq!(page.matches("http://").count(), page.matches("http://www.w3.org/2000/svg").count());
}

#[test]
fn requests_are_answered_in_their_order() {
    let game = Running::start(Settings::new().editable(true));
    let answers = game.ask(&json!([{ "ask": "status" }, { "ask": "pause" }, { "ask": "status" }]));
    assert_eq!(
        (&answers[0]["paused"], &answers[1]["is"], &answers[2]["paused"]),
        (&json!(false), &json!("done"), &json!(true))
    );
    assert_eq!(game.ask(&json!([])), json!([]));
    let set = json!([{ "ask": "set", "entity": [0, 1], "component": "Health", "path": [], "value": 5 }, { "ask": "entity", "entity": [0, 1] }]);
    assert_eq!(game.ask(&set)[1]["components"][0]["value"], 5);
}

#[test]
fn responses_forbid_other_origins_and_embedding() {
    let game = Running::start(Settings::new());
    let mut stream = game.connect();
    write!(stream, "GET /{}/ HTTP/1.1\r\nHost: {}\r\n\r\n", game.token, game.host).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let head = text.split_once("\r\n\r\n").unwrap().0.to_ascii_lowercase();
    assert!(!head.contains("access-control"), "{head}");
    for field in [
        "content-security-policy: default-src 'none'",
        "x-frame-options: deny",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "connection: close",
    ] {
        assert!(head.contains(field), "{field}");
    }
}

#[test]
fn other_origins_hosts_and_tokens_are_refused() {
    let game = Running::start(Settings::new().editable(true));
    let json = "Content-Type: application/json\r\n";
    for origin in ["http://evil.example", "null", "https://localhost", "http://127.0.0.1:1"] {
        assert_eq!(game.post(r#"[{"ask":"pause"}]"#, &format!("{json}Origin: {origin}\r\n")).0, 403, "{origin}");
    }
    assert_eq!(game.post(r#"[{"ask":"pause"}]"#, &format!("{json}Sec-Fetch-Site: cross-site\r\n")).0, 403);
    assert_eq!(
        game.post(r#"[{"ask":"pause"}]"#, "Content-Type: text/plain\r\n").0,
        415,
        "a form of another page can send this type"
    );
    let path = format!("/{}/", game.token);
    assert_eq!(game.send(format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n").as_bytes()).0, 421);
    let wrong: String = game.token.chars().map(|digit| if digit == '0' { '1' } else { '0' }).collect();
    for path in ["/", "/ask", &format!("/{wrong}/"), &format!("/{wrong}/ask"), &format!("/{}", &game.token[1..])] {
        assert_eq!(game.get(path, "").0, 404, "{path}");
    }
    for similar in [&game.token[..31], &game.token[..16], &game.token[1..], &format!("{}0", game.token)] {
        assert_eq!(game.get(&format!("/{similar}/"), "").0, 404, "{similar}");
    }
    assert_eq!(game.get(&format!("/{}/other", game.token), "").0, 404);
    assert_eq!(game.get(&format!("/{}/ask", game.token), "").0, 405);
    assert_eq!(game.ask(&json!([{ "ask": "status" }]))[0]["paused"], false, "refused requests have no effect");
    let own = format!("{json}Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", game.host);
    assert_eq!(game.post(r#"[{"ask":"status"}]"#, &own).0, 200);
}

#[test]
fn each_start_has_a_token_of_its_own() {
    let [one, other] = [Running::start(Settings::new()), Running::start(Settings::new())];
    assert_eq!((one.token.len(), other.token.len()), (32, 32));
    assert_ne!(one.token, other.token);
    assert_eq!(one.get(&format!("/{}/", other.token), "").0, 404);
}

#[test]
fn malformed_and_huge_requests_are_refused_and_the_server_goes_on() {
    let game = Running::start(Settings::new());
    let post = |length: &str| {
        let (token, host) = (&game.token, &game.host);
        format!(
            "POST /{token}/ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    };
    let huge = "x".repeat(1 << 20);
    for (bytes, status) in [
        ("\r\n\r\n\u{0}".to_owned(), 400),
        ("GET\r\n\r\n".to_owned(), 400),
        ("\u{1}\u{2}\u{3} / HTTP/1.1\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400),
        ("DELETE / HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(), 405),
        (format!("GET /{huge} HTTP/1.1\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nX: {huge}\r\n"), 431),
        (format!("GET / HTTP/1.1\r\n{}", "X: y\r\n".repeat(1000)), 431),
        (post("99999999999"), 413),
        (post("-1"), 400),
        (post("65537"), 413),
        (format!("{}{}", post("5"), "[[[[["), 400),
        (format!("{}{}", post("60000"), "[".repeat(60000)), 400),
        (format!("{}{}", post("4"), "null"), 400),
        (format!("{}{}", post("16"), "[{\"ask\": \"fly\"}]"), 400),
        (
            format!("POST /{}/ask HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n\r\n", game.token, game.host),
            501,
        ),
        (format!("POST /{}/ask HTTP/1.1\r\nHost: {}\r\n\r\n", game.token, game.host), 411),
    ] {
        let shown: String = bytes.chars().take(60).collect();
        assert_eq!(game.send(bytes.as_bytes()).0, status, "{shown:?}");
    }
    let many = format!("[{}]", vec![r#"{"ask":"status"}"#; 33].join(","));
    assert_eq!(game.post(&many, "Content-Type: application/json\r\n").0, 413);
    assert_eq!(game.ask(&json!([{ "ask": "status" }]))[0]["is"], "status");
}

#[test]
fn bytes_after_a_refusal_are_read_so_that_the_connection_is_not_reset() {
    let game = Running::start(Settings::new());
    let mut stream = game.connect();
    // More than the maximum size of a head, and less than the buffers of a socket.
    stream.write_all(&b"G".repeat(20_000)).unwrap();
    assert_eq!(answer(&mut stream).0, 431);
    // A reset would arrive right after the response.
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(stream.take_error().unwrap().map(|error| error.kind()), None);
}

#[test]
fn a_request_that_stalls_is_ended_by_its_deadline() {
    let game = Running::start(Settings::new());
    let (token, host) = (&game.token, &game.host);
    let begun = [
        String::new(),
        "GET / HT".to_owned(),
        format!(
            "POST /{token}/ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n[]"
        ),
    ];
    let mut streams = begun.map(|bytes| {
        let mut stream = game.connect();
        stream.write_all(bytes.as_bytes()).unwrap();
        stream
    });
    for stream in &mut streams {
        assert_eq!(answer(stream).0, 408);
    }
}

#[test]
fn a_request_that_arrives_byte_by_byte_is_ended_by_its_deadline() {
    let game = Running::start(Settings::new());
    let mut stream = game.connect();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let mut buffer = [0; 1024];
    let answered = (0..200).find_map(|_| {
        let _ = stream.write_all(b"G");
        stream.read(&mut buffer).ok()
    });
    let text = String::from_utf8_lossy(&buffer[..answered.expect("the connection is answered or closed")]).into_owned();
    assert!(text.starts_with("HTTP/1.1 408"), "{text}");
}

#[test]
fn half_open_connections_do_not_lock_others_out() {
    let game = Running::start(Settings::new());
    let half: Vec<_> = (0..300).map(|_| TcpStream::connect(&game.host)).collect();
    assert_eq!(game.ask(&json!([{ "ask": "status" }]))[0]["is"], "status");
    drop(half);
    assert_eq!(game.ask(&json!([{ "ask": "status" }]))[0]["is"], "status");
}

#[test]
fn refused_connections_that_stay_open_do_not_lock_others_out() {
    let game = Running::start(Settings::new());
    let mut refused = Vec::new();
    for _ in 0..100 {
        let mut stream = game.connect();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        assert_eq!(answer(&mut stream).0, 421);
        refused.push(stream);
    }
    assert_eq!(game.ask(&json!([{ "ask": "status" }]))[0]["is"], "status");
}

#[test]
fn the_size_of_a_batch_of_requests_is_bounded() {
    let game = Running::start(Settings::new());
    let entities = |columns: usize| json!({ "ask": "entities", "limit": 1, "columns": vec!["Health"; columns] });
    let export = |columns: usize| {
        let table = json!({ "of": "entities", "columns": vec!["Health"; columns] });
        json!({ "ask": "export", "table": table, "format": "csv" })
    };
    let status = |requests: Value| game.post(&requests.to_string(), "Content-Type: application/json\r\n").0;
    for (requests, expected) in [
        (json!([entities(64)]), 200),
        (json!([entities(65)]), 413),
        (json!([entities(63), entities(0), entities(1)]), 200),
        (json!([entities(63), entities(0), entities(2)]), 413),
        (json!([export(64)]), 200),
        (json!([export(1), { "ask": "status" }, export(1)]), 413),
    ] {
        assert_eq!(status(requests.clone()), expected, "{requests}");
    }
    let refused = game.ask(&json!([export(65)]));
    assert_eq!(refused[0]["reason"], "a table has at most 64 columns, and 65 are asked for");
}

#[test]
fn a_request_to_a_program_that_does_not_answer_ends() {
    let inspector = Inspector::<Game>::attach(Settings::new()).unwrap();
    let url = inspector.url().unwrap();
    let (host, token) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(
        stream,
        "POST /{token}ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"
    )
    .unwrap();
    assert_eq!(answer(&mut stream).0, 503);
}

#[test]
fn the_port_is_free_again_after_the_inspector_is_dropped() {
    let inspector = Inspector::<Game>::attach(Settings::new()).unwrap();
    let host = inspector.url().unwrap().trim_start_matches("http://").split('/').next().unwrap().to_owned();
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    let taken = Inspector::<Game>::attach(Settings::new().port(host.rsplit(':').next().unwrap().parse().unwrap()));
    assert!(taken.is_err(), "the port is in use");
    drop(inspector);
    assert!(TcpStream::connect(&host).is_err());
}
