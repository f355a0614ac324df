// Opens the console in Chromium, as somebody would: every pane is opened, filtered and acted on, in two widths and both themes.
//
//   node panes.mjs <url of the application> <path of Chromium> [folder for pictures]
//
// It prints what was wrong, one line each, and ends with 1 if there was anything. With ONLY=api,logs it opens these panes only. FWRUN is the
// program, FOLDER is that of the application, and REPORT one that does not exist, for a report of coverage.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [url, executablePath, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const patience = Number(process.env.PATIENCE ?? 30_000); // milliseconds
const only = process.env.ONLY?.split(",");
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
    await page.getByRole("button", { name: "Save as test" }).click();
    await page.getByText(/saved as tests\/post-shop-orders(-\d+)?\.replay\.json/).first().waitFor();
  },
  async errors(page) {
    const types = page.locator(".types");
    await types.getByText("TypeScript: 2", { exact: true }).waitFor();
    for (const text of ["ts2322", "Type 'string' is not assignable to type 'number'.", "shop.ts:13:3", "ts2551", "shop.ts:60:5"]) {
      check(await types.getByText(text).first().isVisible(), `TypeScript's ${text} is not shown`);
    }
    await fetch(`${url}/shop/broken`);
    await page.locator(".row", { hasText: "the till is jammed" }).first().waitFor();
    await page.locator(".filter").fill("no such error");
    await page.getByText("no error matches").waitFor();
    await types.waitFor({ state: "detached" });
    await page.locator(".filter").fill("jammed");
    await page.locator(".row").first().click();
    const link = await page.locator(".detail .place").first().getAttribute("href");
    check(/shop\.ts:\d+:\d+$/.test(link), `the source is ${link}`);
    check((await page.locator(".detail .source .here").textContent()).includes("the till is jammed"), "the line of the source is not shown");
    await picture(page, "errors");
    const id = await page.locator(".detail .buttons button").first().textContent();
    await page.locator(".detail").getByRole("button", { name: id, exact: true }).click(); // which is second once the list has heard of another
    await page.locator("main[data-pane=requests] .detail", { hasText: "the till is jammed" }).waitFor();
    check(page.url().includes(`#/requests/${id}`), `the request that is open is ${page.url()}`);
    check((await page.locator(".detail .name").textContent()) === "/shop/broken", "it is another request");
    await page.goBack();
    await page.locator("main[data-pane=errors] .detail", { hasText: "the till is jammed" }).waitFor();
  },
  async logs(page) {
    const back = async () => void ((await page.locator(".back").isVisible()) && (await page.locator(".back").click()));
    let logger = "";
    const sent = () => page.locator(".row", { hasText: "mail sent" }).count();
    const handled = async () => (await (await fetch(`${url}/_fwrun/api/stories?kind=message&limit=1`)).json()).stories[0]?.id ?? 0;
    const mail = async () => {
      const before = await handled();
      await order("ada@example.com");
      await until("the mail", async () => (await handled()) > before);
    };
    const showLevels = async () => {
      if (!(await page.getByLabel("filter loggers").isVisible())) await page.getByRole("button", { name: "Levels" }).click();
      await page.getByLabel("filter loggers").fill(logger);
    };
    await mail();
    await page.locator(".filter").first().fill("mail sent");
    await until("the line", async () => (await sent()) > 0);
    await page.getByRole("button", { name: "error", exact: true }).click();
    await until("the level", async () => (await sent()) === 0);
    await page.getByRole("button", { name: "trace", exact: true }).click();
    await page.locator(".row").last().click();
    check((await page.locator(".detail").textContent()).includes("ada@example.com"), "the fields of the line are not shown");
    logger = await page.locator(".detail .facts div", { hasText: "logger" }).locator("dd").first().textContent();
    await page.locator(".detail").getByRole("button", { name: "requests" }).click();
    await page.locator("main[data-pane=requests] .row").first().waitFor();
    await page.goBack();
    await page.locator("main[data-pane=logs] .bar").waitFor();
    await showLevels();
    const level = page.getByLabel(`level of ${logger}`, { exact: true });
    await level.selectOption("ERROR");
    await until("the level of the logger", async () => (await (await fetch(`${url}/_fwrun/api/manage/loggers/${logger}`)).json()).effectiveLevel === "ERROR");
    await back();
    await page.getByRole("button", { name: "Clear" }).click();
    await mail(); // of which nothing is said
    await showLevels();
    await level.selectOption("");
    await until("the level of before", async () => (await (await fetch(`${url}/_fwrun/api/manage/loggers/${logger}`)).json()).effectiveLevel === "INFO");
    await back();
    await mail();
    await page.locator(".filter").first().fill("mail sent");
    await until("the second line", async () => (await sent()) === 1);
    await picture(page, "logs");
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
    const steps = await page.locator(".detail table").last().textContent();
    check(steps.includes("INSERT INTO orders"), `the story has no statement: ${steps}`);
    await page.getByText("Its story").scrollIntoViewIfNeeded();
    await picture(page, "api");
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    check(JSON.parse(await page.getByLabel("body as JSON").inputValue()).lines[0].quantity === 3, "the JSON is not that of the form");
    await page.getByRole("button", { name: "somebody" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".detail .badge.good").first().waitFor();
    const back = async () => void ((await page.locator(".back").isVisible()) && (await page.locator(".back").click()));
    const answered = async (status) => {
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.locator(".detail .badge", { hasText: status }).waitFor();
    };
    await page.getByRole("button", { name: "this browser" }).click();
    await back();
    await page.locator(".filter").fill("owner");
    await page.locator(".row").first().click();
    await page.getByRole("button", { name: "an API key" }).click(); // as this browser it would ask for a password in a dialog of its own
    await page.getByLabel("X-Till-Key").fill("k-nobody");
    await answered("401");
    await page.getByLabel("X-Till-Key").fill("k-reports");
    await answered("200");
    check((await page.locator(".detail pre").first().textContent()).includes('"reports"'), "the key says somebody else");
    await page.getByRole("button", { name: "a password" }).click();
    await page.getByLabel("user").fill("zoë");
    await page.getByLabel("password", { exact: true }).fill("tea: blue");
    await answered("401");
    await page.getByLabel("password", { exact: true }).fill("tea: green");
    await answered("200");
    check((await page.locator(".detail pre").first().textContent()).includes('"zoë"'), "the password says somebody else");
    await page.getByRole("button", { name: "Open in requests" }).click();
    await page.locator("main[data-pane=requests] .detail", { hasText: "authorization of zoë" }).waitFor();
    const story = await page.locator(".detail").textContent();
    check(!story.includes(Buffer.from("zoë:tea: green").toString("base64")) && !story.includes("k-reports"), "the story shows credentials");
    await page.reload();
    const kept = await page.evaluate(() => [JSON.stringify({ ...sessionStorage }), JSON.stringify({ ...localStorage })]);
    check(kept[0].includes("tea: green") && !kept[1].includes("tea: green"), `credentials are kept in ${kept[1]}`);
    await page.goBack();
    await page.getByLabel("user").waitFor();
    check((await page.getByLabel("user").inputValue()) === "zoë", "who I am is forgotten by a reload");
    await page.getByRole("button", { name: "this browser" }).click();
    await page.locator(".filter").fill("broken");
    await back();
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
    await page.locator(".filter").fill("shopcontroller");
    await until("the filter", async () => (await page.locator(".row").count()) === 1);
    await page.locator(".row").first().click();
    check((await page.locator(".node").count()) === 5, "the graph is not that of the controller");
    await picture(page, "beans");
    await page.getByRole("button", { name: "catalogue" }).last().click();
    await until("the other bean", async () => (await page.locator(".detail .name").textContent()) === "catalogue");
    check(page.url().endsWith("#/beans/catalogue"), "the hash does not name the bean");
    const link = await page.locator(".detail .place").getAttribute("href");
    check(/^vscode:\/\/file\/.+\/shop\.ts:\d+:\d+$/.test(link), `the source is ${link}`);
    if (await page.locator(".back").isVisible()) await page.locator(".back").click();
    await page.locator(".filter").fill("");
    await page.getByRole("button", { name: "graph", exact: true }).click();
    const whole = page.locator(".whole .node");
    const { beans } = await (await fetch(`${url}/_fwrun/api/beans`)).json();
    await until("all beans", async () => (await whole.count()) === beans.length);
    await page.getByLabel("with the beans of fwrun").uncheck();
    await until("the application's beans", async () => (await whole.count()) === beans.filter((bean) => bean.kind !== "host").length);
    await page.getByLabel("with the beans of fwrun").check();
    await whole.getByText("shopController", { exact: true }).hover();
    check((await page.locator(".whole path.asks").count()) === 4, "the lines of what it is given do not stand out");
    check((await page.locator(".whole .node.near").count()) === 4, "what it is given does not stand out");
    await accessible(page);
    await picture(page, "graph");
    await whole.getByText("catalogue", { exact: true }).click();
    await page.locator(".detail .name", { hasText: "catalogue" }).waitFor();
    check(await page.locator(".detail .place").getAttribute("href").then((href) => href.includes("shop.ts:")), "the source is not shown");
    if (await page.locator(".back").isVisible()) await page.locator(".back").click();
    await page.locator(".filter").fill("mailer");
    await until("the bean and its neighbours", async () => (await whole.count()) === 2 && (await page.locator(".whole .node.match").count()) === 1);
    await page.getByRole("button", { name: "list", exact: true }).click();
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
    await page.locator(".filter").fill("auth.basic");
    await until("who logs in, and not the password", async () => /basic\.password\*{6}.*basic\.usernametea-shop/.test((await page.locator(".row").allTextContents()).sort().join()));
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
  async coverage(page) {
    const { FWRUN, FOLDER, REPORT } = process.env;
    const row = page.locator("tbody tr", { hasText: "scales.ts" });
    const figure = async (nth) => (await row.locator("b").nth(nth).textContent()).replace(/\s/g, " ");
    if (watching) await row.waitFor(); // what was covered before is there
    else {
      await page.locator(".empty", { hasText: "fwrun test . --coverage" }).waitFor();
      watching = spawn(FWRUN, ["test", FOLDER, "scales", "--coverage", "--coverage-reporter=text", "--watch"], { stdio: "ignore" });
      await row.waitFor();
      check((await figure(0)) === "83.33 %" && (await figure(1)) === "50 %", `it is covered ${await row.textContent()}`);
    }
    await page.getByText("a part of the tests").waitFor(); // those with "scales" in their names
    const names = () => page.locator("tbody a").allTextContents();
    await page.getByRole("button", { name: "branches" }).click();
    await page.locator("th[aria-sort=ascending]", { hasText: "branches" }).waitFor();
    const first = await names();
    await page.getByRole("button", { name: "branches" }).click();
    await page.locator("th[aria-sort=descending]", { hasText: "branches" }).waitFor();
    check(first.length === 3 && first.toReversed().join() === (await names()).join(), `${first} are sorted as ${await names()}`);
    await page.locator(".filter").fill("script");
    await until("the filter", async () => (await names()).length === 1);
    await page.locator("tbody a").click();
    await page.locator(".covering", { hasText: "<img src=x onerror=alert(1)>" }).waitFor();
    check(page.url().endsWith("#/coverage/%3Cscript%3E%20%23%26.ts"), `the address is ${page.url()}`);
    await page.getByRole("button", { name: "all files" }).click();
    await page.locator(".filter").fill("");
    await page.getByRole("link", { name: "shop.ts" }).click();
    await page.getByRole("group", { name: "uncovered lines" }).getByRole("button").last().click();
    const last = page.locator("tr.no.here");
    await last.waitFor();
    check(await last.evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight), "the line is not in sight");
    await page.getByRole("button", { name: "all files" }).click();
    await page.getByRole("link", { name: "scales.ts" }).click();
    const source = page.locator(".covering");
    if (!grown) {
      await source.locator("tr.partly", { hasText: "throw" }).locator("mark.branch i", { hasText: "I" }).waitFor();
      check((await source.locator("mark.statement").textContent()) === "throw new Error(`more than ${this.most} g`);", "it marks another statement");
      await accessible(page);
      await picture(page, "coverage");
      appendFileSync(join(FOLDER, "scales.test.ts"), 'it("has its limits", () => expect(() => new Scales(2000).weigh(2001)).toThrow("more than 2000 g"));\n');
      grown = true;
      await source.locator("mark.statement").waitFor({ state: "detached" }); // as soon as the tests have run again
      execFileSync(FWRUN, ["test", FOLDER, "scales", "--coverage", "--coverage-reporter=html", `--coverage-dir=${REPORT}`]);
    }
    await until("the branches", async () => (await source.locator("mark.branch").allTextContents()).join() === "Math.round(grams),`${grams / 1000} kg`,text");
  },
  async health(page) {
    await page.locator(".part", { hasText: "diskSpace" }).getByText("UP").waitFor();
    await page.getByRole("meter", { name: "heap" }).waitFor();
    await page.getByRole("button", { name: "Ask again" }).click();
  },
};

