// One table's result on the referee's phone: pick, check, both sides, send, receipt. One step is shown at a time.
// What was entered is kept (levels and ids only) until the server has acknowledged it.
import { announce } from "./page.js";
import { all, fill, keeping, problem, showStep } from "./referee-form.js";
import * as result from "./referee-result.js";
import { newKey, send } from "./referee-send.js";

const config = JSON.parse(document.getElementById("result-config").textContent);
const root = document.querySelector("[data-result]");
let draft = null;
let busy = false;

const storage = keeping(config.storage, () => problem(config.words.no_storage));

function fresh(more) {
  return {
    key: newKey(), standing: config.standing, step: "pick", levels: [null, null], outcome: "played", sides: [],
    winner: null, scores: [null, null], dealer_side: null, no_deal: false, corrects: null, reason: "", observed_at: null, late: config.late, sent: false, ...more,
  };
}

function keep() {
  storage.put(draft);
}

function kept() {
  const found = storage.take();
  // What was sent without an answer is sent again whatever stands now; a mere draft ends with a newer version.
  return found && (found.sent || found.standing === config.standing) ? found : null;
}

function asking() {
  return [0, 1].find((side) => !draft.sides.some((said) => said.side === side));
}

function showSide() {
  const side = asking();
  const head = root.querySelector("[data-side-head]");
  head.textContent = fill(config.words.side, { side: config.sides[side].words });
  root.querySelector("[data-side-says]").textContent = result.saidBy(side, draft, config);
  head.focus();
}

function show(step) {
  if (draft) {
    draft.step = step;
    keep();
  }
  showStep(step);
  if (draft && step !== "pick") {
    const words = result.isFilled(draft, config) ? result.sentence(draft, config) : "";
    for (const place of all("[data-sentence]")) place.textContent = words;
    for (const part of all("[data-played-only]")) part.hidden = draft.outcome !== "played";
    for (const part of all("[data-forfeit-only]")) part.hidden = draft.outcome === "played";
  }
  if (step === "pick") showPads();
  if (step === "side") showSide();
  if (step === "check") {
    const [first, second] = config.deals.levels;
    root.querySelector("[data-differs]").hidden = !result.differs(draft, config);
    root.querySelector("[data-differs-words]").textContent = fill(config.words.differs, { first, second });
    announce(result.sentence(draft, config));
  }
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
  result.showPicks(draft);
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
  announce(fill(config.words.announced, { state: answer.state_words, sentence: answer.sentence }));
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
  if (answer.code === "lots_winner_needed") show("lots");
  else if (answer.code === "dealer_side_needed") show("deals-next");
  else show(status === 422 ? "pick" : "check");
}

function form() {
  return {
    key: draft.key, match: config.match, round: config.round, table: config.table,
    ...result.content(draft, config),
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
  const lacks = result.lacks(draft, config);
  if (lacks) return problem(lacks);
  if (draft.corrects !== null && !draft.reason) return problem(config.words.reason);
  problem("");
  draft.outcome = "played";
  draft.observed_at = new Date().toISOString();
  return show(result.asksOnEqual(draft, config) ?? "check");
}

// The levels of a match kept deal by deal go to both sides at once.
function takeFromDeals() {
  if (config.deals.forfeit) {
    draft = fresh({ outcome: config.deals.forfeit, observed_at: new Date().toISOString() });
    window.history.replaceState(null, "", window.location.pathname);
    return show("check");
  }
  const needsReason = config.own !== null && config.own.state !== "submitted";
  draft = fresh({ levels: [...config.deals.levels], corrects: needsReason ? config.own.version : null });
  window.history.replaceState(null, "", window.location.pathname);
  if (needsReason) show("pick");
  else check();
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
    draft = fresh({ ...config.own.content, corrects: needsReason ? config.own.version : null });
    show("pick");
  },
  other() { draft = fresh(); show("pick"); },
  pick() {
    renew();
    draft = { ...draft, outcome: "played", dealer_side: null, no_deal: false };
    if (config.report.kind !== "winner") draft.winner = null;
    problem("");
    show("pick");
  },
  ask() { draft.sides = []; show("side"); },
  yes() { said(true); },
  skip() { said(false); },
  send() { submit(); },
  retry() { submit(); },
  late() { draft.late = true; submit(); },
  reload() { window.location.reload(); },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do], [data-step-by], [data-outcome], [data-digit], button[data-deals-next], [data-lots]");
  if (!button || busy) return;
  if (button.dataset.do) doing[button.dataset.do]();
  else if (button.dataset.stepBy) stepBeyond(button);
  else if (button.dataset.digit) {
    draft = result.typed(draft, button.dataset.digit);
    keep();
    result.showPicks(draft);
  } else if ("dealsNext" in button.dataset) {
    const side = button.dataset.dealsNext;
    draft = { ...draft, dealer_side: side === "" ? null : Number(side), no_deal: side === "" };
    show(result.asksOnEqual(draft, config) ?? "check");
  } else if (button.dataset.lots) {
    draft.winner = Number(button.dataset.lots);
    show("check");
  } else {
    renew();
    draft = { ...draft, outcome: button.dataset.outcome, observed_at: new Date().toISOString() };
    show("check");
  }
});

root.addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (name === "reason") draft.reason = value;
  else if (name === "winner") draft.winner = value === "draw" ? value : Number(value);
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
else if (window.location.hash === "#deals" && (config.deals.count || config.deals.forfeit)) takeFromDeals();
else if (draft) show(draft.step === "sending" ? "check" : draft.step);
else if (config.standing) show("stored");
else {
  draft = fresh();
  show("pick");
}
