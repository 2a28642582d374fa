//! Tests the page in headless Chromium. Ignored unless requested: `.ci/browser-inspector`.
#![allow(missing_docs, unreachable_pub, reason = "the driver is a part of this test")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

mod driver;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use driver::{Browser, Process};
use serde_json::{Value, json};

/// Starts the game of the example, and returns it with the address of its page.
fn game() -> (Process, String) {
    let program = std::env::var("ECS_INSPECTOR_GAME").expect("ECS_INSPECTOR_GAME is the path of the example `fleets`");
    let mut game =
        Command::new(program).args(["--ships", "100000"]).stdout(Stdio::piped()).spawn().expect("the game starts");
    let mut line = String::new();
    BufReader::new(game.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().rsplit(' ').next().unwrap().to_owned();
    assert!(url.starts_with("http://127.0.0.1:"), "{line}");
    (Process(game), url)
}

/// The number of the frame that the page shows.
const FRAME: &str = "Number(document.getElementById('counts').textContent.split(' ')[1])";

#[test]
#[ignore = "needs Chromium and chromedriver: .ci/browser-inspector"]
fn a_game_of_100_000_entities_is_searched_edited_paused_stepped_back_and_plotted() {
    let (_game, url) = game();
    let browser = Browser::start();
    browser.command("url", &json!({ "url": url }));
    says_that_the_first_chosen_entity_is_dead(&browser);
    finds_an_entity(&browser);
    let frame = pauses(&browser);
    edits_a_value_and_sees_the_game_change(&browser, &frame);
    steps_back(&browser, &frame);
    adds_and_removes_a_component(&browser);
    keeps_what_was_typed(&browser);
    plots_a_number(&browser);
    shows_everything_else(&browser);
    keeps_the_focus_on_a_button(&browser);
    shows_values_again_after_an_error(&browser);
    despawns(&browser);
    keeps_columns_and_tree_while_another_tab_is_shown(&browser);
    draws_the_tree_anew(&browser);
    opens_one_level_of_a_cycle(&browser);
    shows_a_chosen_entity_after_a_late_answer(&browser);
    poses(&browser);
    let complaints = browser.complaints();
    assert_eq!(complaints, [""; 0], "the page has no errors");
}

/// The health that the page shows.
const HEALTH: &str =
    "Number(document.querySelector('[data-component=Health] .scalar[data-path=current]')?.textContent)";

/// Replaces each answer by an expression of `answer`, until `window.mend` is called.
fn falsify(browser: &Browser, expression: &str) {
    browser.run(&format!(
        "(fetch => {{ window.mend = () => {{ window.fetch = fetch; }}; window.fetch = async (...request) => {{
            const answers = await (await fetch(...request)).json();
            return {{ ok: true, json: async () => answers.map(answer => {expression}) }};
        }}; }})(window.fetch)"
    ));
}

/// Sets a field of the page as a user does.
fn choose(browser: &Browser, id: &str, value: &str) {
    browser.run(&format!(
        "(field => {{ field.value = {}; field.dispatchEvent(new Event('change')); }})(document.getElementById('{id}'))",
        json!(value)
    ));
}

fn says_that_the_first_chosen_entity_is_dead(browser: &Browser) {
    browser.wait("document.getElementById('range').textContent.startsWith('1 to 50 of 100')");
    falsify(browser, "answer.is === 'entity' ? { is: 'refused', reason: 'it is dead' } : answer");
    browser.click("tr.row");
    browser.wait("document.querySelector('#entity .bad').textContent === 'it is dead'");
    browser.run("window.mend()");
}

fn finds_an_entity(browser: &Browser) {
    browser.wait("document.getElementById('name').textContent === 'Fleets'");
    browser.wait("document.getElementById('range').textContent.startsWith('1 to 50 of 100')");
    browser.click("#search");
    browser.type_in("Name=\"Flagship 7\"");
    browser.wait("document.getElementById('range').textContent === '1 to 1 of 1'");
    browser.click("tr.row");
    browser.wait("document.querySelector('#entity h2').textContent === 'Entity 700v1'");
}

/// Returns the frame in which the game is paused.
fn pauses(browser: &Browser) -> Value {
    // Values are live, and change while the game runs.
    let x = "document.querySelector('[data-component=Position] [data-path=x]').textContent";
    let before = browser.run(x);
    browser.wait(&format!("{x} !== {before}"));

    // After a pause nothing changes any more.
    browser.click("#pause");
    browser.wait("document.getElementById('course').textContent === 'paused'");
    let (frame, held) = (browser.run(FRAME), browser.run(x));
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!((browser.run(FRAME), browser.run(x)), (frame.clone(), held));
    frame
}

