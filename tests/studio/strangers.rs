//! Whoever has no business here.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{OTHELLO, Running, status};

#[test]
fn the_page_is_for_whoever_has_the_token() {
    let studio = Running::with(OTHELLO);
    let host = studio.host();
    let page = format!("/?token={}", studio.token);
    let answer = studio.get(&page, &[("Host", &host)]);
    assert_eq!(status(&answer), "200");
    assert!(
        answer.contains("<!doctype html>") || answer.contains("<!DOCTYPE html>"),
        "{answer}"
    );
    for header in [
        "content-security-policy: default-src 'self'",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(answer.contains(header), "{answer}");
    }
    let localhost = format!("localhost:{}", studio.port);
    assert_eq!(status(&studio.get(&page, &[("Host", &localhost)])), "200");
    for wrong in [
        "/",
        "/?token=",
        "/?token=0",
        "/?Token=",
        &format!("/?token={}0", studio.token),
    ] {
        assert_eq!(
            status(&studio.get(wrong, &[("Host", &host)])),
            "401",
            "{wrong}"
        );
    }
    for asset in ["/assets/studio.js", "/assets/studio.css"] {
        assert_eq!(
            status(&studio.get(asset, &[("Host", &host)])),
            "200",
            "{asset}"
        );
    }
    for none in [
        "/assets/index.htm",
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
    ] {
        assert_eq!(
            status(&studio.get(none, &[("Host", &host)])),
            "404",
            "{none}"
        );
    }
}

#[test]
fn two_studios_have_different_tokens() {
    let (one, other) = (Running::with(OTHELLO), Running::with(OTHELLO));
    assert_ne!(one.token, other.token);
    assert!(one.token.len() >= 32 && one.address.contains(&one.token));
    assert_eq!(
        one.try_tab(&other.token, Some(&one.own_origin())).err(),
        Some(401)
    );
}

#[test]
fn another_name_of_this_machine_is_refused() {
    let studio = Running::with(OTHELLO);
    let page = format!("/?token={}", studio.token);
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1",
        "127.0.0.1:1",
    ] {
        assert_eq!(
            status(&studio.get(&page, &[("Host", host)])),
            "403",
            "{host}"
        );
        assert_eq!(
            status(&studio.get("/assets/studio.js", &[("Host", host)])),
            "403",
            "{host}"
        );
    }
    let own = studio.host();
    assert_eq!(
        status(&studio.get(&page, &[("Host", &own), ("Host", "evil.example")])),
        "403"
    );
    assert_eq!(status(&studio.get(&page, &[])), "403", "no host at all");
}

#[test]
fn pages_of_other_sites_are_refused() {
    let studio = Running::with(OTHELLO);
    let host = studio.host();
    let page = format!("/?token={}", studio.token);
    let own = studio.own_origin();
    assert_eq!(
        status(&studio.get(&page, &[("Host", &host), ("Origin", &own)])),
        "200"
    );
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
    ] {
        assert_eq!(
            status(&studio.get(&page, &[("Host", &host), ("Origin", origin)])),
            "403",
            "{origin}"
        );
        assert_eq!(
            studio.try_tab(&studio.token, Some(origin)).err(),
            Some(403),
            "{origin}"
        );
    }
    assert_eq!(
        studio.try_tab(&studio.token, None).err(),
        Some(403),
        "a browser always says where it is"
    );
    assert_eq!(studio.try_tab("", Some(&own)).err(), Some(401));
    assert!(studio.try_tab(&studio.token, Some(&own)).is_ok());
}

#[test]
fn only_what_there_is_can_be_asked_for() {
    let studio = Running::with(OTHELLO);
    let (host, token) = (studio.host(), &studio.token);
    assert_eq!(
        status(&studio.get(&format!("/secret?token={token}"), &[("Host", &host)])),
        "404"
    );
    let length = 1_000_000_000;
    let origin = studio.own_origin();
    let head = format!(
        "POST /?token={token} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nContent-Length: {length}\r\n\r\nabc"
    );
    assert_eq!(status(&studio.request(head.as_bytes())), "405");
    let long = "a".repeat(200_000);
    let answer = studio.get(
        &format!("/?token={token}"),
        &[("Host", &host), ("X-Long", &long)],
    );
    assert!(
        ["431", "400", "none"].contains(&status(&answer)),
        "{}",
        status(&answer)
    );
    assert!(["400", "none"].contains(&status(&studio.request(b"no request at all\r\n\r\n"))));
}