let drawing = false;
let watching; // the tests, with what they cover
let grown = false; // they cover more than at first

async function picture(page, name) {
  if (!drawing) return;
  await page.locator(".note").first().waitFor({ state: "detached" });
  await page.screenshot({ path: join(pictures, `console-${name}.png`) });
}

/** Lists what keeps people from using the page. */
async function accessible(page) {
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"], preload: location.protocol !== "file:" }).then((r) => r.violations.filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? "")).slice(0, 3).join(" | ")))`);
  found.forEach(fail);
}

/** The report of coverage that the tests have written, which is opened from the disk and with keys alone. */
async function report(page) {
  const asked = [];
  const note = (request) => void asked.push(request.url());
  page.on("request", note);
  const press = async (name) => {
    const reached = () => page.evaluate((name) => document.activeElement.textContent === name, name);
    for (let i = 0; i < 20 && !(await reached()); i++) await page.keyboard.press("Tab");
    check(await reached(), `no key leads to ${name}`);
    await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  };
  await page.goto(pathToFileURL(join(process.env.REPORT, "index.html")).href);
  await accessible(page);
  await press("<script> #&.ts");
  await page.locator("h1", { hasText: "<script> #&.ts" }).waitFor();
  check((await page.locator("mark.branch").last().textContent()).includes("</script><img src=x onerror=alert(1)>"), "the source is not shown as it is");
  await accessible(page);
  await press("‹ All files");
  await press("scales.ts");
  await page.locator("tr.partly", { hasText: "Math.round" }).waitFor();
  check((await page.locator("mark.statement:not(.legend *)").count()) === 0, "what has run is marked");
  await accessible(page);
  const drawn = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth, dark: getComputedStyle(document.body).backgroundColor !== "rgb(255, 255, 255)",
    line: getComputedStyle(document.querySelector("main mark.branch")).textDecorationLine,
  }));
  check(drawn.wide <= 0 && drawn.line === "underline" && drawn.dark === where.endsWith("dark"), `it is drawn as ${JSON.stringify(drawn)}`);
  check(asked.every((one) => one.startsWith("file:")), `it asks for ${asked}`);
  page.off("request", note);
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
  for (const key of ["ArrowDown", "Enter"]) { // both lead from the filter to what it found
    await page.keyboard.press("/");
    await page.keyboard.type("service");
    await page.keyboard.press(key);
    await until(`the first bean, by ${key}`, async () => (await page.locator(".row").first().getAttribute("aria-selected")) === "true");
    check(await page.locator(".list").evaluate((e) => e === document.activeElement), `${key} does not leave the filter`);
    await page.locator(".filter").fill("");
    await page.goto(`${url}/_fwrun/#/beans`);
    await page.keyboard.press("Escape");
  }
  await page.locator("main").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await until("the second bean", async () => (await page.locator(".row").nth(1).getAttribute("aria-selected")) === "true");
  await page.keyboard.press("End");
  await until("the last bean", async () => (await page.locator(".row").last().getAttribute("aria-selected")) === "true");
  await page.keyboard.press("]");
  await page.locator("main[data-pane=config]").waitFor();
  await page.keyboard.press("[");
  await page.locator("main[data-pane=beans]").waitFor();
  const { between, after } = await page.evaluate(() => {
    const press = (key) => (document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })), location.hash);
    return { between: press("]"), after: press("[") };
  });
  check(between === "#/config" && after === "#/beans", `] leads to ${between}, and [ at once to ${after}`);
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
  await page.evaluate(() => { // keys that follow one another before a frame is drawn
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    document.activeElement.blur();
    for (const key of ["g", "Enter", "?"]) press(key);
  });
  await until("the keys, right after a jump", () => page.locator("dialog[open][aria-label=keys]").isVisible());
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