/// Repairs restore health of the ship.
fn edits_a_value_and_sees_the_game_change(browser: &Browser, frame: &Value) {
    browser.click("[data-component=Health] .scalar[data-path=current]");
    browser.type_in("12.5\u{e007}");
    browser.wait(&format!("{HEALTH} === 12.5"));
    browser.run("document.getElementById('frames').value = 10");
    browser.click("#step");
    browser.wait(&format!("{FRAME} === {frame} + 10"));
    browser.wait(&format!("Math.abs({HEALTH} - 12.6) < 0.001"));
}

fn steps_back(browser: &Browser, frame: &Value) {
    browser.click("#back");
    browser.wait(&format!("{FRAME} === {frame} && {HEALTH} === 12.5"));
    browser.click("#back");
    browser.wait(&format!("{FRAME} === {frame} - 10 && {HEALTH} === 100"));
    // A text is refused where a number must be, and the reason is shown.
    browser.click("[data-component=Health] .scalar[data-path=current]");
    browser.type_in("much\u{e007}");
    browser.wait("document.getElementById('message').textContent.includes('expected f32')");
    browser.type_in("\u{e00c}");
}

fn adds_and_removes_a_component(browser: &Browser) {
    choose(browser, "add-component", "Burning");
    browser.run("document.getElementById('add-value').value = '{\"per_frame\": 2}'");
    std::thread::sleep(Duration::from_millis(500));
    browser.run("document.getElementById('add-value').value = '{\"per_frame\": 2}'");
    browser.click("#add");
    browser.element(".card[data-component=Burning]");
    browser.click(".remove[data-component=Burning]");
    browser.wait("document.querySelector('.card[data-component=Burning]') === null");
}

/// Neither a change of the entity's components nor a late example of a value replaces typed text.
fn keeps_what_was_typed(browser: &Browser) {
    let is_kept = "document.getElementById('add-value').value === 'typed'";
    let types = "document.getElementById('add-value').value = 'typed'";
    browser.run(
        "(fetch => { window.fetch = async (...request) => {
            const answer = await fetch(...request);
            if (request[1].body.includes('example')) {
                await new Promise(free => { window.example = () => { window.fetch = fetch; free(); }; });
            }
            return answer;
        }; })(window.fetch)",
    );
    choose(browser, "add-component", "Burning");
    browser.wait("window.example !== undefined");
    browser.run(types);
    browser.run("window.example()");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(browser.run(is_kept), true, "the example was late");

    browser.click(".remove[data-component=Role]");
    let offers = "[...document.getElementById('add-component').options].some(option => option.value === 'Role')";
    browser.wait(offers);
    // An example of the first offered component would have arrived by now.
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(browser.run(is_kept), true, "the components are others");
    assert_eq!(browser.run("document.getElementById('add-component').value"), "Burning");
    choose(browser, "add-component", "Role");
    browser.wait(&format!("!({is_kept})"));
    browser.click("#add");
    browser.element(".card[data-component=Role]");
}

fn plots_a_number(browser: &Browser) {
    browser.click("[data-component=Position] .plot[data-path=x]");
    browser.click("#pause");
    browser.wait("document.querySelectorAll('#plots polyline').length === 1");
    browser.click("#plot-entities");
    browser.wait("document.querySelectorAll('#plots polyline').length === 2");
    browser.wait("document.querySelector('#plots polyline').getAttribute('points').split(' ').length > 60");
}

fn shows_everything_else(browser: &Browser) {
    for (tab, shown) in [
        (
            "Values",
            "document.querySelector('[data-value=\"resources.Rules\"] [data-path=pull]').textContent === '0.0002'",
        ),
        ("Systems", "document.querySelectorAll('#systems polyline').length >= 6"),
        ("Stages", "document.querySelectorAll('#stages rect').length === 7"),
        ("Views", "document.querySelector('#views').innerText.includes('owns all that it requires')"),
        ("Memory", "document.querySelector('#memory').innerText.includes('DenseSet')"),
    ] {
        browser.tab(tab);
        browser.wait(shown);
        keep(browser, &format!("{}.png", tab.to_lowercase()));
    }
}

/// Each answer replaces the elements on the page.
fn keeps_the_focus_on_a_button(browser: &Browser) {
    for (tab, button) in
        [("Systems", "#systems td button"), ("Memory", "#memory td button"), ("Plots", "#plots .chart button")]
    {
        browser.tab(tab);
        browser.element(button);
        browser.run(&format!("(window.old = document.querySelector('{button}')).focus()"));
        browser.wait("!window.old.isConnected");
        assert_eq!(
            browser.run(&format!("document.activeElement === document.querySelector('{button}')")),
            true,
            "{tab}"
        );
    }
}

