// <live-fragment data-src="/…/fragment/" data-every="10"> keeps [data-live-body] as the server has it; rows that changed
// (matched by data-key) flash once. A page that nobody looks at asks nothing.
import { PollingElement } from "./polling.js";

// What a row says, without what was loaded into it since.
function words(row) {
  const loaded = [...row.querySelectorAll("[data-said]")].map((each) => each.textContent);
  return loaded.reduce((text, each) => text.replace(each, ""), row.textContent).trim();
}

class LiveFragment extends PollingElement {
  connectedCallback() {
    super.connectedCallback();
    this.freshAt = this.moment();
    this.say();
    this.plan();
  }

  due() {
    if (document.visibilityState === "hidden") this.plan();
    else this.poll();
  }

  async take(response) {
    this.show(await response.text());
  }

  show(html) {
    const body = this.querySelector("[data-live-body]");
    const before = new Map([...body.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, words(row)]));
    const next = document.createElement("template");
    next.innerHTML = html;
    body.replaceChildren(next.content);
    for (const row of body.querySelectorAll("[data-key]")) {
      const text = words(row);
      if (before.size && before.get(row.dataset.key) !== text && !row.matches("time-left")) row.classList.add("is-changed");
    }
    this.dispatchEvent(new CustomEvent("live:change", { bubbles: true }));
  }
}

customElements.define("live-fragment", LiveFragment);
