// One table's result on the referee's phone: pick, check, both sides, send, receipt. One step is shown at a time.
// What was entered is kept (levels and ids only) until the server has acknowledged it.
import { announce } from "./page.js";
import { newKey, send } from "./referee-send.js";

const config = JSON.parse(document.getElementById("result-config").textContent);
const root = document.querySelector("[data-result]");
let draft = null;
let busy = false;

const all = (selector) => Array.from(document.querySelectorAll(selector));
const fill = (words, values) => words.replace(/%\((\w+)\)[sd]/g, (_, name) => values[name] ?? "");
const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : "0");

function fresh(more) {
  return {
    key: newKey(), standing: config.standing, step: "pick", levels: [null, null], outcome: "played", sides: [],
    corrects: null, reason: "", observed_at: null, late: config.late, sent: false, ...more,
  };
}

function keep() {
  try {
    if (draft) sessionStorage.setItem(config.storage, JSON.stringify(draft));
    else sessionStorage.removeItem(config.storage);
  } catch {
    problem(config.words.no_storage);
  }
}

function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(config.storage));
    // What was sent without an answer is sent again whatever stands now; a mere draft ends with a newer version.
    return found && (found.sent || found.standing === config.standing) ? found : null;
  } catch {
    return null;
  }
}

function points() {
  if (draft.outcome !== "played") return config.forfeits[draft.outcome];
  const ahead = config.labels.indexOf(draft.levels[0]) - config.labels.indexOf(draft.levels[1]);
  return [ahead, -ahead];
}

function sentence() {
  const [first, second] = points();
  const winner = second > first || draft.outcome === "forfeit_0" ? 1 : 0;
  const [own, other] = [config.sides[winner], config.sides[1 - winner]];
  const gap = Math.abs(first);
  const played = first === second ? "equal" : gap === 1 ? "one" : "many";
  const kind = draft.outcome === "played" ? played : draft.outcome === "forfeit_both" ? "both" : "absent";
  return fill(config.sentences[kind], {
    winner: own.words, winner_lot: own.lot, winner_level: draft.levels[winner], gain: signed(points()[winner]),
    loser: other.words, loser_lot: other.lot, loser_level: draft.levels[1 - winner], loss: signed(points()[1 - winner]),
    levels: gap,
  });
}

function problem(words, { late = false, links = false } = {}) {
  root.querySelector("[data-problem]").hidden = !words;
  root.querySelector("[data-problem-text]").textContent = words ?? "";
  root.querySelector("[data-problem-links]").hidden = !links;
  root.querySelector("[data-do=late]").hidden = !late;
  if (words) root.querySelector("[data-problem]").scrollIntoView({ block: "center" });
}

function asking() {
  return [0, 1].find((side) => !draft.sides.some((said) => said.side === side));
}

function showSide() {
  const side = asking();
  const head = root.querySelector("[data-side-head]");
  head.textContent = fill(config.words.side, { side: config.sides[side].words });
  root.querySelector("[data-side-says]").textContent = fill(config.words.mine, {
    own: draft.levels[side], other: draft.levels[1 - side],
  });
  head.focus();
}

function show(step) {
  if (draft) {
    draft.step = step;
    keep();
  }
  for (const part of all("[data-step]")) part.hidden = part.dataset.step !== step;
  if (draft && step !== "pick") {
    const words = draft.levels[0] !== null || draft.outcome !== "played" ? sentence() : "";
    for (const place of all("[data-sentence]")) place.textContent = words;
    for (const part of all("[data-played-only]")) part.hidden = draft.outcome !== "played";
    for (const part of all("[data-forfeit-only]")) part.hidden = draft.outcome === "played";
  }
  if (step === "pick") showPads();
  if (step === "side") showSide();
  if (step === "check") announce(sentence());
  window.scrollTo(0, 0);
}

function setBeyond(pad, label) {
  const input = pad.querySelector("[data-beyond]");
  input.value = label;
  input.nextElementSibling.textContent = label;
}

function showPads() {
  for (const pad of all("[data-pad]")) {
    const level = draft.levels[Number(pad.dataset.pad.slice(-1))];
    if (config.labels.indexOf(level) >= config.named) setBeyond(pad, level);
    for (const input of pad.querySelectorAll("input")) input.checked = input.value === level;
  }
  root.querySelector("[data-correction]").hidden = draft.corrects === null;
  for (const part of all("[data-absent]")) part.hidden = draft.corrects !== null;
  for (const input of all("input[name=reason]")) input.checked = input.value === draft.reason;
}

