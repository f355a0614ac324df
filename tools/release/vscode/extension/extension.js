"use strict";
// Starts `fwrun lsp` and connects it with VS Code. Everything else is in the program.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("fwrun");
  const command = settings.get("path") || "fwrun";
  client = new LanguageClient("fwrun", "fwrun", { command, args: ["lsp"], transport: TransportKind.stdio }, {
    documentSelector: [
      { scheme: "file", language: "javascript" },
      { scheme: "file", language: "typescript" },
      { scheme: "file", pattern: "**/config/application*.{yml,yaml}" },
    ],
    initializationOptions: { types: settings.get("types") === true, profile: settings.get("profile") || "" },
  });
  try {
    await client.start();
  } catch (problem) {
    vscode.window.showErrorMessage(`fwrun cannot be started (${problem.message}). Install it, or set fwrun.path to the program.`);
  }
}

const stop = async () => {
  await client?.stop().catch(() => {}); // one that did not start cannot stop
  client = undefined;
};

const restart = async () => {
  await stop();
  await start();
};

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("fwrun.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("fwrun") && restart()),
  );
  await start();
};

exports.deactivate = stop;
