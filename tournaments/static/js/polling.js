// What <live-fragment> and <clock-feed> share: a conditional GET of data-src every data-every seconds and whenever the
// page is looked at or online again, slower after failures; [data-live-status] says how fresh the page is and when the
// line is dead. A subclass has `accept` and `slowest`, takes an answer in `take`, and may give another clock in `moment`.
const LOST_AFTER = 2;

export class PollingElement extends HTMLElement {
  accept = "text/html";

  slowest = 4;

  connectedCallback() {
    this.etag = this.dataset.etag || "";
    this.failures = 0;
    this.onVisible = () => {
      if (document.visibilityState === "visible") this.poll();
    };
    document.addEventListener("visibilitychange", this.onVisible);
    window.addEventListener("online", this.onVisible);
  }

  disconnectedCallback() {
    window.clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.onVisible);
    window.removeEventListener("online", this.onVisible);
  }

  moment() {
    return new Date();
  }

  plan() {
    window.clearTimeout(this.timer);
    const every = Number(this.dataset.every || 10) * 1000;
    // a little chance, so that a hall full of phones does not ask in the same instant
    const wait = every * (0.9 + Math.random() * 0.2) * Math.min(this.slowest, 1 + this.failures);
    this.timer = window.setTimeout(() => this.due(), wait);
  }

  due() {
    this.poll();
  }

  async poll() {
    if (this.polling) return;
    this.polling = true;
    try {
      const headers = { Accept: this.accept };
      if (this.etag) headers["If-None-Match"] = this.etag;
      const sent = Date.now();
      const response = await fetch(this.dataset.src, { headers, cache: "no-store", credentials: "same-origin" });
      if (response.status === 200) {
        await this.take(response, sent, Date.now());
        this.etag = response.headers.get("ETag") || "";
      } else if (response.status !== 304) {
        throw new Error(String(response.status));
      }
      this.failures = 0;
      this.freshAt = this.moment();
    } catch {
      this.failures += 1;
    }
    this.polling = false;
    this.say();
    if (this.isConnected) this.plan();
  }

  say() {
    const status = this.querySelector("[data-live-status]");
    if (!status || !(this.freshAt || this.failures)) return;
    const lost = this.failures >= LOST_AFTER || navigator.onLine === false;
    const time = this.freshAt ? this.freshAt.toLocaleTimeString("en-GB", { timeZone: this.dataset.zone || undefined }) : "–";
    status.dataset.state = lost ? "lost" : "live";
    status.textContent = (lost ? status.dataset.wordLost : status.dataset.wordAsof).replace("{time}", time);
    this.toggleAttribute("data-lost", lost);
  }
}