/** What is not there is said to be not there: a pane, and what a pane would show. */
async function unknownAddresses(page) {
  where = "unknown addresses";
  for (const [address, text] of [
    ["nothing", "there is no pane nothing"], ["beans/nobody", "there is no bean nobody"], ["config/shop.nam?show=set", "there is no key shop.nam"], ["requests/latest", "there is no request latest"],
    ["database/main/nothing", "there is no table nothing"], ["database/other", "there is no datasource other"], ["queues/primary/none", "there is no queue none"], ["api/none", "there is no route none"], ["errors/none", "there is no error none"],
    ["coverage/none", "there is no file none"],
  ]) {
    await page.goto(`${url}/_fwrun/#/${address}`);
    await page.locator("[role=alert]", { hasText: text }).waitFor();
  }
  await page.goto(`${url}/_fwrun/#/nothing`);
  check((await page.locator(".nav [aria-current]").count()) === 0, "a pane is said to be open");
  await accessible(page);
  await page.locator(".nav a[href='#/beans']").click();
  await page.locator("main[data-pane=beans] .bar").waitFor();
}

/** Who goes elsewhere before the first frame gets there: a browser that is busy draws late. */
async function beforeTheFirstFrame(page) {
  where = "before the first frame";
  await page.addInitScript(() => {
    requestAnimationFrame = () => 0;
    addEventListener("load", () => (location.hash = "#/beans"));
  });
  await page.goto("about:blank");
  await page.goto(`${url}/_fwrun/#/health`);
  await page.locator("main[data-pane=beans]").waitFor();
}

