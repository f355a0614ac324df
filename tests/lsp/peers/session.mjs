// A session of an editor with vscode-jsonrpc and vscode-languageserver-protocol: opens, breaks, mends, renames and closes files of a new
// application, and ends the server. Arguments: the program, the folder of the application.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection, CodeActionRequest, CodeLensRequest, CompletionRequest, DefinitionRequest, DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification, DidCloseTextDocumentNotification, DidOpenTextDocumentNotification, DocumentSymbolRequest,
  ExitNotification, HoverRequest, InitializedNotification, InitializeRequest, PublishDiagnosticsNotification, ReferencesRequest,
  RegistrationRequest, ShutdownRequest, StreamMessageReader, StreamMessageWriter, WorkspaceSymbolRequest,
} from "vscode-languageserver-protocol/node";

const [program, folder] = process.argv.slice(2);
const server = spawn(program, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));

const published = new Map(); // by URI
let told = () => {};
connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
  published.set(params.uri, params);
  told();
});
const registered = new Promise((resolve) => connection.onRequest(RegistrationRequest.type, resolve));
connection.listen();

// said waits until what is published fulfils a condition.
async function said(condition) {
  for (;;) {
    const found = condition();
    if (found) return found;
    await new Promise((resolve) => { told = resolve; });
  }
}

const uri = (name) => pathToFileURL(join(folder, name)).href;
const text = (name) => readFileSync(join(folder, name), "utf8");
const versions = new Map();
const open = (name, content = text(name)) => {
  versions.set(name, 1);
  return connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri: uri(name), languageId: "typescript", version: 1, text: content },
  });
};
const change = (name, content) => {
  versions.set(name, versions.get(name) + 1);
  return connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri: uri(name), version: versions.get(name) }, contentChanges: [{ text: content }],
  });
};
const close = (name) => connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: uri(name) } });
// of waits for what is wrong in the version of a document that is open.
const of = (name) => said(() => published.get(uri(name))?.version === versions.get(name) && published.get(uri(name)).diagnostics);
const at = (content, word, by = 0) => {
  const before = content.slice(0, content.indexOf(word) + by).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
};

const { capabilities, serverInfo } = await connection.sendRequest(InitializeRequest.type, {
  processId: process.pid, rootUri: null, workspaceFolders: null, initializationOptions: { types: false, profile: "" },
  capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
});
assert.equal(serverInfo.name, "fwrun");
assert.ok(capabilities.hoverProvider && capabilities.codeLensProvider);
await connection.sendNotification(InitializedNotification.type, {});
assert.equal((await registered).registrations[0].method, "workspace/didChangeWatchedFiles");

// Open.
const controller = "tasks/task-controller.ts", service = "tasks/task-service.ts";
const before = text(controller);
await open(controller);
assert.deepEqual(await of(controller), []);

// Ask.
const document = { textDocument: { uri: uri(controller) } };
const lenses = await connection.sendRequest(CodeLensRequest.type, document);
assert.ok(lenses.some((lens) => lens.command.title.startsWith("GET /tasks")), JSON.stringify(lenses));
const symbols = await connection.sendRequest(DocumentSymbolRequest.type, document);
assert.ok(symbols.some((symbol) => symbol.name === "TaskController"), JSON.stringify(symbols));
assert.ok((await connection.sendRequest(WorkspaceSymbolRequest.type, { query: "taskservice" })).some((symbol) => symbol.location.uri === uri(service)));
const injected = at(before, "TaskService)", -1);
const [declared] = await connection.sendRequest(DefinitionRequest.type, { ...document, position: injected });
assert.equal(declared.uri, uri(service));
const used = await connection.sendRequest(ReferencesRequest.type, { ...document, position: injected, context: { includeDeclaration: false } });
assert.deepEqual(used.map((one) => one.uri), [uri(controller)]);
const decorator = await connection.sendRequest(HoverRequest.type, { ...document, position: at(before, "@RestController", 3) });
assert.match(decorator.contents.value, /controller/i);

// Break: a bean that there is not, with a place in another file, and what is not a script at all.
await change(controller, before.replace("TaskService)", "TaskServize)"));
const [missing] = await of(controller);
assert.equal(missing.source, "fwrun");
assert.equal(missing.severity, 1);
await change(controller, before + "\nexport class {");
assert.equal((await of(controller))[0].code, "syntax");
const half = before + '\nexport const half = GetMapping("${tas';
await change(controller, half);
const keys = await connection.sendRequest(CompletionRequest.type, { ...document, position: at(half, '("${tas', 7) });
assert.ok(keys.items.some((item) => item.label === "tasks.limit"), JSON.stringify(keys));

// Mend.
await change(controller, before);
assert.deepEqual(await of(controller), []);
const actions = await connection.sendRequest(CodeActionRequest.type, {
  ...document, range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }, context: { diagnostics: [] },
});
assert.deepEqual(actions, []);

// Rename: what imports the file has a mistake until it follows.
await open(service);
assert.deepEqual(await of(service), []);
const renamed = "tasks/renamed.ts";
renameSync(join(folder, service), join(folder, renamed));
await close(service);
await open(renamed);
await connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri: uri(service), type: 3 }, { uri: uri(renamed), type: 1 }] });
await said(() => published.get(uri(controller)).diagnostics.length > 0);
const followed = before.replace("./task-service", "./renamed");
assert.notEqual(followed, before);
await change(controller, followed);
assert.deepEqual(await of(controller), []);
writeFileSync(join(folder, controller), followed);

// A file that is nowhere but in the editor.
await open("tasks/new.ts", 'import { GetMapping } from "fwrun";\nexport const fresh = GetMapping("/fresh")(() => "yes");\n');
assert.deepEqual(await of("tasks/new.ts"), []);
await change(controller, 'import { fresh } from "./new";\nvoid fresh;\n' + followed);
assert.deepEqual(await of(controller), []);
await change(controller, 'import { stale } from "./new";\nvoid stale;\n' + followed);
assert.equal((await of(controller)).length, 1);

// Close: nothing is left of what was found.
for (const name of versions.keys()) if (name !== service) await close(name);
await said(() => [...published.values()].every((one) => one.diagnostics.length === 0));
await connection.sendRequest(ShutdownRequest.type);
await connection.sendNotification(ExitNotification.type);
const [code] = await once(server, "exit");
assert.equal(code, 0);
console.log("done");
process.exit(0);
