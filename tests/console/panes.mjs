// Opens the console in Chromium, as somebody would: every pane is opened, filtered and acted on, in two widths and both themes.
//
//   node panes.mjs <url of the application> <path of Chromium> [folder for pictures]
//
// It prints what was wrong, one line each, and ends with 1 if there was anything.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [url, executablePath, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const patience = Number(process.env.PATIENCE ?? 30_000); // milliseconds
const wrong = [];
let where = "";

function fail(text) {
  wrong.push(`${where}: ${text}`);
  console.log(wrong.at(-1).replaceAll("\n", " "));
}

const check = (right, text) => void (right || fail(text));

/** Waits until something holds, instead of a fixed time. */
async function until(what, holds) {
  const end = Date.now() + patience;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > end) return fail(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const order = (customer) => fetch(`${url}/shop/orders`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ customer, lines: [{ sku: "tea-1", quantity: 2 }] }) });

/** What is tried in each pane, once it is open. */
const acts = {
  async requests(page) {
    await order("ada@example.com");
    await page.locator(".row", { hasText: "/shop/orders" }).first().click();
    await page.locator(".detail", { hasText: "INSERT INTO orders" }).waitFor();
    check(!(await page.locator(".detail").textContent()).includes("hunter2"), "a password is shown");
    await picture(page, "requests");
  },
  async api(page) {
    await page.locator(".filter").fill("orders");
    await page.locator(".row").first().click();
    await page.getByLabel("customer").fill("ada@example.com");
    await page.getByLabel("sku").fill("tea-2");
    await page.getByLabel("quantity").fill("3");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("200 OK").waitFor();
    check((await page.locator(".detail pre").first().textContent()).includes('"parcels": 3'), "the answer is not shown");
    await page.getByText("Its story").waitFor();
    const story = await page.locator(".detail table").last().textContent();
    check(story.includes("INSERT INTO orders"), `the story has no statement: ${story}`);
    await page.getByText("Its story").scrollIntoViewIfNeeded();
    await picture(page, "api");
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    check(JSON.parse(await page.getByLabel("body as JSON").inputValue()).lines[0].quantity === 3, "the JSON is not that of the form");
    await page.getByRole("button", { name: "somebody" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".detail .badge.good").first().waitFor();
    await page.getByRole("button", { name: "this browser" }).click();
    await page.locator(".filter").fill("broken");
    if (await page.locator(".back").isVisible()) await page.locator(".back").click();
    await page.locator(".row").first().click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("500 Internal Server Error").waitFor();
    await page.getByText("the till is jammed").last().waitFor();
  },
  async agents(page) {
    await page.locator(".row").first().click();
    await page.getByLabel("sku").fill("tea-2");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByText("Darjeeling, 100 g").first().waitFor();
    await page.getByText("its story").first().waitFor();
  },
  async beans(page) {
    await page.locator(".filter").fill("shop controller");
    await until("the filter", async () => (await page.locator(".row").count()) === 1);
    await page.locator(".row").first().click();
    check((await page.locator(".node").count()) === 5, "the graph is not that of the controller");
    await picture(page, "beans");
    await page.getByRole("button", { name: "catalogue" }).last().click();
    await until("the other bean", async () => (await page.locator(".detail .name").textContent()) === "catalogue");
    check(page.url().endsWith("#/beans/catalogue"), "the hash does not name the bean");
    const link = await page.locator(".detail .place").getAttribute("href");
    check(/^vscode:\/\/file\/.+\/shop\.ts:\d+:\d+$/.test(link), `the source is ${link}`);
  },
  async config(page) {
    await page.getByRole("button", { name: "all", exact: true }).click();
    await page.locator(".filter").fill("server.cpu-timeout");
    await page.locator(".row").first().click();
    const text = await page.locator(".detail").textContent();
    check(text.includes("5s") && text.includes("2s") && text.includes("config/application.yml:"), `the key says ${text}`);
    await page.getByRole("button", { name: "the application's" }).click();
    await page.locator(".filter").fill("api-key");
    await until("the masked key", async () => (await page.locator(".row").allTextContents()).join().includes("******"));
    await page.getByRole("button", { name: "set", exact: true }).click();
    await page.locator(".filter").fill("");
    await picture(page, "config");
  },
  async schedules(page) {
    const runs = async () => Number(await page.locator("tr", { hasText: "Housekeeping.sweep" }).locator("td.number").first().textContent());
    const before = await runs();
    await page.locator("tr", { hasText: "Housekeeping.sweep" }).getByRole("button", { name: "Run now" }).click();
    await until("the run", async () => (await runs()) > before);
    check((await page.locator("tr", { hasText: "Housekeeping.count" }).textContent()).includes("the scales are broken"), "the failed run does not say why");
  },
  async queues(page) {
    await order("nobody");
    await order("no one");
    await page.locator(".row", { hasText: "dead" }).first().click();
    await until("dead letters", async () => (await page.locator(".letter").count()) >= 2);
    await page.locator(".letter summary").first().click();
    await picture(page, "queues");
    const before = await page.locator(".letter").count();
    await page.locator(".letter").first().getByRole("button", { name: "Replay" }).click();
    await page.getByText("it is tried again").waitFor();
    await until("the letter's return", async () => (await page.locator(".letter").count()) === before);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Purge" }).click();
    await page.getByRole("button", { name: "Purge: really?" }).click();
    await page.getByText("messages were removed").waitFor();
    await page.getByRole("button", { name: "Delete all" }).click();
    await page.getByRole("button", { name: "Delete all: really?" }).click();
    await until("no letters", async () => (await page.locator(".letter").count()) === 0);
  },
  async caches(page) {
    for (let i = 0; i < 3; i++) await fetch(`${url}/shop/articles/cup-1`);
    const entries = async () => Number(await page.locator("tbody td.number").first().textContent());
    await until("an entry", async () => (await entries()) > 0);
    await page.getByRole("button", { name: "Empty" }).click();
    await page.getByRole("button", { name: "Empty: really?" }).click();
    await until("an empty cache", async () => (await entries()) === 0);
  },
  async database(page) {
    await order("ada@example.com");
    await page.locator(".row", { hasText: "orders" }).click();
    await page.locator(".grid td", { hasText: "******" }).first().waitFor();
    check(!(await page.locator(".grid").textContent()).includes("hunter2"), "a password is shown");
    await page.getByRole("button", { name: "customer", exact: true }).click();
    await page.locator("th[aria-sort=ascending]").waitFor();
    await page.getByRole("button", { name: "SQL", exact: true }).click();
    await page.getByLabel("statement").fill("SELECT name, cents FROM articles WHERE cents > 900 ORDER BY cents");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".grid td", { hasText: "Pot, 1 l" }).waitFor();
    await picture(page, "database");
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.locator(".plan", { hasText: "SCAN articles" }).waitFor();
    await page.getByLabel("statement").fill("DELETE FROM orders");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("not authorized").waitFor();
  },
  async migrations(page) {
    check((await page.locator("tbody tr").count()) === 2, "the files are not listed");
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.getByText("Nothing: all files have run.").waitFor();
  },
  async health(page) {
    await page.locator(".part", { hasText: "diskSpace" }).getByText("UP").waitFor();
    await page.getByRole("meter", { name: "heap" }).waitFor();
    await page.getByRole("button", { name: "Ask again" }).click();
  },
};