/// Each value has an error for a while.
fn shows_values_again_after_an_error(browser: &Browser) {
    for (tab, value) in [("Values", "[data-value=\"resources.Rules\"]"), ("Entities", ".card[data-component=Health]")] {
        browser.tab(tab);
        falsify(
            browser,
            "(Object.values(answer.values || (answer.is === 'entity' ? answer.components : []))
                .forEach(own => Object.assign(own, { value: null, error: 'no JSON' })), answer)",
        );
        browser.wait(&format!("document.querySelector('{value} .body').textContent === 'no JSON'"));
        browser.run("window.mend()");
        browser.wait(&format!("document.querySelector('{value} .scalar') !== null"));
    }
}

fn despawns(browser: &Browser) {
    browser.tab("Entities");
    browser.click("tr.row");
    browser.click("#despawn");
    browser.wait("document.getElementById('range').textContent === 'none found'");
    browser.tab("Plots");
    browser.wait("document.querySelectorAll('#plots polyline').length === 2");
    keep(browser, "plots.png");
}

fn keeps_columns_and_tree_while_another_tab_is_shown(browser: &Browser) {
    let columns = "[...document.getElementById('columns').selectedOptions].map(column => column.value).join()";
    browser.tab("Entities");
    let usual = browser.run(columns);
    choose(browser, "columns", "Role");
    choose(browser, "relation", "Follows");
    browser.element("#tree li");
    browser.tab("Values");
    browser.element("#values .scalar");
    browser.tab("Entities");
    browser.wait("document.getElementById('relation').value === 'Follows' && !document.getElementById('tree').hidden");
    assert_eq!(browser.run(columns), "Role");
    browser.run(&format!(
        "[...document.getElementById('columns').options].forEach(own => {{ own.selected = {usual}.split(',').includes(own.value); }})"
    ));
    assert_eq!(browser.run(columns), usual);
}

/// The game continues, and may change what the tree shows.
fn draws_the_tree_anew(browser: &Browser) {
    let first = "document.querySelector('#tree li a').textContent";
    let before = browser.run(first);
    browser.click("#tree li a");
    browser.wait(&format!("document.querySelector('#entity h2').textContent === 'Entity ' + {before}"));
    browser.click("#despawn");
    browser.wait(&format!("{first} !== {before}"));
}

/// An entity is below itself, which is possible in a relation with `many`.
fn opens_one_level_of_a_cycle(browser: &Browser) {
    let own = "{ is: 'tree', found: 1, nodes: [{ entity: [100, 1], sources: 1, components: [] }] }";
    falsify(browser, &format!("answer.is === 'tree' ? {own} : answer"));
    browser.wait("document.querySelectorAll('#tree li').length === 1");
    browser.click("#tree button");
    browser.wait("document.querySelectorAll('#tree li').length === 2");
    browser.run("window.mend()");
    choose(browser, "relation", "");
}

/// The late answer reports that the previously chosen entity is dead; both entities have the same components.
fn shows_a_chosen_entity_after_a_late_answer(browser: &Browser) {
    lists_flagships(browser);
    browser.wait("document.querySelector('#entity .bad') !== null");
    browser.run(
        "(fetch => { window.fetch = async (...request) => {
            const answer = await fetch(...request);
            await new Promise(free => { window.free = () => { window.fetch = fetch; free(); }; });
            return answer;
        }; })(window.fetch)",
    );
    browser.wait("window.free !== undefined");
    browser.run("document.querySelectorAll('tr.row')[2].click()");
    browser.run("window.free()");
    browser.wait("document.querySelectorAll('#entity .card').length === 5");
}

/// Shows what the picture of the README shows.
fn poses(browser: &Browser) {
    lists_flagships(browser);
    browser.run("document.querySelectorAll('tr.row')[3].click()");
    browser.wait("document.querySelectorAll('tr.row')[3].classList.contains('chosen')");
    browser.wait("document.querySelectorAll('#entity .card').length === 5");
    browser.run("(() => { document.activeElement.blur(); window.scrollTo(0, 0); return true; })()");
    keep(browser, "entities.png");
}

fn lists_flagships(browser: &Browser) {
    browser.tab("Entities");
    let search = json!("Name~\"Flagship 1\" Health.current>99");
    browser.run(&format!(
        "(search => {{ search.value = {search}; search.dispatchEvent(new Event('input')); }})(document.getElementById('search'))"
    ));
    // Before the search, the list has another number of entities.
    browser.wait("document.getElementById('range').textContent === '1 to 50 of 111'");
}

/// Writes a screenshot, if a folder for screenshots is given.
fn keep(browser: &Browser, name: &str) {
    if let Some(folder) = std::env::var_os("ECS_INSPECTOR_SCREENSHOTS") {
        std::fs::write(std::path::Path::new(&folder).join(name), browser.screenshot()).unwrap();
    }
}
