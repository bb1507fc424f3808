// The page: which step is shown with whose eyes, and everything by which that is chosen.

const BEAT = 1200, LEAP = 10;

const replay = (game) => {
  const last = game.steps[game.steps.length - 1], stops = game.steps.length - 1;
  const say = (name, step) => game.say[name].replace("{step}", step).replace("{count}", last);
  const items = [...document.querySelectorAll("#events li")];
  const cards = [...document.querySelectorAll("#players li")];
  // Before its words each player and each move gets its player's sign; what nobody did has an empty place there.
  const sign = (seat) => {
    const made = element("svg", { class: "sign", "aria-hidden": "true" });
    if (seat !== null) made.append(element("use", { href: `#sign${seat}` }));
    return made;
  };
  cards.forEach((card, seat) => card.prepend(sign(seat)));
  const said = items.map((item) => item.textContent);
  const links = items.map((item, number) => {
    const link = document.createElement("a"), step = document.createElement("i"), text = document.createElement("span");
    const mover = game.movers[number];
    link.href = `#step=${game.steps[number]}`;
    step.textContent = game.steps[number];
    text.textContent = said[number];
    if (mover !== null) item.className = `of${mover}`;
    link.append(step, sign(mover), text);
    item.replaceChildren(link);
    return link;
  });

  const seen = Object.fromEntries(["boards", "boxes", "spots", "asides", "words", "motions"].map(
    (name) => [name, frames(game[name])]));
  const players = frames(game.players)[0].map((frame) => frame.map((number) => game.texts[number]));
  const scores = cards.map((_, seat) => players.map((texts) => Number(texts[3 * seat + 1])));
  const made = frames(game.made)[0].map((frame) => frame.map((number) => {
    const [step, seat, points, text] = game.points[number];
    return { step, seat, points, what: game.texts[text] };
  }));
  const symbols = elements(game.symbols), shapes = elements(game.shapes.join(""));
  const spots = game.places.map(([outline, text]) => element("polygon", {
    role: "option", points: game.outlines[outline], "aria-label": game.texts[text],
  }));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const board = at("board"), drawn = at("drawn"), point = guide(board, at("tip"));
  let stop = 0, eyes = 0, timer = 0, settle = () => {};

  const now = (name) => seen[name][eyes][stop];
  const draw = (moving) => {
    settle();
    const before = moving ? places(drawn) : null;
    board.setAttribute("viewBox", `0 0 ${now("boxes").join(" ")}`);
    board.setAttribute("aria-label", say("board", game.steps[stop]));
    drawn.replaceChildren(...symbols, ...now("boards").map((number) => shapes[number]));
    point(now("spots").map((number) => spots[number]));
    beside();
    const motions = now("motions").map((number) => game.ways[number]);
    if (moving) settle = glide(drawn, before, motions, Math.min(1, 1 / Number(at("speed").value)));
  };

  // What the game says beside its board: a picture for the eye, and above it the parts that are read aloud.
  const turn = (tab) => {
    at("tabs").parentElement.dataset.tab = tab;
    for (const button of at("tabs").children) button.setAttribute("aria-pressed", button.dataset.tab === tab);
  };
  const put = (children, x, y) => {
    const made = element("g", { transform: `translate(${x} ${y})` });
    made.append(...children);
    return made;
  };
  const placed = (number) => {
    const [shape, x, y] = game.placed[number];
    return put([shapes[shape].cloneNode(true)], x, y);
  };
  const beside = () => {
    const layer = element("g", { class: "parts", fill: "transparent" }), shown = element("g", { "aria-hidden": "true" });
    let end = 0;
    for (const [above, height, text, ...inside] of now("asides").map((number) => game.parts[number])) {
      const y = end + above;
      shown.append(put(inside.map(placed), 0, y));
      layer.append(element("rect", { role: "img", y, width: game.wide, height, "aria-label": game.texts[text] }));
      end = y + height;
    }
    at("column").setAttribute("viewBox", `0 0 ${game.wide} ${Math.ceil(end)}`);
    at("column").replaceChildren(shown, layer);
    at("column").classList.toggle("empty", !end);
    at("aside").hidden = at("tabs").hidden = !seen.asides[eyes].some((parts) => parts.length);
    if (at("aside").hidden) turn("chronicle");
  };

  const tell = () => {
    const step = game.steps[stop], where = say("step", step);
    cards.forEach((card, seat) => {
      const [turn, points, tally] = players[stop].slice(3 * seat, 3 * seat + 3);
      card.classList.toggle("moves", turn !== "");
      card.querySelector(".turn").textContent = turn ? say("turn") : "";
      card.querySelector(".points").textContent = points;
      card.querySelector(".unseen").textContent = points && game.say.points.replace("{points}", points);
      card.querySelector(".tally").textContent = tally;
    });
    at("words").replaceChildren(...now("words").map((number) => {
      const item = document.createElement("li");
      item.textContent = game.texts[number];
      return item;
    }));
    const result = stop === stops && document.querySelector("#result p");
    at("said").textContent = `${where}. ${result ? result.textContent : said[stop]}`;
    at("slider").value = stop;
    at("slider").setAttribute("aria-valuetext", where);
    at("step").value = step;
  };

  // What is not yet known has no table; nor have points that nobody has.
  const account = () => {
    const players = cards.map((_, seat) => ({
      sign: sign(seat), name: game.names[seat], points: scores[seat][stop],
    }));
    const shown = tables(players, made[stop], say);
    document.querySelector("#made .tables").replaceChildren(...shown);
    at("made").hidden = !shown.length;
  };

  const chronicle = () => {
    const all = at("ahead").checked || stop === stops;
    at("result").hidden = !all;
    links.forEach((link, number) => {
      link.parentElement.hidden = !all && number > stop;
      if (number === stop) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    const item = links[stop].parentElement, list = at("events");
    list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
    if (players[0][1] === "") return;
    account();
    curve(at("curve"), scores, stop, all ? stops : stop);
    const told = game.names.map((name, seat) => `\u2068${name}\u2069 ${players[stop][3 * seat + 1]}`).join(", ");
    at("curve").setAttribute("aria-label", `${say("step", game.steps[stop])}: ${told}`);
  };

  const show = (next, moving = false) => {
    const from = stop;
    stop = Math.max(0, Math.min(next, stops));
    draw(moving && stop === from + 1 && !still.matches);
    tell();
    chronicle();
    const hash = `#step=${game.steps[stop]}` + (eyes ? `&eyes=${eyes}` : "");
    if (location.hash !== hash) history.replaceState(null, "", hash);
  };

  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    at("play").textContent = say("play");
  };
  const beat = () => {
    show(stop + 1, true);
    if (stop === stops) pause();
    else timer = setTimeout(beat, BEAT / Number(at("speed").value));
  };
  const play = () => {
    if (timer) return pause();
    if (stop === stops) show(0);
    at("play").textContent = say("pause");
    timer = setTimeout(beat, BEAT / Number(at("speed").value) / 2);
  };
  const go = (next, moving) => { pause(); show(next, moving); };
  const jump = (step) => go(game.steps.findLastIndex((one) => one <= step));

  const look = (next) => {
    eyes = next % seen.boards.length;
    at("eyes").value = eyes;
    show(stop);
  };
  const arrive = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const view = asked.get("eyes"), step = asked.get("step");
    if (view !== null && /^\d{1,2}$/.test(view) && Number(view) < seen.boards.length) eyes = Number(view);
    at("eyes").value = eyes;
    if (step !== null && /^\d{1,6}$/.test(step)) jump(Number(step));
    else show(stop);
  };

  const keys = {
    s: () => look(eyes + 1), " ": play,
    ArrowLeft: () => go(stop - 1), ArrowRight: () => go(stop + 1, true), Home: () => go(0), End: () => go(stops),
    "Shift ArrowLeft": () => go(stop - LEAP), "Shift ArrowRight": () => go(stop + LEAP),
  };
  document.addEventListener("keydown", (event) => {
    const busy = event.target.closest("input, select") || (event.key === " " && event.target.closest("button, a"));
    const key = (event.shiftKey ? "Shift " : "") + event.key;
    if (busy || event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]();
  });
  for (const button of at("tabs").children) {
    button.addEventListener("click", () => { turn(button.dataset.tab); chronicle(); });
  }
  at("first").addEventListener("click", keys.Home);
  at("back").addEventListener("click", keys.ArrowLeft);
  at("on").addEventListener("click", keys.ArrowRight);
  at("last").addEventListener("click", keys.End);
  at("play").addEventListener("click", play);
  at("slider").addEventListener("input", () => go(Number(at("slider").value), true));
  at("step").addEventListener("change", () => jump(Number(at("step").value) || 0));
  at("eyes").addEventListener("change", () => look(Number(at("eyes").value)));
  at("ahead").addEventListener("change", chronicle);
  addEventListener("hashchange", arrive);

  for (const id of ["stage", "bar", "said", "told"]) at(id).hidden = false;
  document.querySelector(".ahead").hidden = document.querySelector(".keys").hidden = false;
  at("points").hidden = players[0][1] === "";
  arrive();
};

unpack(at("game").textContent).then(replay).catch((problem) => {
  at("trouble").hidden = false;
  console.error(problem);
});
