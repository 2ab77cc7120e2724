// A match kept deal by deal on the referee's phone. One question a screen; the server counts, this shows its answers.
// What is entered is kept (codes and figures only) until the server has acknowledged it, and sent again with the same key.
import { announce } from "./page.js";
import { all, fill, keeping, problem, showStep } from "./referee-form.js";
import { newKey, send } from "./referee-send.js";
import { beside, blank, bodyOf, dealerSide, formOf, stepOf } from "./referee-deals-entry.js";
import { byPoints, doneWords, pointsWords, showPlay, showPreview } from "./referee-deals-show.js";
import { showLate } from "./referee-late.js";
import { usePoints } from "./referee-points.js";
import * as rulings from "./referee-rulings.js";

const config = JSON.parse(document.getElementById("deals-config").textContent);
const words = config.words;
const storage = keeping(config.storage, () => problem(words.no_storage));
const at = (selector) => document.querySelector(selector);
const DECIDED_ABOVE = ["table_not_yours", "chief_disqualifies", "chief_forfeits_unit"];
const hasPlay = (answer) => Boolean(answer.play?.sides);
let play = config.play;
let draft = null;
let busy = false;

// kind: deal | remove | ruling | reverse | arrival | lateness | end; form: what was entered; body: what is sent, once.
function begin(kind, form, step) {
  draft = { kind, form, step, trail: [], key: newKey(), body: null, sent: false };
}

const keep = () => storage.put(draft);

const change = (more) => {
  draft.form = { ...draft.form, ...more };
  keep();
};

// A seat by its player's name where the line-up says who sits there, else by its side.
const who = (seat) => (play.roster[seat].known ? play.roster[seat] : play.sides[seat % 2]).words;

const here = () => ({ match: play.match, round: play.round, table: play.table });

const bodies = {
  deal: (form) => ({ ...here(), ...bodyOf(form, play), observed_at: new Date().toISOString() }),
  remove: (form) => ({ ...here(), number: form.number, reason: form.reason }),
  ruling: (form) => ({ ...here(), ...rulings.rulingBody(form, play) }),
  reverse: (form) => ({ ruling: form.ruling, reason: form.reason }),
  arrival: (form) => ({ ...here(), side: form.side, at: null }),
  lateness: (form) => ({ ...here(), side: form.side }),
};

// first screen

function home(done = "", undo = null) {
  draft = null;
  keep();
  showPlay(play, words);
  showLate(play, words);
  at("[data-done]").hidden = !done;
  at("[data-done-words]").textContent = done;
  at("[data-undo]").hidden = undo === null;
  at("[data-undo]").dataset.number = undo ?? "";
  showStep("home");
  if (done) announce(done);
}

async function refresh() {
  if (busy || draft) return;
  try {
    const response = await fetch(config.urls.play, { headers: { Accept: "application/json" }, cache: "no-store", redirect: "error" });
    const fresh = await response.json();
    if (!response.ok || !hasPlay({ play: fresh }) || draft) return;
    // Another round sits here now: what stands around the deals is of the old one.
    if (fresh.match !== play.match) window.location.reload();
    play = fresh;
    showPlay(play, words);
    showLate(play, words);
  } catch {
    // no connection now: what is shown stays, and the next alert or look at the phone asks again
  }
}

// steps

function crumbs() {
  const { form } = draft;
  const dealer = form.dealer === null ? "" : fill(words.deals_now, { who: who(form.dealer) });
  const points = form.points === null || draft.step === "points" ? "" : fill(words.points, { points: form.points });
  at("[data-crumbs]").textContent = [fill(words.deal, { number: form.number }), dealer, points].filter(Boolean).join(" · ");
  if (form.dealer === null) return;
  const [deals, attacks] = [play.sides[dealerSide(form)], play.sides[1 - dealerSide(form)]];
  for (const place of all("[data-dealer-side]")) place.textContent = deals.words;
  for (const place of all("[data-attackers]")) place.textContent = attacks.words;
}