/** Returns what tells the milliseconds of the processor that the main thread of the page has used, whatever else the machine does. */
async function processor(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const used = async () => (await session.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value * 1000;
  return { used, close: () => session.detach() };
}

/**
 * What the first paint takes of the processor, the least of a few, beside a page of plain text from the same server, which the same process
 * draws: Chromium counts anew for each document. And it waits for no answer.
 */
async function firstPaint(page) {
  where = "first paint";
  const { used, close } = await processor(page);
  const painted = () => page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length); // it may be told later
  const times = [], texts = [];
  for (let i = 0; i < 5; i++) {
    await page.goto(`${url}/_fwrun/vendor/LICENCES.txt`);
    await painted();
    texts.push(await used());
    await page.goto(`${url}/_fwrun/#/health`);
    await page.locator("main .bar").waitFor();
    await painted();
    times.push(await used());
  }
  const most = 4 * Math.min(...texts);
  check(Math.min(...times) <= most, `it took ${times.map(Math.round)} ms of the processor, a page of plain text ${texts.map(Math.round)}`);
  await close();
  let answer;
  const asked = new Promise((done) => (answer = done));
  await page.route("**/api/**", (route) => asked.then(() => route.continue()));
  await page.goto("about:blank");
  await page.goto(`${url}/_fwrun/#/health`);
  await painted(); // before anything is answered
  check((await page.locator("main[data-pane=health]").count()) === 1, "no pane is painted");
  answer();
  await page.locator("main .bar").waitFor();
  await page.unrouteAll({ behavior: "wait" });
}

