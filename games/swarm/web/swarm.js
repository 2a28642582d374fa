// What the page does for the game: it keeps a save in local storage, and shows counters in `window.swarm`.
const SAVE = "swarm.save";
const written = [];
let stored = "";
window.swarm = {};

miniquad_add_plugin({
  name: "swarm",
  version: 1,
  register_plugin(imports) {
    imports.env.swarm_report = (frame, entities, phase, x, y, message) => {
      window.swarm = { frame, entities, phase: ["title", "play", "pause", "over"][phase], x, y,
        message: ["", "saved", "loaded", "failed"][message] };
    };
    imports.env.swarm_write = (byte) => {
      written.push(String.fromCharCode(byte));
    };
    imports.env.swarm_store = () => {
      const save = btoa(written.splice(0).join(""));
      try {
        localStorage.setItem(SAVE, save);
        return 1;
      } catch {
        return 0;
      }
    };
    imports.env.swarm_stored = () => {
      try {
        stored = atob(localStorage.getItem(SAVE) ?? "");
      } catch {
        stored = "";
      }
      return stored.length;
    };
    imports.env.swarm_read = (place) => stored.charCodeAt(place);
  },
});