function showParts() {
  for (const row of all("[data-part]")) {
    const held = draft.form.parts.filter(([width, length]) => `${width}-${length}` === `${row.dataset.width}-${row.dataset.length}`);
    row.querySelector("[data-count]").textContent = held.length;
  }
}

function showReason() {
  const of = { deal: words.why_corrected, remove: words.why_removed, reverse: words.why_reversed }[draft.kind];
  at("[data-reason-head]").textContent = of;
  at("[data-reason-of]").textContent = draft.said ?? "";
  for (const input of all("input[name=reason]")) input.checked = input.value === draft.form.reason;
}

function showVerdict() {
  const stage = play.time_up.stages[draft.form.stage];
  const told = play.finished ? fill(words.over, { by: play.ended_words }) : (stage?.words ?? words.as_they_stand);
  at("[data-verdict-words]").textContent = told;
  at("[data-verdict-clause]").textContent = stage?.clause ?? "";
  for (const side of [0, 1]) at(`[data-ends="${side}"]`).textContent = byPoints(play) ? pointsWords(play, side, words) : play.levels[side];
  at("[data-decision-words]").textContent = play.decision?.words ?? "";
  at("[data-decision-clause]").textContent = play.decision?.clause ?? "";
  draft.goes = stage?.verdict === "finish" && !play.finished ? "finish" : "hand_in";
}

async function preview() {
  const asked = draft;
  const body = { ...bodies.deal(asked.form), key: newKey(), preview: true };
  const state = (said) => (at("[data-preview-state]").textContent = said);
  at("[data-preview]").hidden = true;
  state(words.counting);
  const answer = await send(config.urls.deal, body, () => state(words.not_counted), hasPlay);
  if (draft !== asked || draft.step !== "check" || busy) return;
  if (answer?.refused) refused(answer);
  else if (answer) {
    state("");
    showPreview(answer.receipt.play, asked.form.number, words);
    announce(at("[data-preview-sentence]").textContent);
  }
}

const showing = {
  points() {
    usePoints(at("[data-points=points]"), {
      value: draft.form.points, highest: play.rules.card_points, told: (points) => change({ points }),
    });
  },
  parts: showParts,
  reason: showReason,
  undo: showReason,
  reversal: showReason,
  offence() { rulings.showOffences(draft.form, play, words); },
  claimed() { rulings.showOffences(draft.form, play, words); },
  "how-many"() { rulings.showHowMany(draft.form, play); },
  "own-ruling"() {
    rulings.showOffences(draft.form, play, words);
    rulings.showOwn(draft.form, play);
  },
  stage() { for (const input of all("input[name=stage]")) input.checked = input.value === draft.form.stage; },
  verdict: showVerdict,
  check: preview,
};

const going = {
  points: words.next, parts: words.next, reason: words.next, undo: words.remove, reversal: words.reverse,
  "how-many": words.rule, "own-ruling": words.rule, stage: words.next, verdict: words.hand_in,
};

function show(step) {
  draft.step = step;
  keep();
  if (draft.kind === "deal" && step !== "sending") crumbs();
  showStep(step);
  showing[step]?.();
  at("[data-go]").textContent = step === "verdict" && draft.goes === "finish" ? words.finish_first : (going[step] ?? "");
  at("[data-store]").textContent = fill(draft.kind === "deal" && draft.form.corrects !== null ? words.store_correction : words.store, { number: draft.form.number });
  const head = at(`[data-step~="${step}"] [data-ask]`);
  if (head) head.focus({ preventScroll: true });
}

function on(step) {
  problem("");
  draft.trail.push(draft.step);
  show(step);
}

function back() {
  problem("");
  if (draft.step === "sending") draft = { ...draft, key: newKey(), body: null, sent: false };
  const before = draft.trail.pop();
  if (before) show(before);
  else home();
}