let drawing = false;

async function picture(page, name) {
  if (!drawing) return;
  await page.locator(".note").first().waitFor({ state: "detached" });
  await page.screenshot({ path: join(pictures, `console-${name}.png`) });
}

/** Lists what keeps people from using the page. */
async function accessible(page) {
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? "")).slice(0, 3).join(" | ")))`);
  found.forEach(fail);
}

/** The keys of the shell. */
async function keyboard(page) {
  where = "keys";
  await page.goto(`${url}/_fwrun/#/beans`);
  await page.locator(".row").first().waitFor();
  await page.keyboard.press("/");
  check(await page.locator(".filter").evaluate((e) => e === document.activeElement), "/ does not lead to the filter");
  await page.keyboard.press("Escape");
  check(await page.locator(".filter").evaluate((e) => e !== document.activeElement), "Esc does not leave the filter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await until("the second bean", async () => (await page.locator(".row").nth(1).getAttribute("aria-selected")) === "true");
  await page.keyboard.press("End");
  await until("the last bean", async () => (await page.locator(".row").last().getAttribute("aria-selected")) === "true");
  await page.keyboard.press("]");
  await page.locator("main[data-pane=config]").waitFor();
  await page.keyboard.press("[");
  await page.locator("main[data-pane=beans]").waitFor();
  check(await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "g", bubbles: true }));
    return document.activeElement.matches("dialog input");
  }), "what is typed right after g is lost");
  await page.keyboard.type("health");
  await page.keyboard.press("Enter");
  await page.locator("main[data-pane=health]").waitFor();
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await accessible(page);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

