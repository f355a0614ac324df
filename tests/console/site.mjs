// Reads the site of the documentation in Chromium, as somebody would: pages of each kind, in two widths and both themes, and what can be done
// with them.
//
//   node site.mjs <URL of the server> <URL of the folder, file:///…/> <path of Chromium> [folder for pictures]
//
// It prints what was wrong, one line each, and ends with 1 if there was anything.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [server, folder, executablePath, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const patience = Number(process.env.PATIENCE ?? 30_000); // milliseconds
const wrong = [];
let where = "";

function fail(text) {
  wrong.push(`${where}: ${text}`);
  console.log(wrong.at(-1).replaceAll("\n", " "));
}

const check = (right, text) => void (right || fail(text));

/** Opens a browser that reports whatever a page complains of, and whatever it asks others for. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.on("pageerror", (error) => fail(error.stack));
  page.on("console", (message) => {
    const lost = /\/no\/such\/page$/.test(message.location().url) && message.text().includes("status of 404"); // which is what was asked for
    if (["error", "warning"].includes(message.type()) && !lost) fail(`${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => check(request.url().startsWith(server) || request.url().startsWith(folder), `it asks for ${request.url()}`));
  return page;
}

/** Lists what keeps people from using the page. */
async function accessible(page) {
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations
    .map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? "")).slice(0, 3).join(" | ")))`);
  found.forEach(fail);
}

/** One page of each kind: the first one, a list, code, pictures, wide tables, text, one that is not there. */
const kinds = ["/index.html", "/guide/contents.html", "/guide/sql.html", "/guide/console.html", "/guide/compatibility.html", "/project/adr/0009-a-request-in-steps.html", "/no/such/page"];

/** Runs in pages: counts the boxes that scroll when a page has been read, and those of them that no key leads to, before a frame is drawn. */
function countBoxes() {
  addEventListener("DOMContentLoaded", () => {
    const scroll = [...document.querySelectorAll(".code pre, .table")].filter((box) => box.scrollWidth > box.clientWidth);
    window.boxes = { scroll: scroll.length, lost: scroll.filter((box) => box.tabIndex !== 0).length };
  });
}

async function looks() {
  let scroll = 0;
  for (const width of [1280, 400]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open({ viewport: { width, height: width > 1000 ? 800 : 860 }, colorScheme });
      await page.addInitScript(countBoxes);
      for (const path of kinds) {
        where = `${path} at ${width}, ${colorScheme}`;
        await page.goto(server + path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        check(wide <= 0, `it is ${wide} pixels too wide`);
        const boxes = await page.evaluate(() => window.boxes);
        check(boxes.lost === 0, `no key leads to ${boxes.lost} of ${boxes.scroll} boxes that scroll`);
        scroll += boxes.scroll;
        if (pictures) await page.screenshot({ path: join(pictures, `${path.replace(/\W+/g, "-")}-${width}-${colorScheme}.png`) });
        if ((width === 1280) === (colorScheme === "light")) await accessible(page); // each width once, and each theme
      }
      await page.context().close();
    }
  }
  check(scroll > 10, `only ${scroll} boxes scroll`);
}

/** Types a query, and returns what is found first: its heading and its address. */
async function find(page, query) {
  await page.locator("dialog.search input").fill(query);
  const first = page.locator("#found a").first();
  await first.waitFor();
  return [await first.locator("strong").textContent(), (await first.getAttribute("href")).replace(/^(\.\.\/)+/, "").replace(/:~:.*/, "")];
}

async function searches(page) {
  where = "search";
  await page.goto(`${server}/guide/sql.html`);
  await page.keyboard.press("/");
  await page.locator("dialog.search[open]").waitFor();
  check(await page.locator("dialog.search input").evaluate((input) => input === document.activeElement), "/ does not lead to the search");
  for (const [query, heading, address] of [
    ["transactions", "Transactions", "guide/aspects.html#transactions"],
    ["validation", "Validation", "guide/validation.html#validation"],
    ["@Transactional", "@Transactional", "guide/decorators.html#transactional"],
    ["cors", "CORS", "guide/http.html#cors"],
    ["server.max-header-bytes", "server", "guide/configuration-reference.html#server"],
    ["proved start", "Proved at start", "guide/sql.html#proved-at-start"],
    ["schedulle", "Schedules", "guide/schedules.html#schedules"], // a mistake of typing
  ]) {
    const found = await find(page, query);
    check(found[0] === heading && found[1] === address, `${query} finds ${found}`);
  }
  await find(page, "middleware"); // which is in no heading
  check((await page.locator("#found strong").allTextContents()).slice(0, 3).includes("Interceptors and the error controller"), "what a page begins with does not count");
  await page.locator("dialog.search input").fill("nothing has qqxyzzy in it");
  await page.locator(".note", { hasText: "Nothing has these words." }).waitFor();
  await find(page, "rows");
  const chosen = () => page.locator("#found a").evaluateAll((all) => all.findIndex((one) => one.ariaSelected === "true"));
  for (const [key, at] of [["ArrowDown", 1], ["ArrowDown", 2], ["ArrowUp", 1], ["ArrowUp", 0]]) {
    await page.keyboard.press(key);
    check((await chosen()) === at, `after ${key} the result ${await chosen()} is chosen`);
  }
  check((await page.locator("#found mark").first().textContent()).toLowerCase().startsWith("row"), "what was searched for is not marked");
  await accessible(page);
  if (pictures) await page.screenshot({ path: join(pictures, "search.png") });
  await find(page, "proved start");
  await page.keyboard.press("Enter");
  await page.locator("dialog.search:not([open])").waitFor({ state: "attached" });
  check(page.url().endsWith("/guide/sql.html#proved-at-start"), `Enter leads to ${page.url()}`);
  await page.locator("#proved-at-start").evaluate((heading) => heading.getBoundingClientRect().top).then((top) => check(top > 56 && top < 300, `the heading is at ${top}`));
  await page.keyboard.press("/");
  await find(page, "server.max-header-bytes");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/guide/configuration-reference.html*");
  await page.waitForFunction(() => { // the row, not only its section
    const row = [...document.querySelectorAll("td")].find((cell) => cell.textContent === "server.max-header-bytes").getBoundingClientRect();
    return row.top > 56 && row.bottom < innerHeight;
  });
  await page.keyboard.press("Control+k");
  await find(page, "images");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await page.locator("dialog.search:not([open])").waitFor({ state: "attached" });
  await page.locator("button.find").click();
  await page.locator("#found a", { hasText: "Images" }).first().click();
  await page.waitForURL("**/guide/images.html*");
}

async function copies(page) {
  where = "copy";
  await page.goto(`${server}/guide/getting-started.html`);
  const copy = async (block) => {
    await block.hover();
    await block.locator("button.copy").click();
    await block.getByText("Copied").first().waitFor();
    return [await block.locator("code").textContent(), await page.evaluate(() => navigator.clipboard.readText())];
  };
  const [terminal, commands] = await copy(page.locator(".code[data-language=console]", { hasText: "Hello, Ada!" }).first());
  check(/^\$ curl .+\nHello, Ada!\n$/.test(terminal) && `$ ${commands}\nHello, Ada!\n` === terminal, `of ${JSON.stringify(terminal)} is copied ${JSON.stringify(commands)}`);
  const file = page.locator(".code:has(.file)").first();
  const [code, copied] = await copy(file);
  check(copied.includes("import ") && `${copied}\n` === code, `of ${JSON.stringify(code)} is copied ${JSON.stringify(copied)}`);
  check(/^[\w./-]+\.js$/.test(await file.locator(".file").textContent()), "the name of the file is not above it");
}

async function themes(page) {
  where = "theme";
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto(`${server}/guide/sql.html`);
  const light = await ground();
  const button = page.getByRole("button", { name: "Dark theme" });
  await button.click();
  const dark = await ground();
  check(dark !== light && (await button.getAttribute("aria-pressed")) === "true", "the switch changes nothing");
  await page.goto(`${server}/index.html`);
  check((await ground()) === dark, "another page has forgotten the theme");
  await page.getByRole("button", { name: "Dark theme" }).click();
  check((await ground()) === light, "there is no way back");
  await page.emulateMedia({ colorScheme: "dark" });
  check((await ground()) === dark, "it does not follow the system any more");
  await page.emulateMedia({ colorScheme: "light" });
}

async function goesOn(page) {
  where = "order";
  await page.goto(`${server}/index.html`);
  await page.getByRole("link", { name: "Get started" }).click();
  await page.waitForURL("**/guide/getting-started.html");
  const order = await page.locator(".side li a").evaluateAll((links) => links.map((link) => link.href));
  const start = order.indexOf(page.url());
  check(start === 1 && order.length > 40, `the list of pages is ${order}`);
  for (const [rel, at] of [["next", start + 1], ["next", start + 2], ["prev", start + 1]]) {
    await page.locator(`.beside [rel=${rel}]`).click();
    await page.waitForURL(order[at]);
  }
  const last = page.locator(".toc a").last();
  await last.click();
  await page.locator(".toc a[aria-current]", { hasText: await last.textContent() }).waitFor();
  check(await page.locator(".side [aria-current=page]").isVisible(), "the list does not show where one is");
}

async function keyboard(page) {
  where = "keys";
  await page.goto(`${server}/guide/sql.html`);
  await page.keyboard.press("Tab");
  check((await page.evaluate(() => document.activeElement.textContent)) === "Skip to the content", "the first stop is not the way to the content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  check(await page.evaluate(() => document.querySelector("main").contains(document.activeElement)), "the way to the content leads elsewhere");
  await page.setViewportSize({ width: 400, height: 860 });
  await page.getByRole("button", { name: "Pages", exact: true }).press("Enter");
  await page.locator(".side [aria-current=page]").waitFor();
  await accessible(page);
  if (pictures) await page.screenshot({ path: join(pictures, "menu.png") });
  await page.keyboard.press("Escape");
  check(!(await page.locator(".side").isVisible()), "Esc does not close the list of pages");
  check((await page.evaluate(() => document.activeElement.ariaLabel)) === "Pages", "who closes the list is lost");
  await page.locator("details.short summary").click();
  await page.locator("details.short a").first().click();
  check(await page.locator("details.short ul").isHidden(), "the table of contents stays open");
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Pages that were opened as files, from the disk. */
async function files() {
  where = "files";
  const page = await open();
  await page.goto(`${folder}index.html`);
  check((await page.evaluate(() => getComputedStyle(document.querySelector(".top")).position)) === "sticky", "there is no style");
  await page.getByRole("link", { name: "Read the guide" }).click();
  await page.waitForURL("file://**/guide/contents.html");
  await page.keyboard.press("/");
  const found = await find(page, "transactions");
  check(found[1] === "guide/aspects.html#transactions", `it finds ${found}`);
  await page.keyboard.press("Enter");
  await page.waitForURL("file://**/guide/aspects.html*");
  await page.getByRole("button", { name: "Dark theme" }).click();
  check((await page.evaluate(() => document.documentElement.dataset.theme)) === "dark", "the theme is the same");
  await page.context().close();
}

/** Pages where no script runs. */
async function plain() {
  where = "without scripts";
  const page = await open({ javaScriptEnabled: false, viewport: { width: 400, height: 860 } });
  await page.goto(`${server}/guide/sql.html`);
  check(await page.getByRole("link", { name: "Migrations", exact: true }).first().isVisible(), "there is no list of pages");
  check(!(await page.locator("button").first().isVisible()), "there are buttons that do nothing");
  await page.context().close();
}

/** What is printed: the text, and nothing around it. */
async function prints(page) {
  where = "print";
  await page.goto(`${server}/guide/sql.html`);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const around of [".top", ".side", ".toc", ".copy", ".beside"]) check(!(await page.locator(around).first().isVisible()), `${around} is printed`);
  check((await page.evaluate(() => getComputedStyle(document.body).backgroundColor)) === "rgb(255, 255, 255)", "the ground is printed");
  if (pictures) await page.pdf({ path: join(pictures, "print.pdf") });
  await page.emulateMedia({ media: null, colorScheme: null });
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const page = await open({ colorScheme: "light" });
for (const act of [looks, searches, copies, themes, goesOn, keyboard, prints, files, plain]) {
  const began = performance.now();
  try {
    await act(page);
  } catch (error) {
    fail(error.message);
  }
  if (process.env.TIMES) console.log(act.name, Math.round(performance.now() - began));
}
await browser.close();
process.exit(wrong.length ? 1 : 0);
