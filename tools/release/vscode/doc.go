// Package vscode makes the extension of VS Code: a launcher of `fwrun lsp`, bundled with the client of the protocol.
//
// [Bundle] has npm install what extension/package-lock.json pins, without scripts of packages, into a folder of its own, and makes one file of
// it; [Pack] makes the .vsix of that, with the manifests that VS Code and its marketplace read. The same bundle is the same bytes.
package vscode
