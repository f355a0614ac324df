// The theme, before anything is painted: what the reader has chosen here, or what the system says.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  root.classList.add("scripted");

  // A browser may forbid that anything is kept; then the choice is for this page.
  const stored = {
    get() { try { return localStorage.getItem("theme"); } catch { return null; } },
    set(theme) { try { theme ? localStorage.setItem("theme", theme) : localStorage.removeItem("theme"); } catch { /* for this page */ } },
  };

  const system = () => (dark.matches ? "dark" : "light");
  const current = () => root.dataset.theme ?? system();

  function show(theme) {
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    else delete root.dataset.theme;
    document.querySelector("button.theme")?.setAttribute("aria-pressed", String(current() === "dark"));
  }

  show(stored.get());
  dark.addEventListener("change", () => show(stored.get()));
  addEventListener("storage", () => show(stored.get())); // chosen in another tab
  addEventListener("DOMContentLoaded", () => {
    show(stored.get());
    document.querySelector("button.theme").addEventListener("click", () => {
      const theme = current() === "dark" ? "light" : "dark";
      stored.set(theme === system() ? null : theme); // what the system says needs no choice, and follows it from then on
      show(theme === system() ? null : theme);
    });
  });
})();
