//! Two players end in the same state, although each predicts the other's inputs.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::Duration;

use swarm::game::{Buttons, Setup};
use swarm::network::{Duel, PREDICTION, Socket, address};

const PATIENCE: Duration = Duration::from_secs(10);

fn free_address() -> SocketAddr {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    socket.local_addr().expect("the socket is bound")
}

#[test]
fn a_slow_network_ends_no_game_in_two_states() {
    let (at, lag) = (free_address(), Duration::from_millis(40));
    let setup = Setup { players: 2, enemies: 300, is_safe: true, ..Setup::default() };
    let joined = thread::spawn(move || Duel::new(Socket::join(at, lag, PATIENCE)?)?.play(60));
    let host = Socket::host(at, &setup, lag, PATIENCE).and_then(Duel::new).and_then(|duel| duel.play(60));
    let (host, joined) =
        (host.expect("the game ends"), joined.join().expect("the thread does not panic").expect("the game ends"));
    assert_eq!(host.hash, joined.hash);
    assert!(host.rolled_back + joined.rolled_back > 0, "no prediction was wrong");
    assert!(host.entities > 300);
}

#[test]
fn a_player_that_is_ahead_waits_and_counts_each_frame_that_it_simulates_again_once() {
    let (at, lag) = (free_address(), Duration::ZERO);
    let joined = thread::spawn(move || Socket::join(at, lag, PATIENCE));
    let setup = Setup { players: 2, enemies: 0, ..Setup::default() };
    let mut host = Socket::host(at, &setup, lag, PATIENCE).and_then(Duel::new).expect("another player joins");
    let mut joined = joined.join().expect("the thread does not panic").and_then(Duel::new).expect("the host answers");
    while !host.step(Buttons::LEFT).expect("the duel continues") {
        joined.poll().expect("the duel continues");
        host.poll().expect("the duel continues");
    }
    let mut frames = 1;
    while frames <= PREDICTION && host.step(Buttons::LEFT).expect("the duel continues") {
        frames += 1;
    }
    assert_eq!((frames, host.rolled_back()), (PREDICTION, 0));
    for _ in 0..3 {
        assert!(!host.step(Buttons::LEFT).expect("the duel continues"), "the other player has not begun");
    }
    while joined.hash_before(5).is_none() {
        joined.step(Buttons::UP).expect("the duel continues");
        host.poll().expect("the duel continues");
    }
    assert_eq!(host.hash_before(5), None, "inputs that arrived are not simulated yet");
    assert!(host.step(Buttons::LEFT).expect("the duel continues"));
    assert_eq!(host.hash_before(5), joined.hash_before(5));
    // All but the first frame: with a delay of one frame, no button is held in it.
    assert_eq!((host.rolled_back(), host.last_rollback() as usize), (PREDICTION as u64 - 1, PREDICTION - 1));
}

#[test]
fn a_player_without_a_host_and_a_host_without_a_player_give_up() {
    let (at, short) = (free_address(), Duration::from_millis(60));
    let refused = Socket::join(at, Duration::ZERO, short).expect_err("no host is there");
    assert!(refused.to_string().contains("does not come"), "{refused}");
    assert!(Socket::host(at, &Setup::default(), Duration::ZERO, short).is_err());
}

#[test]
fn another_version_of_the_game_is_refused() {
    let at = free_address();
    let host = thread::spawn(move || {
        Socket::host(at, &Setup::default(), Duration::ZERO, PATIENCE).map_err(|error| error.to_string()).err()
    });
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let refused = loop {
        socket.send_to(b"ecs-world swarm 1 of another version", at).expect("the message is sent");
        thread::sleep(Duration::from_millis(20));
        if host.is_finished() {
            break host.join().expect("the thread does not panic").expect("the host refuses the player");
        }
    };
    assert!(refused.contains("another version"), "{refused}");
    let mut answer = [0; 64];
    socket.set_read_timeout(Some(PATIENCE)).expect("the duration is not zero");
    let (_, from) = socket.recv_from(&mut answer).expect("the host answers before it gives up");
    assert!(
        from == at && answer.starts_with(b"ecs-world swarm 1"),
        "the answer is a greeting, which the other player refuses"
    );
}

#[test]
fn a_player_learns_from_the_answer_that_the_host_has_another_version() {
    let host = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let at = host.local_addr().expect("it is bound");
    let joined = thread::spawn(move || Socket::join(at, Duration::ZERO, PATIENCE).map_err(|error| error.to_string()));
    let (_, player) = host.recv_from(&mut [0; 64]).expect("the player sends a greeting");
    host.send_to(b"ecs-world swarm 1 of another version", player).expect("it is sent");
    let refused = joined.join().expect("it does not panic").expect_err("the versions differ");
    assert!(refused.contains("another version"), "{refused}");
}

#[test]
fn a_host_has_a_port_of_this_machine_or_an_address() {
    assert_eq!(address("7000").expect("a port"), (Ipv4Addr::LOCALHOST, 7000).into());
    assert_eq!(address("127.0.0.1:7000").expect("an address"), (Ipv4Addr::LOCALHOST, 7000).into());
    assert!(address("nowhere").is_err() && address("70000").is_err());
}
