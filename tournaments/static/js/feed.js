// <clock-feed data-src="/api/…/clock/" data-every="5"> keeps the <time-left> in it as the server has it and tells each
// announcement of the server once in this window; whoever is first, this or the clock itself, the alert comes once.
// data-word-<kind> holds the words with {time}, data-word-late what is added.
import { clockTime, firstTime } from "./clock.js";
import { PollingElement } from "./polling.js";
import { learn, now } from "./servertime.js";

const EVENTS = { reminder: "clock:reminder", time_up: "clock:over" };
const WORDS = { reminder: "wordReminder", time_up: "wordTimeUp" };
const FRESH_MS = 5 * 60 * 1000;

function iso(ms) {
  return ms ? new Date(ms).toISOString() : "";
}

class ClockFeed extends PollingElement {
  accept = "application/json";

  slowest = 3;

  connectedCallback() {
    super.connectedCallback();
    this.poll();
  }

  moment() {
    return new Date(now());
  }

  async take(response, sent, received) {
    const clock = await response.json();
    learn(clock.server_now, sent, received);
    this.show(clock);
  }

  show(clock) {
    const shown = this.querySelector("time-left");
    if (this.dataset.round && clock.round && this.isOther(clock)) {
      // another round or sitting is played now: what stands around the clock is of the old one
      if (this.hasAttribute("data-reload")) window.location.reload();
      this.dispatchEvent(new CustomEvent("clock:round", { bubbles: true, detail: { round: clock.round } }));
      return;
    }
    if (shown && clock.state !== "none") {
      const standing = clock.state === "planned" || clock.state === "paused";
      Object.assign(shown.dataset, {
        key: clock.key,
        state: clock.state,
        startsAt: iso(clock.starts_at),
        reminderAt: iso(clock.reminder_at),
        endsAt: iso(clock.ends_at),
        reminderKey: clock.reminder_key,
        overKey: clock.over_key,
        pausedRemaining: standing ? String(Math.round(clock.remaining_ms / 1000)) : "",
      });
      shown.tick?.();
    }
    this.tell(clock);
  }

  isOther(clock) {
    return String(clock.round) !== this.dataset.round || String(clock.sitting ?? "") !== (this.dataset.sitting ?? "");
  }

  tell(clock) {
    const line = this.querySelector("[data-announcement]");
    const current = clock.announcements.filter((each) => each.key === clock.reminder_key || each.key === clock.over_key);
    const last = clock.phase === "closed" || clock.phase === "ended" ? undefined : current.at(-1);
    if (line) {
      line.hidden = !last;
      line.textContent = last ? this.words(last) : "";
    }
    for (const each of current) {
      const name = EVENTS[each.kind];
      const isOld = now() - each.at > FRESH_MS || (each.kind === "reminder" && clock.phase === "time_up");
      if (isOld || !firstTime(`${name}:${each.key}`)) continue;
      this.querySelector("time-left")?.classList.add("is-flashing");
      this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { key: each.key } }));
    }
  }

  words({ kind, at, late }) {
    const text = (this.dataset[WORDS[kind]] ?? "").replace("{time}", clockTime(at, this.dataset.zone));
    return late ? `${text} ${this.dataset.wordLate}` : text;
  }
}

customElements.define("clock-feed", ClockFeed);
