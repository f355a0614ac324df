// The search: a dialog that asks rank.js. The index is loaded when the dialog is first about to be opened, as a script, because that works for
// pages that were opened as files, too.
(() => {
  const root = document.documentElement.dataset.root;
  const button = document.querySelector("button.find");
  let dialog, input, list, note, sections, chosen = -1;

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  let loading;
  function load() {
    return (loading ??= new Promise((loaded, failed) => {
      document.head.append(make("script", { src: `${root}search-index.js`, onload: loaded, onerror: failed }));
    }).then(() => (sections = siteSearch.prepare(globalThis.searchIndex))).catch((error) => {
      loading = undefined; // the next try may be luckier
      throw error;
    }));
  }

  function build() {
    input = make("input", { type: "search", placeholder: "Search the documentation", autocomplete: "off", spellcheck: false, id: "query" });
    input.setAttribute("role", "combobox");
    for (const [name, value] of [["aria-label", "Search the documentation"], ["aria-controls", "found"], ["aria-expanded", "false"], ["aria-autocomplete", "list"]]) input.setAttribute(name, value);
    list = make("div", { id: "found" });
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Results");
    note = make("p", { className: "note" });
    note.setAttribute("role", "status");
    const close = make("button", { type: "button", className: "plain", textContent: "Esc" });
    close.setAttribute("aria-label", "Esc: close the search");
    close.addEventListener("click", () => dialog.close());
    dialog = make("dialog", { className: "search" }, make("div", { className: "query" }, input, close), note, list);
    dialog.setAttribute("aria-label", "Search");
    input.addEventListener("input", show);
    dialog.addEventListener("keydown", keys);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("a")) dialog.close();
    });
    document.body.append(dialog);
  }

  async function open() {
    if (!dialog) build();
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    if (sections) return;
    note.textContent = "Loading …";
    try {
      await load();
      show();
    } catch {
      note.textContent = "The index could not be loaded.";
    }
  }

  function show() {
    if (!sections) return;
    const { terms, corrected, results } = siteSearch.search(sections, input.value);
    list.replaceChildren(...results.map((section, i) => row(section, terms, i)));
    list.scrollTop = 0;
    input.setAttribute("aria-expanded", String(results.length > 0));
    if (terms.length === 0) note.textContent = "";
    else if (results.length === 0) note.textContent = "Nothing has these words.";
    else if (corrected) note.textContent = `Nothing has exactly these words. This is about: ${terms.map(({ word }) => word).join(" ")}`;
    else note.textContent = `${results.length}${results.length === 30 ? " and more" : ""} found`;
    note.classList.toggle("unseen", results.length > 0 && !corrected); // said, and not shown
    choose(results.length ? 0 : -1);
  }

  function row(section, terms, i) {
    const link = make("a", { href: address(section, terms), id: `found-${i}`, tabIndex: -1 },
      make("strong", {}, ...parts(siteSearch.marked(section.heading, terms))),
      make("small", { textContent: section.heading === section.title ? section.where : `${section.title} · ${section.where}` }),
      make("span", {}, ...parts(siteSearch.excerpt(section.in.text, terms))));
    link.setAttribute("role", "option");
    link.addEventListener("mousemove", () => choose(i, false));
    return link;
  }

  /** The address of a section; of what is in its text, the browser scrolls to the place if it can. */
  function address({ url, id, in: { heading, text } }, terms) {
    const at = siteSearch.found(heading, terms).length ? undefined : siteSearch.found(text, terms)[0]?.[0];
    const word = at === undefined ? "" : text.text.slice(at).match(/^\S[\p{L}\p{N}@._-]*/u)[0].replace(/[._-]+$/, "");
    return `${root}${url}#${id}${word && `:~:text=${encodeURIComponent(word).replaceAll("-", "%2D")}`}`;
  }

  const parts = (texts) => texts.map((text, i) => (i % 2 ? make("mark", { textContent: text }) : text));

  function choose(at, scroll = true) {
    list.children[chosen]?.removeAttribute("aria-selected");
    chosen = at;
    const item = list.children[at];
    item?.setAttribute("aria-selected", "true");
    if (item) input.setAttribute("aria-activedescendant", item.id);
    else input.removeAttribute("aria-activedescendant");
    if (scroll) item?.scrollIntoView({ block: "nearest" });
  }

  function keys(event) {
    const count = list.children.length;
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (event.isComposing) return;
    if (event.key in moves && count) {
      event.preventDefault();
      choose((chosen + moves[event.key] + count) % count);
    } else if (event.key === "Escape") { // which would only empty the field, if it had its way
      event.preventDefault();
      dialog.close();
    } else if (event.key === "Enter" && event.target === input && chosen >= 0) {
      event.preventDefault();
      list.children[chosen].click();
    }
  }

  const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]");

  addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target);
    const k = event.key === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!slash && !k) return;
    event.preventDefault();
    open();
  });
  button.addEventListener("click", open);
  for (const hint of ["pointerenter", "focus"]) button.addEventListener(hint, () => load().catch(() => {}), { once: true });
})();
