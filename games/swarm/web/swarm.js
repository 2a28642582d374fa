// What the page does for the game: it keeps a save in local storage, and shows counters in `window.swarm`.
const SAVE = "swarm.save";
let saved = "";
window.swarm = {};

miniquad_add_plugin({
  name: "swarm",
  version: 1,
  register_plugin(imports) {
    imports.env.swarm_report = (frame, entities, phase, x, y, message) => {
      window.swarm = { frame, entities, phase: ["title", "play", "pause", "over"][phase], x, y,
        message: ["", "saved", "loaded", "failed"][message] };
    };
    imports.env.swarm_store = (at, length) => {
      let text = "";
      for (const byte of new Uint8Array(wasm_memory.buffer, at, length)) text += String.fromCharCode(byte);
      try {
        localStorage.setItem(SAVE, btoa(text));
        return 1;
      } catch {
        return 0;
      }
    };
    imports.env.swarm_stored = () => {
      try {
        saved = atob(localStorage.getItem(SAVE) ?? "");
      } catch {
        saved = "";
      }
      return saved.length;
    };
    imports.env.swarm_fetch = (at, length) => {
      const bytes = new Uint8Array(wasm_memory.buffer, at, length);
      for (let place = 0; place < length; place++) bytes[place] = saved.charCodeAt(place);
    };
  },
});
