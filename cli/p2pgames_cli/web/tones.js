// The colours that the reader chooses.

const KEPT = "p2pgames-colours";

// Where the page was not written to a place that may keep things, the colours are chosen anew each time.
const kept = (use) => { try { return use(localStorage); } catch { return null; } };
const tint = (name) => {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
};
at("theme").addEventListener("change", () => {
  tint(at("theme").value);
  kept((store) => store.setItem(KEPT, at("theme").value));
});
at("theme").value = kept((store) => store.getItem(KEPT)) ?? "";
tint(at("theme").value);
at("tones").hidden = false;
// On paper light colours, whatever the screen has.
addEventListener("beforeprint", () => tint("light"));
addEventListener("afterprint", () => tint(at("theme").value));
