// What a page can do beside being read: copy code, show where one is, open the list of pages on a narrow screen.
(() => {
  const root = document.documentElement;

  /** What somebody wants who copies a block: of a terminal, the commands without prompts and answers. */
  function textOf(block) {
    const text = block.querySelector("code").textContent.replace(/\n$/, "");
    if (block.dataset.language !== "console") return text;
    const commands = [];
    let goesOn = false;
    for (const line of text.split("\n")) {
      if (line.startsWith("$ ")) commands.push(line.slice(2));
      else if (goesOn) commands.push(line);
      goesOn = (line.startsWith("$ ") || goesOn) && line.endsWith("\\");
    }
    return commands.length ? commands.join("\n") : text;
  }

  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text, className: "unseen" })); // over HTTP without TLS
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("the browser does not copy");
  }

  function addCopyButton(block) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: "Copy" });
    const label = block.querySelector(".file")?.textContent ?? (block.dataset.language === "console" ? "the commands" : "the code");
    button.setAttribute("aria-label", `Copy ${label}`);
    const said = Object.assign(document.createElement("span"), { className: "unseen" });
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      const result = await copy(textOf(block)).then(() => "Copied", () => "Failed");
      button.textContent = said.textContent = result;
      button.classList.add("done");
      setTimeout(() => {
        button.textContent = "Copy";
        said.textContent = "";
        button.classList.remove("done");
      }, 1500);
    });
    block.append(button, said);
  }

  const scrolls = (box) => box.scrollWidth > box.clientWidth;

  function makeReachable(box, is) {
    box.toggleAttribute("data-scrolls", is);
    if (is) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }

  /** A box that scrolls can be reached by the keyboard, one that does not is no stop on the way. */
  function keepReachable(boxes) {
    const first = boxes.map(scrolls); // not left to the observer, which is first called with a frame: one can press a key before
    boxes.forEach((box, i) => makeReachable(box, first[i]));
    const watch = new ResizeObserver((changed) => changed.forEach(({ target }) => makeReachable(target, scrolls(target))));
    boxes.forEach((box) => watch.observe(box));
  }

  /** Marks the heading in the table of contents that is read at the moment. */
  function follow(toc) {
    const links = new Map([...toc.querySelectorAll("a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
    const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    let now;
    const update = () => {
      const bottom = scrollY + innerHeight >= document.body.scrollHeight - 2;
      const above = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
      const next = links.get((bottom ? headings : above).at(-1)?.id);
      if (next === now) return;
      now?.removeAttribute("aria-current");
      next?.setAttribute("aria-current", "true");
      if (next && (next.offsetTop < toc.scrollTop || next.offsetTop > toc.scrollTop + toc.clientHeight - 40)) toc.scrollTop = next.offsetTop - toc.clientHeight / 2;
      now = next;
    };
    let asked = false;
    addEventListener("scroll", () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        update();
      });
    }, { passive: true });
    update();
  }

  function addMenu(button, side) {
    const open = (is) => {
      root.classList.toggle("pages-open", is);
      button.setAttribute("aria-expanded", String(is));
    };
    button.addEventListener("click", () => {
      open(!root.classList.contains("pages-open"));
      side.querySelector("[aria-current=page]")?.scrollIntoView({ block: "center" });
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !root.classList.contains("pages-open")) return;
      open(false);
      button.focus();
    });
    matchMedia("(min-width: 900px)").addEventListener("change", () => open(false));
  }

  document.querySelectorAll(".code").forEach(addCopyButton);
  keepReachable([...document.querySelectorAll(".code pre, .table")]);
  const side = document.querySelector(".side");
  const current = side?.querySelector("[aria-current=page]");
  if (current) side.scrollTop = current.offsetTop - side.clientHeight / 2;
  if (side) addMenu(document.querySelector("button.menu"), side);
  const toc = document.querySelector(".toc");
  if (toc) follow(toc);
  const short = document.querySelector("details.short");
  short?.addEventListener("click", (event) => event.target.closest("a") && (short.open = false));
})();
