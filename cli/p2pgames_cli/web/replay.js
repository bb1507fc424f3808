"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const game = JSON.parse(at("game").textContent);
  const last = game.steps[game.steps.length - 1];
  const say = (name, step) => game.say[name].replace("{step}", step).replace("{count}", last);
  const NS = "http://www.w3.org/2000/svg", WIDE = 8.4, HIGH = 17, PAD = 8, BEAT = 1200;
  const links = [...document.querySelectorAll("#events a")];
  const rows = [...document.querySelectorAll("#players tbody tr")];

  const frames = (reel) => {
    let frame = [];
    return reel.map(([length, ...changes]) => {
      frame = frame.slice(0, length);
      for (let i = 0; i < changes.length; i += 2) frame[changes[i]] = changes[i + 1];
      return frame;
    });
  };
  const views = game.views.map((view) => ({
    columns: view.columns, board: frames(view.board), beside: frames(view.beside), words: frames(view.words),
  }));
  const players = frames(game.players);
  let stop = 0, eyes = 0, timer = 0;

  const element = (name, attributes, text) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const line = (number, top) => {
    const group = element("g", {}), runs = game.rows[number];
    let column = 0;
    for (let i = 0; i < runs.length; i += 2) {
      const inks = game.inks[runs[i]].split(" "), text = runs[i + 1];
      const wide = [...text].length, inner = text.trim(), reverse = inks.includes("reverse");
      const tones = inks.filter((ink) => ink !== "ground" && ink !== "reverse").join(" ");
      if (reverse || inks.includes("ground")) {
        group.append(element("rect", {
          x: (PAD + column * WIDE).toFixed(1), y: top, width: (wide * WIDE).toFixed(1), height: HIGH,
          class: reverse ? tones : "ground",
        }));
      }
      if (inner) {
        const before = wide - [...text.trimStart()].length;
        const bold = inks.includes("bold") ? " bold" : "";
        group.append(element("text", {
          x: (PAD + (column + before) * WIDE).toFixed(1), y: top + 13,
          textLength: ([...inner].length * WIDE).toFixed(1), class: reverse ? "on" + bold : tones,
        }, inner.replaceAll(" ", "\u00a0")));
      }
      column += wide;
    }
    return group;
  };

  const draw = (svg, frame, columns, label) => {
    svg.setAttribute("viewBox", `0 0 ${Math.ceil(columns * WIDE + 2 * PAD)} ${frame.length * HIGH + 2 * PAD}`);
    svg.setAttribute("aria-label", label);
    svg.replaceChildren(...frame.map((number, row) => line(number, PAD + row * HIGH)));
  };

  const show = (next) => {
    stop = Math.max(0, Math.min(next, game.steps.length - 1));
    const step = game.steps[stop], where = say("step", step), view = views[eyes];
    const said = links[stop].lastElementChild.textContent;
    draw(at("board"), view.board[stop], view.columns, say("board", step));
    draw(at("beside"), view.beside[stop], game.beside, say("beside"));
    rows.forEach((row, seat) => {
      const [turn, points, tally] = players[stop].slice(3 * seat, 3 * seat + 3).map((number) => game.texts[number]);
      row.cells[0].textContent = turn;
      row.cells[2].textContent = points;
      row.cells[3].textContent = tally;
      row.cells[0].setAttribute("aria-label", turn ? say("turn") : "");
    });
    at("words").replaceChildren(...view.words[stop].map((number) => {
      const item = document.createElement("li");
      item.textContent = game.texts[number];
      return item;
    }));
    at("said").textContent = `${where}. ${said}`;
    at("slider").value = stop;
    at("slider").setAttribute("aria-valuetext", where);
    at("step").value = step;
    const all = at("ahead").checked || stop === game.steps.length - 1;
    at("result").hidden = !all;
    links.forEach((link, number) => {
      link.parentElement.hidden = !all && number > stop;
      if (number === stop) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    const item = links[stop].parentElement, list = at("events");
    list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
    const hash = `#step=${step}` + (eyes ? `&eyes=${eyes}` : "");
    if (location.hash !== hash) history.replaceState(null, "", hash);
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    at("play").textContent = say("play");
  };
  const play = () => {
    if (timer) return pause();
    if (stop === game.steps.length - 1) show(0);
    at("play").textContent = say("pause");
    timer = setInterval(() => {
      show(stop + 1);
      if (stop === game.steps.length - 1) pause();
    }, BEAT);
  };
  const go = (next) => { pause(); show(next); };
  const jump = (step) => go(game.steps.findLastIndex((one) => one <= step));

  const arrive = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const view = asked.get("eyes"), step = asked.get("step");
    if (view !== null && /^\d{1,2}$/.test(view) && Number(view) < views.length) eyes = Number(view);
    at("eyes").value = eyes;
    if (step !== null && /^\d{1,6}$/.test(step)) jump(Number(step));
    else show(stop);
  };

  const look = (next) => {
    eyes = next % views.length;
    at("eyes").value = eyes;
    show(stop);
  };
  const keys = {
    s: () => look(eyes + 1),
    ArrowLeft: () => go(stop - 1), ArrowRight: () => go(stop + 1), Home: () => go(0), End: () => go(Infinity), " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const busy = event.target.closest("input, select") || (event.key === " " && event.target.closest("button, summary, a"));
    if (busy || event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  at("first").addEventListener("click", keys.Home);
  at("back").addEventListener("click", keys.ArrowLeft);
  at("on").addEventListener("click", keys.ArrowRight);
  at("last").addEventListener("click", keys.End);
  at("play").addEventListener("click", play);
  at("slider").addEventListener("input", () => go(Number(at("slider").value)));
  at("step").addEventListener("change", () => jump(Number(at("step").value) || 0));
  at("eyes").addEventListener("change", () => look(Number(at("eyes").value)));
  at("ahead").addEventListener("change", () => show(stop));
  addEventListener("hashchange", arrive);
  at("stage").hidden = at("ahead").parentElement.hidden = false;
  arrive();
})();
