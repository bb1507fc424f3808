// The link to the client: what the page says goes there, and everything that it shows comes from there.

export const at = (id) => document.getElementById(id);
export const say = { ...at("labels").dataset };
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// What is pasted with line breaks, such as a mail or several moves, keeps blanks for them, which a field of one line
// would swallow.
export const pasted = (input) => input.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text").trim();
  if (!text.includes("\n")) return;
  event.preventDefault();
  input.setRangeText(text.replace(/\s*\r?\n\s*/g, " "), input.selectionStart, input.selectionEnd, "end");
  input.dispatchEvent(new Event("input"));
});
const AGAIN = 1000, TRIES = 6, SOON = 2;

let socket = null, tries = 0, shown = null, asleep = false;

export const send = (said) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said));
};

// Listen until the client has gone for good: `lost` is told so, after a moment in which it may come back.
export const listen = (page) => {
  shown = page;
  socket = new WebSocket(new URL("stream", location.href.replace(/^http/, "ws")));
  socket.addEventListener("open", () => { tries = 0; page.began(); });
  socket.addEventListener("message", ({ data }) => page.take(JSON.parse(data)));
  socket.addEventListener("close", () => {
    tries += 1;
    page.lost(tries >= SOON);
    // Phones lose their network for a while, and come back; one that is not looked at waits until somebody looks.
    const waits = document.body.classList.contains("phone") && document.visibilityState === "visible";
    if (tries <= TRIES || waits) setTimeout(() => listen(page), AGAIN);
    else asleep = true;
  });
};

// A phone that slept may have given up; what it shows is taken up again once somebody looks.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || !asleep) return;
  asleep = false;
  tries = 0;
  listen(shown);
});
