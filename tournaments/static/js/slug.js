// Proposes an address from another field until somebody types one: <input data-slug-from="id of the other field">.
for (const field of document.querySelectorAll("[data-slug-from]")) {
  const source = document.getElementById(field.dataset.slugFrom);
  const proposed = field.value;
  let own = false;
  field.addEventListener("input", () => { own = true; });
  source?.addEventListener("input", () => {
    if (own) return;
    const slug = source.value.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
    field.value = /[a-z]/.test(slug) && slug.length > 1 ? slug : proposed;
  });
}
