// Proposes an address from another field until somebody types one: <input data-slug-from="id of the other field">.
for (const field of document.querySelectorAll("[data-slug-from]")) {
  const source = document.getElementById(field.dataset.slugFrom);
  const proposed = field.value;
  let own = false;
  field.addEventListener("input", () => { own = true; });
  source?.addEventListener("input", () => {
    if (own) return;
    const words = source.value.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
    // Too long a name ends with a whole word: up to the last hyphen that leaves 40 at most.
    const slug = words.length > 40 ? words.slice(0, 41).replace(/-[^-]*$/, "").slice(0, 40) : words;
    field.value = /[a-z]/.test(slug) && slug.length > 1 ? slug : proposed;
  });
}
