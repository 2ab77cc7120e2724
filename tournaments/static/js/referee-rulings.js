// A penalty in two taps: the side, then the offence with its effect and clause. Some ask how many cards, a false accusation
// asks which offence it claimed, and the referee's own decision asks for an effect and a reason.
import { all, fill } from "./referee-form.js";

const at = (selector) => document.querySelector(selector);

export function blankRuling(side, play) {
  return {
    belongs: play.finished || !play.open ? "match" : String(play.number),
    side, offence: "", cards: 1, claimed: "", amount: null, effect: "", note: "",
  };
}

const offenceOf = (form, play) => play.offences.find((each) => each.key === form.offence);

const settledInDeal = (offence, form) => offence.next?.[form.side]?.in_deal ?? offence.in_deal;

const dealOf = (form) => (form.belongs === "match" ? null : Number(form.belongs));

export function rulingBody(form, play) {
  const own = form.offence === "decision";
  const inDeal = own || settledInDeal(offenceOf(form, play), form);
  return {
    side: form.side, offence: form.offence, cards: form.cards, deal: inDeal ? dealOf(form) : null,
    claimed: form.claimed, amount: own ? form.amount : null, effect: own ? form.effect : "", note: form.note.trim(),
  };
}

// What is asked after the offence was tapped: null when it can be sent.
export function stepAfterOffence(form, play) {
  if (form.offence === "decision") return "own-ruling";
  const offence = offenceOf(form, play);
  if (offence.claims && !form.claimed) return "claimed";
  const counted = form.claimed ? play.offences.find((each) => each.key === form.claimed) : offence;
  return counted.per === "card" ? "how-many" : null;
}

function effectNow(offence, side) {
  return offence.next?.[side]?.words ?? offence.effect_words;
}

// The deal in hand, the one before it, or the match: an offence that is settled within a deal needs one.
function showBelongs(form, play, words) {
  const last = play.deals.at(-1)?.number;
  const [hand, before] = [at("[data-belongs=hand]"), at("[data-belongs=last]")];
  hand.hidden = play.finished;
  hand.textContent = fill(words.in_hand, { number: play.number });
  hand.dataset.belongsTo = play.number;
  before.hidden = last === undefined;
  before.textContent = fill(words.of_deal, { number: last });
  before.dataset.belongsTo = last;
  for (const button of all("[data-belongs]")) {
    button.setAttribute("aria-pressed", String(button.dataset.belongsTo === form.belongs));
  }
}

export function showOffences(form, play, words) {
  for (const place of all("[data-offender]")) place.textContent = fill(words.against, { side: play.sides[form.side].words });
  showBelongs(form, play, words);
  for (const button of all("[data-offence], [data-claimed]")) {
    const offence = play.offences.find((each) => each.key === (button.dataset.offence ?? button.dataset.claimed));
    if (!offence) continue;
    button.hidden = "offence" in button.dataset && settledInDeal(offence, form) && form.belongs === "match";
    button.querySelector("[data-effect]").textContent = effectNow(offence, form.side);
  }
}

export function showHowMany(form, play) {
  const offence = offenceOf(form, play);
  at("[data-how-many-of]").textContent = offence.words;
  at("[data-how-many-effect]").textContent = effectNow(offence, form.side);
  at("[data-step~=how-many] [data-count]").textContent = form.cards;
}

export function showOwn(form, play) {
  const chosen = play.decisions.find((each) => each.effect === form.effect);
  for (const input of all("input[name=effect]")) input.checked = input.value === form.effect;
  at("[data-amount]").hidden = !chosen?.amount;
  at("[data-amount] [data-count]").textContent = form.amount ?? "";
  at("[name=note]").value = form.note;
}

// The first amount of an effect, and what one tap adds to it.
export const amountStep = (form, play) => (form.effect === "points" ? play.rules.unit : 1);

export function chooseEffect(form, effect, play) {
  const { amount } = play.decisions.find((each) => each.effect === effect);
  return { ...form, effect, amount: amount ? amountStep({ effect }, play) : null };
}
