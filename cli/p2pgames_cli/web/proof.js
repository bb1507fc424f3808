// What the game of this page proves, and any file that is dropped on it: checked in a worker, told in words.

const LARGEST = 16777216;
// Reasons of which the sentence alone does not say where it is wrong.
const DETAILED = ["text", "parts", "form", "genesis", "unsigned", "branch", "rules", "series"];

const proving = async () => {
  const words = await unpack(at("sentences").textContent), program = await textOf(at("verifier").textContent);
  const own = at("log").textContent && await inflated(at("log").textContent, LARGEST);
  let worker = null;

  // What others have written: nothing of it may hide, or turn the sentence around it.
  // Joiners between what is seen may stay, and the flags of parts of countries: see the verifier's lib/text.js.
  const kept = [
    /(?<=[^\p{C}\p{Z}\p{ASCII}\p{CWCM}])[\u200c\u200d](?=[^\p{C}\p{Z}\p{ASCII}\p{CWCM}])/u,
    /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?= |$)/u,
    /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/u,
  ].map(({ source }) => source).join("|");
  const hidden = new RegExp(`(${kept})|[\\p{C}\\p{Zl}\\p{Zp}]`, "gu");
  const clean = (text) => text.replace(hidden, (sign, keeps) => keeps ?? `\\u{${sign.codePointAt(0).toString(16)}}`);
  const apart = (text) => `\u2068${clean(text)}\u2069`;
  const say = (name, given = {}) =>
    words[name].replace(/\{(\w+)\}/g, (whole, key) => given[key] === undefined ? whole : String(given[key]));

  const make = (tag, ...inside) => {
    const made = document.createElement(tag);
    made.append(...inside);
    return made;
  };
  const listed = (heading, texts) => texts.length ? [make("h3", heading), make("ul", ...texts.map((text) => make("li", text)))] : [];
  const names = (verdict, seats) => seats.map((seat) => apart(verdict.seats[seat].name)).join(", ");
  const game = (verdict) => words.games[verdict.game] ?? apart(verdict.game);
  // What is said in one sentence: a game can be in order though somebody in it was at fault.
  const told = ({ grade, faults }) => grade === "finished" && faults.length ? "atfault" : grade;
  const sound = ({ grade }) => grade === "finished" || grade === "running";

  const checked = (verdict) => {
    if (verdict.grade === "invalid") return [];
    if (!sound(verdict)) return [say("signatures", { count: verdict.checks.signatures })];
    const { checks, rounds, mode, grade, basis, follows } = verdict, counted = ["rolls", "shuffles", "shares"];
    return [
      say("signatures", { count: checks.signatures }),
      say("rounds", { count: rounds }),
      ...counted.filter((name) => checks[name]).map((name) => say(name, { count: checks[name] })),
      ...(mode === "full" ? [say("rules", { game: game(verdict) })] : []),
      ...(checks.reveals ? [say("reveals", { count: checks.reveals, seats: verdict.seats.length })] : []),
      ...(grade === "finished" ? [`${say(mode === "full" ? "follows" : "signed")} ${words.bases[basis] ?? ""}`] : []),
      ...(follows ? [say("series")] : []),
    ];
  };
  const unchecked = (verdict) => {
    if (!sound(verdict)) return [];
    const { mode, unrevealed, other_results: other, previous, follows } = verdict;
    return [
      ...(mode === "full" ? [] : [say("norules", { game: game(verdict) })]),
      ...(verdict.disputed.length ? [say("disputed", { rounds: verdict.disputed.join(", ") })] : []),
      ...(unrevealed.length ? [say("unrevealed", { names: names(verdict, unrevealed) })] : []),
      ...(other.length ? [say("other", { names: names(verdict, other) })] : []),
      ...(previous && follows === null ? [say("alone")] : []),
      say("people"),
    ];
  };

  const evidence = (verdict) => {
    if (!verdict.faults.length) return [];
    const shown = verdict.faults.flatMap(({ round, seat, kind, records }) => [
      make("p", say(kind, { name: apart(verdict.seats[seat].name), round })),
      make("p", say("unforged", { name: apart(verdict.seats[seat].name) })),
      ...records.map((record, number) => make("figure",
        make("figcaption", say("record", { number: number + 1, count: records.length })),
        make("pre", clean(`${record.kind} ${JSON.stringify(record.says)}`)),
        make("p", `SHA-256 ${record.hash}`), make("p", `${say("signature")} ${record.signature}`))),
    ]);
    const ends = verdict.faults.some(({ kind }) => kind === "equivocation" || kind === "false absence");
    const without = ends ? [make("p", say("noresult"))] : [];
    return [make("h3", say("evidence")), ...shown, ...without];
  };

  const signers = (verdict) => {
    const placed = verdict.seats.some(({ place }) => place !== null), scored = verdict.seats.some(({ score }) => score !== null);
    const heads = ["player", ...(placed ? ["place"] : []), ...(scored ? ["points"] : []), "key"];
    const cell = (text) => make("td", text === null ? "–" : String(text));
    const rows = verdict.seats.map(({ name, key, place, score }) => {
      const player = make("th", make("bdi", clean(name)));
      player.scope = "row";
      return make("tr", player, ...(placed ? [cell(place)] : []), ...(scored ? [cell(score)] : []), make("td", make("code", key)));
    });
    const head = make("tr", ...heads.map((name) => { const made = make("th", say(name)); made.scope = "col"; return made; }));
    const by = verdict.by.map(({ seat, round, name, key }) =>
      say("by", { player: apart(verdict.seats[seat].name), name: apart(name), round, key }));
    const title = make("caption", say("signers"));
    return verdict.seats.length ? [make("table", title, make("thead", head), make("tbody", ...rows)), ...listed(say("handed"), by)] : [];
  };

  const article = (name, verdict) => {
    const { grade, why, reason, contested } = verdict, made = make("article");
    made.className = `grade ${grade}`;
    const detail = make("span", clean(why));
    detail.lang = "en";
    const detailed = DETAILED.includes(reason) ? [make("p", make("small", say("detail"), " ", detail))] : [];
    const refusal = reason === null ? [] : [make("p", words.reasons[reason]), ...detailed];
    const which = verdict.game === null ? "" : ` (${game(verdict)}, ${verdict.game_id.slice(0, 16)})`;
    if (name !== null) made.append(make("h2", make("bdi", clean(name)), which), make("p", make("strong", say(told(verdict)))));
    made.append(...refusal, ...(contested ? [make("p", say("contested"))] : []));
    made.append(...evidence(verdict), ...listed(say("checked"), checked(verdict)), ...listed(say("unchecked"), unchecked(verdict)), ...signers(verdict));
    return made;
  };

  const tell = (grade, text) => {
    at("proof").dataset.grade = grade;
    if (at("verdict").textContent !== text) at("verdict").textContent = text;
  };
  const worst = (verdicts) => ["cheated", "invalid", "part", "running", "finished"].find((grade) => verdicts.some((each) => each.grade === grade));

  const stop = () => {
    worker?.terminate();
    worker = null;
    at("progress").hidden = true;
  };
  const check = (files) => {
    stop();
    at("found").replaceChildren();
    at("progress").hidden = false;
    at("progress").value = 0;
    tell("", say("checking"));
    const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
    worker = new Worker(address);
    const failed = () => { stop(); tell("invalid", say("failed")); };
    worker.onerror = failed;
    worker.onmessageerror = failed;
    worker.onmessage = ({ data: { program: hash, done, verdicts } }) => {
      if (hash !== undefined) at("hash").textContent = hash;
      if (done !== undefined) at("progress").value = done;
      if (verdicts === undefined) return;
      stop();
      URL.revokeObjectURL(address);
      at("found").replaceChildren(...verdicts.map((verdict) => article(files[verdict.file].name, verdict)));
      const grade = worst(verdicts) ?? "ready", faulty = verdicts.find((each) => told(each) === "atfault");
      tell(grade, say(grade === "finished" && faulty ? "atfault" : grade));
    };
    worker.postMessage({ files: files.map(({ bytes }) => bytes), program });
  };

  // A page such as this one is checked by the game that it carries.
  const carried = async (bytes) => {
    const text = bytes.length > 15 && new TextDecoder().decode(bytes.subarray(0, 15)).toLowerCase() === "<!doctype html>"
      ? new TextDecoder().decode(bytes) : "";
    const [, packed] = text.match(/ id="log">([^<]+)</) ?? [];
    return packed ? inflated(packed, LARGEST) : bytes;
  };
  const read = async (file) => {
    const bytes = file.size > LARGEST ? new Uint8Array(LARGEST + 1) : new Uint8Array(await file.arrayBuffer());
    return { name: file.name, bytes: await carried(bytes).catch(() => bytes) };
  };
  const take = async (files) => {
    if (!files.length) return;
    at("proof").open = true;
    try {
      check(await Promise.all([...files].map(read)));
    } catch {
      stop();
      tell("invalid", say("unreadable"));
    }
    at("proof").scrollIntoView();
  };

  at("file").addEventListener("change", () => take(at("file").files).then(() => { at("file").value = ""; }));
  const pasted = (text) => {
    if (/END P2PGAMES PACK/.test(text)) take([new File([text], say("pasted"))]);
  };
  at("lines").addEventListener("input", () => pasted(at("lines").value));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length) take(files);
    else pasted(event.dataTransfer.getData("text"));
  });
  at("again").addEventListener("click", () => check([{ name: null, bytes: own }]));
  at("save").addEventListener("click", () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([own]));
    link.download = "game.p2pg";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  at("again").hidden = at("save").hidden = !own;
  at("proof").hidden = false;
  check(own ? [{ name: null, bytes: own }] : []);
};

proving().catch((problem) => {
  at("old").hidden = false;
  console.error(problem);
});