/**
 * A list of 2,000 rows: few are elements, and no step of scrolling through it computes for long. What counts is the processor time of the
 * page's main thread, so that whatever else the machine does is not the list's doing.
 */
async function scrolling(page) {
  where = "scrolling";
  await page.goto(`${url}/_fwrun/#/health`);
  await page.locator("main .bar").waitFor();
  const list = await page.evaluateHandle(async () => {
    const { html, render } = await import("./vendor/preact.js");
    const { VirtualList } = await import("./list.js");
    const box = document.body.appendChild(document.createElement("div"));
    Object.assign(box.style, { position: "fixed", inset: "0", display: "flex" });
    const items = Array.from({ length: 2000 }, (_, id) => ({ id, path: `/users/${id}`, ms: id / 7 }));
    render(html`<${VirtualList} items=${items} height=${28} label="many" row=${(one) => html`<span class="method GET">GET</span><span class="grow mono">${one.path}</span><span class="cell-n">${one.ms.toFixed(1)} ms</span>`} />`, box);
    return box.querySelector(".list");
  });
  const { used, close } = await processor(page);
  const rounds = [];
  do {
    const steps = [];
    for (let top = 0, end = false; !end; top += 900) {
      const began = await used();
      const [rows, height] = await list.evaluate(async (element, top) => {
        element.scrollTop = top;
        for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done)); // the second comes once the first is painted
        return [element.querySelectorAll(".row").length, element.scrollHeight];
      }, top);
      steps.push(Math.round(await used() - began));
      check(rows > 0 && rows <= 80, `there were ${rows} rows at ${top}`);
      end = top + 900 >= height;
    }
    rounds.push(steps);
    check(await list.evaluate((element) => element.querySelector(".rows").lastElementChild.textContent.includes("/users/1999")), "the end is not reached");
  } while (rounds.length < 5 && Math.max(...rounds.at(-1)) > 50);
  check(Math.max(...rounds.at(-1)) <= 50, `steps took ${rounds.map((steps) => `[${steps}]`)} ms of the processor`);
  await close();
  await list.evaluate((element) => element.closest("body > div").remove());
}

