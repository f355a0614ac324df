// Runs the bundled extension against a stub of the module vscode. Arguments: the folder of the extension, the program, the folder of an
// application. It opens a script with a mistake and mends it, and prints what VS Code would show, as JSON.
"use strict";
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL, fileURLToPath } = require("node:url");

const [extension, program, folder] = process.argv.slice(2);
const disposable = { dispose() {} };

class Uri {
  constructor(value) { this.value = value; this.scheme = value.split(":")[0]; this.path = this.fsPath = fileURLToPath(value); }
  static parse(value) { return new Uri(value); }
  static file(name) { return new Uri(pathToFileURL(name).href); }
  toString() { return this.value; }
}
class Emitter {
  constructor() { this.listeners = []; this.event = (listener, self) => { this.listeners.push(listener.bind(self)); return disposable; }; }
  fire(event) { return Promise.all(this.listeners.map((listener) => listener(event))); }
  dispose() {}
}
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(a, b, c, d) { [this.start, this.end] = c === undefined ? [a, b] : [new Position(a, b), new Position(c, d)]; } }

const shown = [], errors = [], commands = {}, changed = new Emitter(), opened = new Emitter();
let waiting = () => {};
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }

const known = {
  Uri, EventEmitter: Emitter, Position, Range, Diagnostic, version: "1.91.0",
  CancellationTokenSource: class { token = { isCancellationRequested: false, onCancellationRequested: () => disposable }; cancel() {} dispose() {} },
  Disposable: class { constructor(call) { this.dispose = call; } static from() { return disposable; } },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 }, StatusBarAlignment: {},
  env: { language: "en", appName: "stub", uriScheme: "vscode" }, extensions: { all: [], getExtension() {}, onDidChange: () => disposable },
};
// anything is what the client asks of VS Code and this test does not look at: classes to extend, enumerations, events, registrations.
const anything = (name) => new Proxy(/^[A-Z]/.test(name) ? class {} : function () { return disposable; }, {
  get: (target, member) => member in target || typeof member === "symbol" ? target[member] : anything(String(member)),
});
const space = (own) => new Proxy(own, { get: (target, member) => member in target ? target[member] : anything(String(member)) });
const settings = { path: program, types: false, profile: "" };
const stub = space({
  ...known,
  commands: space({ registerCommand: (name, call) => { commands[name] = call; return disposable; } }),
  workspace: space({
    textDocuments: [], notebookDocuments: [], workspaceFolders: undefined, getConfiguration: () => ({ get: (name) => settings[name], inspect() {} }),
    onDidOpenTextDocument: opened.event, onDidChangeTextDocument: changed.event,
    createFileSystemWatcher: () => ({ onDidCreate: () => disposable, onDidChange: () => disposable, onDidDelete: () => disposable, dispose() {} }),
  }),
  window: space({
    visibleTextEditors: [], activeTextEditor: undefined, tabGroups: space({ all: [] }), showErrorMessage: async (text) => { errors.push(text); },
    createOutputChannel: () => space({ append() {}, appendLine() {}, dispose() {}, show() {} }),
  }),
  languages: space({
    match: (selector, document) => [selector].flat().some((one) => one.language === document.languageId) ? 10 : 0,
    createDiagnosticCollection: () => ({
      set(uri, list) { shown.push({ uri: uri.toString(), messages: (list ?? []).map((one) => one.message) }); waiting(); }, delete() {}, clear() {}, dispose() {},
    }),
  }),
});

const load = Module._load;
Module._load = (request, ...rest) => request === "vscode" ? stub : load(request, ...rest);

async function main() {
  const { activate, deactivate } = require(path.join(extension, "extension.js"));
  await activate({ subscriptions: [] });
  const file = path.join(folder, "tasks", "task-controller.ts"), uri = Uri.file(file);
  let text = fs.readFileSync(file, "utf8"), version = 1;
  const right = text;
  const document = { uri, fileName: file, languageId: "typescript", isClosed: false, get version() { return version; }, getText: () => text };
  const until = async (wanted) => { while (!wanted(shown.at(-1))) await new Promise((resolve) => { waiting = resolve; }); };
  text = right.replace("TaskService)", "TaskServize)");
  stub.workspace.textDocuments.push(document);
  await opened.fire(document);
  await until((last) => last?.uri === uri.toString() && last.messages.length === 1);
  text = right;
  version++;
  await changed.fire({ document, contentChanges: [{ text }] });
  await until((last) => last.uri === uri.toString() && last.messages.length === 0);
  await commands["fwrun.restart"]();
  await deactivate();
  settings.path = path.join(folder, "nothing");
  await activate({ subscriptions: [] });
  console.log(JSON.stringify({ shown, errors }));
  process.exit(0);
}

main().catch((problem) => { console.error(problem); process.exit(1); });
