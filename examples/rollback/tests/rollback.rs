//! A frame that is simulated again ends in the same state, and the cause of a difference is named.

use rollback::play::test;

#[test]
fn ten_thousand_drones_are_simulated_again_seven_frames_back() {
    let outcome = test(10_000, 40, 7, false).expect("each frame ends as it did before");
    assert!(outcome.entities > 9_000, "{outcome}");
    assert!(outcome.frames_again >= 32 * 7, "{outcome}");
}

#[test]
fn a_test_ends_as_a_game_without_rollback_does() {
    let [without, with] = [1, 7].map(|distance| test(300, 100, distance, false).expect("each frame ends as before"));
    assert_eq!((without.hash, without.score), (with.hash, with.score));
    assert!(without.frames_again < with.frames_again);
}

#[test]
fn a_system_that_is_not_deterministic_is_detected_and_its_component_is_named() {
    let error = test(1_000, 60, 7, true).expect_err("a system counts its calls");
    let error = error.to_string();
    assert!(error.contains("component `Velocity` of 777v1: Velocity"), "{error}");
}

#[test]
fn a_network_that_loses_and_delays_messages_ends_no_match_in_two_states() {
    use rollback::play::{Peer, play};
    use rollback::socket::Network;
    use std::net::{Ipv4Addr, UdpSocket};
    use std::time::Duration;

    let ports = [(); 2].map(|()| UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free"));
    let [port, other] = ports.map(|socket| socket.local_addr().expect("the socket is bound").port());
    let network = Network { loss: 10, delay: Duration::from_millis(30), jitter: Duration::from_millis(20) };
    let first = Peer { player: 0, port, other, network, seconds: 1, drones: 100, faulty: false };
    let second = Peer { player: 1, port: other, other: port, ..first };
    let other_side = std::thread::spawn(move || play(&second).map_err(|error| error.to_string()));
    let outcome = play(&first).expect("the match ends");
    let other = other_side.join().expect("the thread does not panic").expect("the match ends");
    assert_eq!(outcome.hash, other.hash);
    assert!(outcome.frames_again + other.frames_again > 0, "no prediction was wrong");
}