// The keys that count on past the last level come out from under the bar.
function showSteps(pad) {
  pad.querySelector("[data-step-by]").scrollIntoView({ block: "nearest" });
}

function stepBeyond(button) {
  const pad = button.closest("[data-pad]");
  const input = pad.querySelector("[data-beyond]");
  const now = config.labels.indexOf(input.value) + (input.checked ? Number(button.dataset.stepBy) : 0);
  setBeyond(pad, config.labels[Math.min(Math.max(now, config.named), config.labels.length - 1)]);
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  announce(input.value);
}

// A changed content is another form: a key is never used for two.
function renew() {
  draft = { ...draft, key: newKey(), sides: [], sent: false };
}

function receipt(answer) {
  draft = null;
  keep();
  problem("");
  for (const part of all("[data-receipt-state]")) part.hidden = part.dataset.receiptState !== answer.state;
  root.querySelector("[data-receipt-sentence]").textContent = answer.sentence;
  root.querySelector("[data-receipt-time]").textContent = fill(config.words.stored, {
    time: answer.received_time, version: answer.version,
  });
  show("receipt");
  announce(`${answer.state_words}. ${answer.sentence}`);
}

function refused({ refused: answer, status }) {
  if (status === 403) {
    problem(answer.code === "table_not_yours" ? answer.message : config.words.signed_out, { links: true });
    show("sending");
    return;
  }
  const old = answer.code === "page_old";
  problem(answer.message, { links: status === 409, late: old });
  // Nothing was stored: what both sides said holds for the same content under a new key.
  draft = { ...draft, key: newKey(), sent: false };
  show(status === 422 ? "pick" : "check");
}

function form() {
  return {
    key: draft.key, match: config.match, round: config.round, table: config.table, outcome: draft.outcome,
    levels: draft.outcome === "played" ? draft.levels : null,
    confirmed_sides: draft.sides.filter((said) => said.yes).map((said) => said.side),
    observed_at: draft.observed_at, corrects: draft.corrects, reason: draft.reason, late: draft.late,
  };
}

async function submit() {
  if (busy) return;
  busy = true;
  const say = (words) => (root.querySelector("[data-sending]").textContent = words);
  draft.sent = true;
  problem("");
  show("sending");
  say(config.words.sending);
  for (const part of all("[data-unsent]")) part.hidden = true;
  const answer = await send(config.url, form(), () => say(config.words.again));
  busy = false;
  if (answer?.receipt) receipt(answer.receipt);
  else if (answer) refused(answer);
  else say(config.words.stopped);
}

function check() {
  if (draft.levels.includes(null)) return problem(config.words.levels);
  if (draft.corrects !== null && !draft.reason) return problem(config.words.reason);
  problem("");
  draft.outcome = "played";
  draft.observed_at = new Date().toISOString();
  return show("check");
}

function said(yes) {
  if (busy) return;
  draft.sides.push({ side: asking(), yes });
  keep();
  if (asking() === undefined) submit();
  else show("side");
}

const doing = {
  check,
  absent() { root.querySelector("[data-absent]").open = true; },
  correct() {
    const needsReason = config.own.state !== "submitted";
    draft = fresh({ levels: [...config.own.levels], corrects: needsReason ? config.own.version : null });
    show("pick");
  },
  other() { draft = fresh(); show("pick"); },
  pick() { renew(); draft.outcome = "played"; problem(""); show("pick"); },
  ask() { draft.sides = []; show("side"); },
  yes() { said(true); },
  skip() { said(false); },
  send() { submit(); },
  retry() { submit(); },
  late() { draft.late = true; submit(); },
  reload() { window.location.reload(); },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do], [data-step-by], [data-outcome]");
  if (!button || busy) return;
  if (button.dataset.do) doing[button.dataset.do]();
  else if (button.dataset.stepBy) stepBeyond(button);
  else {
    renew();
    draft = { ...draft, outcome: button.dataset.outcome, observed_at: new Date().toISOString() };
    show("check");
  }
});

root.addEventListener("change", (event) => {
  if (event.target.name === "reason") draft.reason = event.target.value;
  else if (event.target.closest("[data-pad]")) {
    draft.levels[Number(event.target.name.slice(-1))] = event.target.value;
    announce(event.target.value);
    if ("beyond" in event.target.dataset) showSteps(event.target.closest("[data-pad]"));
  }
  keep();
});

window.addEventListener("online", () => {
  if (draft?.sent) submit();
});

root.hidden = false;
draft = kept();
if (draft?.sent) submit();
else if (draft) show(draft.step === "sending" ? "check" : draft.step);
else if (config.standing) show("stored");
else {
  draft = fresh();
  show("pick");
}
