//! Headless Chromium, driven by chromedriver over plain HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long something may take to appear on the page.
const PATIENCE: Duration = Duration::from_secs(20);

/// A process that ends with the test.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser with one page.
pub struct Browser {
    port: u16,
    session: String,
    /// Ends after the session, which `drop` deletes.
    _driver: Process,
}

impl Browser {
    pub fn start() -> Self {
        let program = std::env::var("CHROMEDRIVER").unwrap_or("chromedriver".into());
        let mut driver =
            Command::new(program).arg("--port=0").stdout(Stdio::piped()).spawn().expect("chromedriver starts");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        // "ChromeDriver was started successfully on port 38291."
        let port = loop {
            let line = lines.next().expect("chromedriver names its port").unwrap();
            let number = line.strip_suffix('.').and_then(|line| line.rsplit_once(" on port ")?.1.parse().ok());
            if let Some(port) = number {
                break port;
            }
        };
        let mut browser = Self { port, session: String::new(), _driver: Process(driver) };
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1360,860",
        ];
        let options = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": flags }, "goog:loggingPrefs": { "browser": "ALL" } } } });
        let started = browser.send("POST", "/session", &options);
        let session = started["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {started}"));
        session.clone_into(&mut browser.session);
        browser
    }

    /// Sends a command, and returns its value.
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let (port, body) = (self.port, if method == "POST" { body.to_string() } else { String::new() });
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = Vec::new();
        let mut chunk = [0; 8192];
        // The driver may keep the connection open, so the length determines the end of the answer.
        loop {
            let text = String::from_utf8_lossy(&answer).into_owned();
            if let Some((head, rest)) = text.split_once("\r\n\r\n") {
                let length = head
                    .lines()
                    .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
                if length.is_some_and(|length: usize| rest.len() >= length) {
                    let answer: Value = serde_json::from_str(rest).expect("chromedriver answers JSON");
                    return answer["value"].clone();
                }
            }
            let len = stream.read(&mut chunk).unwrap();
            assert!(len > 0, "chromedriver closed the connection");
            answer.extend_from_slice(&chunk[..len]);
        }
    }

    pub fn command(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("/session/{}/{path}", self.session), body)
    }

    /// The result of an expression on the page.
    pub fn run(&self, expression: &str) -> Value {
        let value = self.command("execute/sync", &json!({ "script": format!("return {expression};"), "args": [] }));
        assert!(value.get("error").is_none(), "{expression}: {value}");
        value
    }

    /// Waits until an expression is true; one that throws counts as false.
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        // An element that does not exist yet has no properties.
        let holds = format!("(() => {{ try {{ return {expression}; }} catch {{ return false; }} }})()");
        while self.run(&holds) != true {
            let shown = || self.run("document.body.innerText.slice(0, 2000)");
            assert!(start.elapsed() < PATIENCE, "never true: {expression}\nthe page shows: {}", shown());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The first element that a selector finds.
    pub fn element(&self, selector: &str) -> String {
        self.wait(&format!("document.querySelector({}) !== null", json!(selector)));
        let found = self.command("element", &json!({ "using": "css selector", "value": selector }));
        found
            .as_object()
            .and_then(|found| found.values().next()?.as_str())
            .unwrap_or_else(|| panic!("{selector}: {found}"))
            .to_owned()
    }

    pub fn click(&self, selector: &str) {
        let start = Instant::now();
        // The page may replace the element that was found.
        loop {
            let answer = self.command(&format!("element/{}/click", self.element(selector)), &json!({}));
            if answer.is_null() {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{selector}: {answer}");
        }
    }

    /// Types into the element that has the focus. `\u{e007}` is the key Enter.
    pub fn type_in(&self, text: &str) {
        let keys: Vec<_> = text
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|ty| json!({ "type": ty, "value": key.to_string() })))
            .collect();
        self.command("actions", &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": keys }] }));
    }

    pub fn tab(&self, name: &str) {
        self.run(&format!(
            "[...document.querySelectorAll('#tabs button')].find(tab => tab.textContent === {}).click()",
            json!(name)
        ));
    }

    pub fn screenshot(&self) -> Vec<u8> {
        let encoded = self.send("GET", &format!("/session/{}/screenshot", self.session), &Value::Null);
        decode(encoded.as_str().unwrap())
    }

    /// The errors in the page's log.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.command("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries.iter().filter(|entry| entry["level"] == "SEVERE").map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Otherwise Chromium would go on running.
        if !self.session.is_empty() {
            let path = format!("/session/{}", self.session);
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.send("DELETE", &path, &Value::Null)));
        }
    }
}

/// Decodes base64.
fn decode(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<_> = text.bytes().filter_map(digit).collect();
    let three = |four: &[u8]| {
        let bits = four.iter().fold(0_u32, |bits, digit| bits << 6 | u32::from(*digit)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(three).collect()
}

#[test]
fn base64_is_read() {
    for (text, bytes) in [("", ""), ("YQ==", "a"), ("YWI=", "ab"), ("YWJj", "abc"), ("YWJjZA==", "abcd")] {
        assert_eq!(decode(text), bytes.as_bytes());
    }
}
