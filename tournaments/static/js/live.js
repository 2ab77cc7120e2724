// <live-fragment data-src="/…/fragment/" data-every="10"> keeps [data-live-body] as the server has it: a conditional GET,
// rows that changed (matched by data-key) flash once, [data-live-status] says how fresh the page is and when the line is dead.
const LOST_AFTER = 2;

class LiveFragment extends HTMLElement {
  connectedCallback() {
    this.etag = this.dataset.etag || "";
    this.failures = 0;
    this.freshAt = new Date();
    this.onVisible = () => {
      if (document.visibilityState === "visible") this.poll();
    };
    document.addEventListener("visibilitychange", this.onVisible);
    window.addEventListener("online", this.onVisible);
    this.say();
    this.plan();
  }

  disconnectedCallback() {
    window.clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.onVisible);
    window.removeEventListener("online", this.onVisible);
  }

  plan() {
    window.clearTimeout(this.timer);
    const every = Number(this.dataset.every || 10) * 1000;
    // a little chance, so that a hall full of phones does not ask in the same instant
    const wait = (every * (0.9 + Math.random() * 0.2)) * Math.min(4, 1 + this.failures);
    this.timer = window.setTimeout(() => {
      if (document.visibilityState === "hidden") this.plan();
      else this.poll();
    }, wait);
  }

  async poll() {
    if (this.polling) return;
    this.polling = true;
    try {
      const headers = { "X-Requested-With": "live" };
      if (this.etag) headers["If-None-Match"] = this.etag;
      const response = await fetch(this.dataset.src, { headers, cache: "no-store", credentials: "same-origin" });
      if (response.status === 200) {
        this.etag = response.headers.get("ETag") || "";
        this.show(await response.text());
      } else if (response.status !== 304) {
        throw new Error(String(response.status));
      }
      this.failures = 0;
      this.freshAt = new Date();
    } catch {
      this.failures += 1;
    }
    this.polling = false;
    this.say();
    this.plan();
  }

  show(html) {
    const body = this.querySelector("[data-live-body]");
    const before = new Map([...body.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, row.textContent.trim()]));
    const next = document.createElement("template");
    next.innerHTML = html;
    body.replaceChildren(next.content);
    for (const row of body.querySelectorAll("[data-key]")) {
      const text = row.textContent.trim();
      if (before.size && before.get(row.dataset.key) !== text && !row.matches("time-left")) row.classList.add("is-changed");
    }
    window.htmx?.process(body);
    this.dispatchEvent(new CustomEvent("live:change", { bubbles: true }));
  }

  say() {
    const status = this.querySelector("[data-live-status]");
    if (!status) return;
    const lost = this.failures >= LOST_AFTER || navigator.onLine === false;
    const time = this.freshAt.toLocaleTimeString("en-GB", { timeZone: this.dataset.zone || undefined });
    const words = lost ? status.dataset.wordLost : status.dataset.wordAsof;
    status.dataset.state = lost ? "lost" : "live";
    status.textContent = words.replace("{time}", time);
    this.toggleAttribute("data-lost", lost);
  }
}

customElements.define("live-fragment", LiveFragment);
