// Phones: the codes that lead them to a seat; on a phone, what concerns that one alone.

import { element } from "./shared.js";
import { at, say, send } from "./link.js";

export const drawCode = (svg, { side, path }) => {
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.replaceChildren(element("rect", { width: side, height: side, fill: "#fff" }), element("path", { d: path, fill: "#000" }));
};

const seat = ({ name, there, code, link, here }) => {
  const made = document.createElement("li"), who = document.createElement("b"), what = document.createElement("span");
  who.textContent = name;
  what.textContent = code ? (name || here ? say.scan : say.scan_own) : there ? say.seated : "";
  made.append(who, what);
  if (!code) return made;
  const svg = element("svg", { role: "img", "aria-label": "QR" });
  drawCode(svg, code);
  made.append(svg);
  if (link) {
    const shown = document.createElement("code");
    shown.textContent = link;
    made.append(shown);
  }
  return made;
};

let lock = null;
const stayOn = async () => {
  // Only where the page comes by HTTPS do browsers let it keep the screen on.
  if (document.visibilityState !== "visible" || !navigator.wakeLock || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; }
};

export const showPhones = ({ phones, phone, table, turn }) => {
  const own = phone?.code ? [{ name: "", there: 0, code: phone.code, here: true }] : [];
  const listed = [...(phones ?? []), ...own], open = listed.filter((one) => one.code);
  document.body.classList.toggle("phone", Boolean(phone));
  document.body.classList.toggle("common", Boolean(table?.common));
  at("phones").hidden = !open.length;
  at("phones").firstElementChild.replaceChildren(...(table?.common ? listed : open).map(seat));
  at("others").hidden = !(phone?.there > 1);
  at("device").hidden = !phone;
  if (!phone) return;
  stayOn();
  called(Boolean(turn?.mine));
};

// What happens at this phone when its player is to move: each phone has its own choice.
const KEPT = "p2pgames-call";
let mine = null, sound = null;
const called = (now) => {
  const before = mine;
  mine = now;
  if (now && before === false) call();
};
const call = () => {
  if (at("call").value === "vibrate") navigator.vibrate?.(200);
  else if (at("call").value === "sound" && sound) {
    const tone = sound.createOscillator(), loud = sound.createGain();
    tone.frequency.value = 660;
    loud.gain.setValueAtTime(0.2, sound.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.4);
    tone.connect(loud).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.4);
  }
};
// Browsers let a page sound only once somebody has touched it.
const wake = () => { if (at("call").value === "sound") { sound ??= new AudioContext(); sound.resume(); } };
if (!navigator.vibrate) at("call").querySelector("[value=vibrate]").remove();
at("call").value = localStorage.getItem(KEPT) ?? "";
at("call").addEventListener("change", () => { localStorage.setItem(KEPT, at("call").value); wake(); call(); });
document.addEventListener("pointerdown", wake);
document.addEventListener("visibilitychange", () => { if (document.body.classList.contains("phone")) stayOn(); });
at("another").addEventListener("click", () => send({ another: true }));
at("others").lastElementChild.addEventListener("click", () => send({ alone: true }));