/** The first paint, the best of a few: what else the machine does is not the page's doing. */
async function firstPaint(page) {
  where = "first paint";
  const times = [];
  for (let i = 0; i < 5; i++) {
    await page.goto("about:blank");
    await page.goto(`${url}/_fwrun/#/health`);
    await page.locator("main .bar").waitFor();
    times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  }
  check(Math.min(...times) <= 300, `it took ${times.map(Math.round)} ms`);
}

/** A list of 2,000 rows: few are elements, and scrolling has no long task, in the best of three rounds. */
async function scrolling(page) {
  where = "scrolling";
  await page.goto(`${url}/_fwrun/#/health`);
  await page.locator("main .bar").waitFor();
  const rounds = await page.evaluate(async () => {
    const { html, render } = await import("./vendor/preact.js");
    const { VirtualList } = await import("./list.js");
    const box = document.body.appendChild(document.createElement("div"));
    Object.assign(box.style, { position: "fixed", inset: "0", display: "flex" });
    const items = Array.from({ length: 2000 }, (_, id) => ({ id, path: `/users/${id}`, ms: id / 7 }));
    render(html`<${VirtualList} items=${items} height=${28} label="many" row=${(one) => html`<span class="method GET">GET</span><span class="grow mono">${one.path}</span><span class="cell-n">${one.ms.toFixed(1)} ms</span>`} />`, box);
    const list = box.querySelector(".list");
    const long = [];
    new PerformanceObserver((seen) => long.push(...seen.getEntries().map((e) => Math.round(e.duration)))).observe({ entryTypes: ["longtask"] });
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const rounds = [];
    for (let round = 0; round < 3; round++) {
      await frame();
      long.length = 0;
      let most = 0;
      for (let top = 0; top < list.scrollHeight; top += 900) {
        list.scrollTop = top;
        await frame();
        most = Math.max(most, box.querySelectorAll(".row").length);
      }
      await new Promise((done) => setTimeout(done, 100)); // the observer is told afterwards
      rounds.push({ most, long: [...long], last: box.querySelector(".rows").lastElementChild.textContent });
    }
    render(null, box);
    box.remove();
    return rounds;
  });
  check(rounds.every((r) => r.most <= 80), `there were ${rounds.map((r) => r.most)} rows`);
  check(rounds.every((r) => r.last.includes("/users/1999")), "the end is not reached");
  check(rounds.some((r) => r.long.length === 0), `there were long tasks: ${JSON.stringify(rounds.map((r) => r.long))}`);
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
for (const width of [1280, 400]) {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width, height: width > 1000 ? 720 : 800 }, colorScheme, permissions: ["clipboard-write"], reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on("pageerror", (error) => fail(error.stack));
    page.on("console", (message) => {
      // A browser notes each answer with an error; those to /shop are what the panes were asked to provoke.
      const expected = /\/shop\/|databases\/query/.test(message.location().url) && /status of (400|404|500)/.test(message.text());
      if (message.type() === "error" && !expected) fail(`${message.text()} ${message.location().url}`);
    });
    await page.goto(`${url}/_fwrun`);
    const panes = await page.locator(".nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href").slice(2)));
    check(panes.length >= 13, `there are only ${panes.length} panes`);
    for (const pane of panes) {
      where = `${pane} at ${width}, ${colorScheme}`;
      drawing = Boolean(pictures) && width === 1280 && colorScheme === (pane === "database" || pane === "queues" ? "dark" : "light");
      try {
        await page.locator(`.nav a[href="#/${pane}"]`).click();
        await page.locator(`main[data-pane=${pane}] .bar`).waitFor();
        await until("what the pane asks for", async () => (await page.locator("main [aria-busy=true]").count()) === 0);
        await accessible(page);
        await acts[pane]?.(page);
        await accessible(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        check(wide <= 0, `the page is ${wide} pixels too wide`);
      } catch (error) {
        fail(error.message);
      }
    }
    await context.close();
  }
}
const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
page.setDefaultTimeout(patience);
for (const act of [keyboard, firstPaint, scrolling]) {
  try {
    await act(page);
  } catch (error) {
    fail(error.message);
  }
}
await browser.close();
process.exit(wrong.length ? 1 : 0);