/** The graph of 200 beans in a narrow window: nothing lies on anything else, every name has room, and to point at one is quick. */
async function manyBeans(page) {
  where = "200 beans";
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`${url}/_fwrun/#/health`);
  await page.locator("main .bar").waitFor();
  const found = await page.evaluate(async () => {
    const { html, render } = await import("./vendor/preact.js");
    const { Whole } = await import("./graph.js");
    const beans = Array.from({ length: 200 }, (_, i) => ({ name: `bean${i}`, kind: "Service", asks: [], given: [] }));
    beans.forEach((bean, i) => {
      for (const at of [(i * 7) % 200, (i * 13 + 5) % 200]) {
        if (at >= i) continue;
        bean.asks.push(beans[at].name);
        beans[at].given.push(bean.name);
      }
    });
    beans[0].asks.push("bean199"); // a circle
    beans[199].given.push("bean0");
    const box = document.body.appendChild(document.createElement("div"));
    Object.assign(box.style, { position: "fixed", inset: "0", display: "flex", flexDirection: "column", background: "white" });
    let opened = "";
    const began = performance.now();
    render(html`<${Whole} beans=${beans} shown=${beans} kinds=${{}} open=${(name) => (opened = name)} />`, box);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const drawn = performance.now() - began;
    const nodes = [...box.querySelectorAll(".node")].map((one) => ({ one, at: one.getBoundingClientRect() }));
    const over = nodes.filter((a, i) => nodes.slice(i + 1).some((b) => a.at.left < b.at.right && b.at.left < a.at.right && a.at.top < b.at.bottom && b.at.top < a.at.bottom));
    const hidden = nodes.filter(({ one }) => one.scrollWidth > one.clientWidth);
    const region = box.querySelector(".graph");
    const pointing = performance.now();
    nodes[100].one.focus();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const result = {
      nodes: nodes.length, over: over.length, hidden: hidden.length, size: nodes[0].at.width, drawn: Math.round(drawn), pointed: Math.round(performance.now() - pointing),
      lines: box.querySelectorAll("path.asks, path.gives").length, wide: region.scrollWidth > region.clientWidth, page: document.documentElement.scrollWidth - innerWidth,
    };
    nodes[100].one.click();
    result.opened = opened;
    render(null, box);
    box.remove();
    return result;
  });
  check(found.nodes === 200 && found.over === 0 && found.hidden === 0 && found.size >= 150, `the beans are not readable: ${JSON.stringify(found)}`);
  check(found.lines > 0 && found.opened === "bean100" && found.wide && found.page <= 0, `the graph does not work: ${JSON.stringify(found)}`);
  check(found.drawn < 1000 && found.pointed < 500, `it takes long: ${JSON.stringify(found)}`);
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
      const expected = /\/shop\/|databases\/query/.test(message.location().url) && /status of (400|401|404|500)/.test(message.text());
      if (message.type() === "error" && !expected) fail(`${message.text()} ${message.location().url}`);
    });
    await page.goto(`${url}/_fwrun`);
    const panes = await page.locator(".nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href").slice(2)));
    check(panes.length >= 13, `there are only ${panes.length} panes`);
    for (const pane of panes.filter((one) => !only || only.includes(one))) {
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
    if (watching) {
      where = `the report at ${width}, ${colorScheme}`;
      await report(page).catch((error) => fail(error.message));
    }
    await context.close();
  }
}
const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
page.setDefaultTimeout(patience);
for (const act of only ? [manyBeans, beforeTheFirstFrame] : [keyboard, unknownAddresses, firstPaint, scrolling, manyBeans, beforeTheFirstFrame]) {
  try {
    await act(page);
  } catch (error) {
    fail(error.message);
  }
}
watching?.kill();
await browser.close();
process.exit(wrong.length ? 1 : 0);