// sending

function receipt(answer) {
  const { kind, form } = draft;
  play = answer.play;
  problem("");
  home(doneWords(kind, form, answer, words), kind === "deal" && form.corrects === null ? form.number : null);
  if (kind === "arrival") at(`[data-late-side="${form.side}"]`).scrollIntoView({ block: "center" });
}

// Where an answer that refuses leads: signed out, nothing is lost; changed by another phone, look again; else the question
// that it is about.
function refused({ refused: answer, status }) {
  if (status === 403 && !DECIDED_ABOVE.includes(answer.code)) {
    problem(words.signed_out, { links: true });
    show("sending");
    return;
  }
  if (status === 409) {
    home();
    refresh();
  } else {
    const asked = draft.kind === "deal" ? stepOf(answer.field, draft.form, play) : null;
    const before = [...draft.trail, draft.step].filter((step) => step && !["check", "sending"].includes(step));
    const step = asked ?? before.at(-1);
    // Nothing was stored: what was entered holds under a new key.
    draft = { ...draft, trail: before.slice(0, before.indexOf(step)), key: newKey(), body: null, sent: false };
    if (step) show(step);
    else home();
  }
  problem(answer.message, { links: status === 409 });
}

async function submit() {
  if (busy) return;
  busy = true;
  const say = (said) => (at("[data-sending]").textContent = said);
  draft.body ??= { ...bodies[draft.kind](draft.form), key: draft.key };
  draft.sent = true;
  problem("");
  if (draft.step !== "sending") draft.trail.push(draft.step);
  at("[data-sending-what]").textContent = draft.kind === "deal" ? fill(words.deal, { number: draft.form.number }) : "";
  show("sending");
  say(words.sending);
  for (const part of all("[data-unsent]")) part.hidden = true;
  const answer = await send(config.urls[draft.kind], draft.body, () => say(words.again), hasPlay);
  busy = false;
  if (answer?.receipt) receipt(answer.receipt);
  else if (answer) refused(answer);
  else say(words.stopped);
}

// what a tap does

function next() {
  const step = beside(draft.step, draft.form, play, 1);
  if (step) on(step);
}

const choosing = {
  mark: (value) => ({ mark: value }),
  dealer: (value) => ({ dealer: Number(value) }),
  last: (value) => ({ last: value }),
  kitty: (value) => ({ kitty: Number(value) }),
  suit: (value) => ({ suit: value }),
  shape: (value, { width, length }) => (value ? { shape: value } : { shape: [Number(width), Number(length)] }),
  jack: (value) => ({ jack: value }),
};

const missing = {
  points: () => (draft.form.points === null ? words.need_points : ""),
  parts: () => (draft.form.parts.length ? "" : words.need_parts),
  reason: () => (draft.form.reason ? "" : words.need_reason),
  undo: () => (draft.form.reason ? "" : words.need_reason),
  reversal: () => (draft.form.reason ? "" : words.need_reason),
  stage: () => (draft.form.stage ? "" : words.need_stage),
  "own-ruling": () => (!draft.form.effect ? words.need_effect : draft.form.note.trim() ? "" : words.need_note),
};

function finishOrHandIn() {
  if (draft.goes === "finish") home(words.finish_first);
  else {
    draft = null;
    keep();
    window.location.assign(config.urls.result);
  }
}

const doing = {
  back,
  deal() {
    begin("deal", blank(play), "");
    draft.trail = [];
    show(beside("", draft.form, play, 1));
  },
  go() {
    const lacks = missing[draft.step]?.();
    if (lacks) problem(lacks);
    else if (draft.step === "verdict") finishOrHandIn();
    else if (draft.step === "stage") on("verdict");
    else if (draft.kind === "deal") next();
    else submit();
  },
  store() { submit(); },
  retry() { submit(); },
  undo(button) {
    begin("remove", { number: Number(button.dataset.number), reason: "" }, "undo");
    draft.said = fill(words.deal, { number: draft.form.number });
    show("undo");
  },
  handin() {
    begin("end", { stage: "" }, "");
    show(play.time_up.reached && play.time_up.asks_stage && !play.finished ? "stage" : "verdict");
  },
  reload() { window.location.reload(); },
};

