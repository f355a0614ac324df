// Opens Chrome's own page for debugging Node, which attaches to fwrun, and does what people do with it.
//
//	node chrome.mjs <fwrun> <chromium> <folder of the application>
import { spawn } from "node:child_process";
import { chromium } from "../console/node_modules/playwright-core/index.mjs";

const [fwrun, executablePath, folder] = process.argv.slice(2);
const timeout = 120_000; // the machine may do much else

const app = spawn(fwrun, ["serve", folder, "--port", "0", "--inspect=0", "--log-format", "json"], { stdio: ["ignore", "pipe", "pipe"] });
process.on("exit", () => app.kill("SIGKILL"));
process.on("SIGTERM", () => process.exit(1));
setTimeout(() => fail(new Error("it takes too long")), 3 * timeout).unref();

function fail(error) {
  console.error(error);
  process.exit(1);
}

// says waits for what the application writes, and returns what a pattern finds in it.
let said = "";
const says = (pattern) => new Promise((resolve) => {
  const look = () => pattern.test(said) && resolve(said.match(pattern)[1]);
  for (const stream of [app.stdout, app.stderr]) stream.on("data", (data) => { said += data; look(); });
  look();
});

const [port, url] = await Promise.all([says(/listening on ws:\/\/(\S+)/), says(/"msg":"listening","url":"([^"]+)"/)]);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
page.setDefaultTimeout(timeout);

const shown = async (what, found) => {
  await found.first().waitFor();
  console.log(what);
};
const line = (number) => page.locator(".cm-lineNumbers .cm-gutterElement").getByText(String(number), { exact: true });

async function main() {
  await page.goto(`devtools://devtools/bundled/js_app.html?v8only=true&panel=sources&ws=${port}`);
  await shown("the folder of the file", page.getByText("file://", { exact: true }));
  await page.keyboard.press("Control+p");
  await page.keyboard.type("users.ts");
  await shown("the file is found", page.getByRole("option").filter({ hasText: "users.ts" }));
  await page.keyboard.press("Enter");
  await shown("the text of the file", page.getByText("const greeting ="));
  await line(28).click();
  await shown("a breakpoint", page.locator(".cm-breakpoint"));
  const answer = fetch(url + "/users/1").then((response) => response.text());
  await shown("paused", page.getByText("Paused on breakpoint"));
  await shown("the frame", page.getByText("UserController.find", { exact: true }));
  await shown("a local", page.getByText("{id: 1, name: 'Bob'}"));
  await page.getByRole("tab", { name: "Console" }).first().click();
  await page.locator("#console-prompt .cm-content").click();
  await page.keyboard.insertText("user.name = user.name.toUpperCase()");
  await page.keyboard.press("Enter");
  await shown("the console evaluates", page.locator(".console-user-command-result").getByText("BOB"));
  await page.getByRole("tab", { name: "Sources" }).first().click();
  await page.getByRole("button", { name: /^Resume script execution/ }).first().click();
  const got = await answer;
  if (got !== '{"greeting":"Hello, BOB"}') throw new Error(`the answer is ${got}`);
}

await main().then(() => browser.close()).then(() => process.exit(0), fail);