#[test]
fn a_huge_message_ends_that_tab_alone() {
    let studio = Running::with(OTHELLO);
    let (mut honest, _) = studio.open_tab();
    let (mut hostile, _) = studio.open_tab();
    let huge = json!({"id": 5, "ask": "query", "goal": "x".repeat(2 << 20)}).to_string();
    // It may be refused before all of it was sent.
    let _ = hostile.socket.send(tungstenite::Message::text(huge));
    assert!(hostile.hear().is_none());
    honest.play("f5");
}

#[test]
fn nonsense_is_told_and_the_tab_goes_on() {
    let studio = Running::with(OTHELLO);
    let (mut tab, _) = studio.open_tab();
    for text in [
        "",
        "{}",
        "[1, 2]",
        "\"id\"",
        "{\"id\": -1, \"ask\": \"open\"}",
        &"[".repeat(100_000),
    ] {
        tab.send(text);
        let heard = tab.hear().expect("the tab goes on");
        assert_eq!(heard["id"], json!(0));
        assert!(
            heard["fault"]["text"]
                .as_str()
                .is_some_and(|text| text.starts_with("this is no question")),
            "{heard}"
        );
    }
    let unknown = tab.fault(json!({"ask": "format the disk"}));
    assert!(
        unknown.starts_with("this is no question: unknown variant `format the disk`"),
        "{unknown}"
    );
    let wrong = tab.fault(json!({"ask": "go", "ply": -3}));
    assert!(wrong.starts_with("this is no question"), "{wrong}");
    tab.play("f5");
}

#[test]
fn there_is_an_end_to_tabs() {
    let studio = Running::with(OTHELLO);
    let mut tabs: Vec<_> = (0..32).map(|_| studio.tab()).collect();
    assert_eq!(studio.tab().close_code(), Some(1013), "try again later");
    tabs[0].answer(json!({"ask": "open"}));
    tabs[0].play("f5");
    drop(tabs.pop());
    let since = Instant::now();
    // A tab that has a place is not closed: its question is answered.
    while !studio.tab().has_place() {
        assert!(
            since.elapsed() < Duration::from_secs(20),
            "the place is given back"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether the studio has closed a connection.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream
        .set_nonblocking(true)
        .expect("a stream need not wait");
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn a_thousand_connections_are_refused_and_the_honest_tab_plays_on() {
    let studio = Running::with(OTHELLO);
    let (mut tab, _) = studio.open_tab();
    let mut crowd = Vec::new();
    for _ in 0..1000 {
        let mut stream = studio.connect();
        // Some say half a request and wait, most are closed at once.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n");
        crowd.push(stream);
    }
    tab.play("f5 d6");
    let since = Instant::now();
    while crowd.len() > 128 {
        std::thread::sleep(Duration::from_millis(20));
        crowd.retain_mut(|stream| !is_closed(stream));
        assert!(
            since.elapsed() < Duration::from_secs(20),
            "{} are open",
            crowd.len()
        );
    }
    drop(crowd);
    let since = Instant::now();
    let page = format!("/?token={}", studio.token);
    while status(&studio.get(&page, &[("Host", &studio.host())])) != "200" {
        assert!(
            since.elapsed() < Duration::from_secs(20),
            "there is place again"
        );
    }
}

#[test]
fn idle_connections_that_are_renewed_keep_no_page_out_and_end_no_tab() {
    let studio = Running::with(OTHELLO);
    let (mut tab, _) = studio.open_tab();
    let page = format!("/?token={}", studio.token);
    let mut crowd: Vec<TcpStream> = Vec::new();
    for round in 0..3 {
        // More than have room, while those of the last round still wait.
        let newer: Vec<TcpStream> = (0..150).map(|_| studio.connect()).collect();
        drop(std::mem::replace(&mut crowd, newer));
        assert_eq!(
            status(&studio.get(&page, &[("Host", &studio.host())])),
            "200",
            "round {round}"
        );
        let (mut another, _) = studio.open_tab();
        another.play("f5");
    }
    tab.play("f5 d6");
    drop(crowd);
}

#[test]
fn whoever_says_nothing_is_sent_away() {
    let studio = Running::with(OTHELLO);
    let since = Instant::now();
    let answer = studio.request(b"GET / HTTP/1.1\r\nHost: ");
    assert!(since.elapsed() < Duration::from_secs(30), "{answer}");
}
