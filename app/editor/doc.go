// Package editor answers what editors ask of an application: its mistakes while it is written, and where its routes, beans, settings and
// statements are. It implements what package lsp asks for.
//
// Everything comes from the last check, which has run the scripts once without letting anything out of the process; while an application has
// mistakes, what it declared before stays known. Values of secrets are never shown.
package editor