function rule(form) {
  draft.form = form;
  const step = rulings.stepAfterOffence(form, play);
  if (step) on(step);
  else submit();
}

function count(button) {
  const by = Number(button.dataset.countBy);
  const row = button.closest("[data-part]");
  if (row) {
    const part = [Number(row.dataset.width), Number(row.dataset.length)];
    const same = draft.form.parts.findIndex((each) => each.join() === part.join());
    if (by > 0) change({ parts: [...draft.form.parts, part] });
    else change({ parts: draft.form.parts.filter((_, place) => place !== same) });
    showParts();
  } else if (button.closest("[data-amount]")) {
    change({ amount: rulings.amountBy(draft.form, by, play) });
    showing[draft.step]();
  } else {
    change({ cards: Math.max(1, draft.form.cards + by), amount: null });
    showing[draft.step]();
  }
}

const tapped = {
  do(button) { doing[button.dataset.do](button); },
  choose(button) {
    change(choosing[button.dataset.choose](button.dataset.value, button.dataset));
    next();
  },
  penalty(button) {
    begin("ruling", rulings.blankRuling(Number(button.dataset.penalty), play), "");
    show("offence");
  },
  belongs(button) {
    change({ belongs: button.dataset.belongsTo });
    rulings.showOffences(draft.form, play, words);
  },
  offence(button) { rule({ ...draft.form, offence: button.dataset.offence, claimed: "", cards: 1, amount: null }); },
  claimed(button) { rule({ ...draft.form, claimed: button.dataset.claimed }); },
  countBy: count,
  correctDeal(button) {
    begin("deal", formOf(play.deals.find((deal) => deal.number === Number(button.dataset.correctDeal))), "");
    show(beside("", draft.form, play, 1));
  },
  removeDeal(button) { doing.undo({ dataset: { number: button.dataset.removeDeal } }); },
  reverse(button) {
    const ruling = play.rulings.find((each) => each.id === Number(button.dataset.reverse));
    begin("reverse", { ruling: ruling.id, reason: "" }, "reversal");
    draft.said = `${play.sides[ruling.side].lot} · ${ruling.words}`;
    show("reversal");
  },
  arrived(button) { sendAtOnce("arrival", { side: Number(button.dataset.arrived) }); },
  confirmLate(button) { sendAtOnce("lateness", { side: Number(button.dataset.confirmLate) }); },
};

function sendAtOnce(kind, form) {
  begin(kind, form, "");
  submit();
}

const attribute = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

document.addEventListener("click", (event) => {
  if (busy) return;
  for (const [name, act] of Object.entries(tapped)) {
    const button = event.target.closest(`button[${attribute(name)}]`);
    if (button) return act(button);
  }
});

document.addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (!draft) return;
  if (name === "reason" || name === "stage") change({ [name]: value });
  else if (name === "effect") {
    draft.form = rulings.chooseEffect(draft.form, value, play);
    keep();
    rulings.showOwn(draft.form, play);
  }
});

document.addEventListener("input", (event) => {
  if (draft && event.target.name === "note") change({ note: event.target.value });
});

for (const alert of ["clock:reminder", "clock:over", "clock:round"]) document.addEventListener(alert, refresh);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
window.addEventListener("online", () => draft?.sent && submit());

window.history.scrollRestoration = "manual";
at("[data-deals]").hidden = false;
showPlay(play, words);
draft = storage.take();
if (draft?.sent) submit();
else if (draft && draft.kind !== "end" && (draft.kind !== "deal" || draft.form.corrects !== null || draft.form.number === play.number)) show(draft.step);
else home();
