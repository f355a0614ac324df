package bundle

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/platform/fault"
)

// CodeScan is the code of a scan that finds no files, or not all that were requested.
const CodeScan = "scan"

// The other codes of the diagnostics of Scan and Build.
const (
	codeSyntax      = "syntax"             // the file is not valid JavaScript or TypeScript
	codeImport      = "import-missing"     // there is no file, package or module with that name
	codeExport      = "import-name"        // the other file does not export that name
	codeKind        = "import-kind"        // the file is not a script
	codeUnsupported = "script-unsupported" // valid, but not supported by the script engine
	codeFailed      = "compile-failed"     // a defect, at an unknown place
)

// diagnostics converts the compiler's messages.
func diagnostics(messages []api.Message, severity fault.Severity) fault.List {
	var list fault.List
	for _, m := range messages {
		d := fault.Diagnostic{Severity: severity, Code: codeSyntax, Message: m.Text}
		d.Place, d.Source, d.Length = location(m.Location)
		for _, note := range m.Notes {
			if place, _, _ := location(note.Location); place.File != "" {
				d.Notes = append(d.Notes, fault.Note{Place: place, Text: strings.TrimSuffix(note.Text, ":")})
			}
		}
		list = append(list, inOurWords(d, m))
	}
	return list
}

// location converts a location of the compiler, whose columns are bytes from 0.
func location(l *api.Location) (place fault.Place, line string, length int) {
	if l == nil || strings.HasPrefix(l.File, Module+":") {
		return fault.Place{}, "", 0
	}
	column := min(l.Column, len(l.LineText))
	end := min(column+l.Length, len(l.LineText))
	place = fault.Place{File: l.File, Line: l.Line, Col: units(l.LineText[:column]) + 1}
	return place, l.LineText, units(l.LineText[column:end])
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

// inOurWords rewrites the messages that a newcomer is likely to see: the compiler's texts are about bundling,
// platforms and loaders.
func inOurWords(d fault.Diagnostic, m api.Message) fault.Diagnostic {
	if name, ok := quoted(m.Text, "Could not resolve "); ok {
		return unresolved(d, name, isNodeModule(m, name))
	}
	switch {
	case strings.HasPrefix(m.Text, "No matching export in "):
		return noExport(d, m)
	case strings.HasPrefix(m.Text, "No loader is configured"):
		d.Code = codeKind
		file := strings.TrimSpace(m.Text[strings.LastIndexByte(m.Text, ':')+1:])
		d.Message = fmt.Sprintf("a script cannot import %s", quote(path.Base(file)))
		d.Why = "scripts, .json (as data), .txt, .sql, .html (as text) and .wasm (as a module) can be imported"
		d.Hint = "remove the import; files for browsers are served, not imported"
	case strings.Contains(m.Text, "experimental decorators cannot be used on private identifiers"):
		d.Message = "a decorator cannot be on a #private member"
		d.Hint = "name it without the #; to keep it private, write `private` in TypeScript, or name it _name"
	case strings.Contains(m.Text, "experimental decorators can only be used with class declarations"):
		d.Message = "decorators belong on class declarations, but this is a class expression"
		d.Hint = "declare the class: export class Name { … }"
	case strings.HasPrefix(m.Text, "there is no module "): // from hostModules
		d.Code, d.Hint = codeImport, `import it from "fwrun"`
	case addOnOf(m.Text) != "":
		d.Code, d.Hint = codeImport, insteadOfAddOn(addOnOf(m.Text))
	case strings.HasSuffix(m.Text, onlyInTests):
		d.Code, d.Hint = codeImport, "move the code into a *.test.js or *.test.ts file; `fwrun test <folder>` runs it"
	default:
		return mend(d)
	}
	return d
}

// quoted returns the text in quotes after a prefix.
func quoted(text, beginning string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(text, beginning+`"`)
	if !ok {
		return "", false
	}
	name, _, ok = strings.Cut(rest, `"`)
	return name, ok
}

// isNodeModule reports whether a name is one of Node's own modules. Some of them always have their prefix,
// and are not packages.
func isNodeModule(m api.Message, name string) bool {
	for _, note := range m.Notes {
		if strings.Contains(note.Text, "built into node") {
			return true
		}
	}
	return strings.HasPrefix(name, nodePrefix)
}

// Prefixes of the messages about imports of files and packages that do not exist.
const (
	noFile    = "there is no file "
	noPackage = "there is no package "
)

// unresolved reports an import that cannot be resolved.
func unresolved(d fault.Diagnostic, name string, ofNode bool) fault.Diagnostic {
	d.Code = codeImport
	switch {
	case ofNode && isPackage(d.Place.File):
		d.Why, d.Message = nodeInPackage, quote(name) // nodeInPackages completes it
	case ofNode:
		d.Message = fmt.Sprintf("%s is a Node module, which fwrun does not have", quote(name))
		d.Hint = insteadOfNode(name)
	case strings.HasPrefix(name, "./"), strings.HasPrefix(name, "../"):
		d.Message = noFile + quote(name)
		d.Hint = "check the path: it is relative to the folder of this file"
	case strings.HasSuffix(name, "/jsx-runtime"):
		d.Message = noPackage + quote(name) + ", whose functions the elements of this file become"
		d.Hint = "install it, or name another one: jsxImportSource in tsconfig.json, or /** @jsxImportSource preact */ at the beginning of the file"
	case strings.HasPrefix(name, "@nestjs/"):
		d.Message = noPackage + quote(name)
		d.Hint = `fwrun has decorators of its own: import { … } from "fwrun"; see the guide's page Coming from NestJS`
	case isTestLibrary(name):
		d.Message = noPackage + quote(name)
		d.Hint = `tests run in fwrun: import { describe, expect, it } from "fwrun/test"`
	default:
		d.Message = noPackage + quote(name)
		d.Hint = fmt.Sprintf("install it in the application's folder: npm install %s; the path of a file of your own begins with ./",
			packageName(name))
	}
	if len(d.Notes) > 0 && !isPackage(d.Notes[0].Place.File) {
		d.Notes = nil // they are about the bundler's settings
	}
	return d
}

// isTestLibrary reports whether a package runs tests elsewhere, by names that "fwrun/test" has, too.
func isTestLibrary(name string) bool {
	return slices.Contains([]string{"vitest", "jest", "@jest/globals", "mocha", "chai", "bun:test", "ava", "tap"}, name)
}

// isPackage reports whether a file belongs to a package.
func isPackage(file string) bool { return strings.Contains("/"+file, "/node_modules/") }

// packageName returns the npm package of a specifier: its first segment, or two with a scope.
func packageName(specifier string) string {
	parts := strings.SplitN(specifier, "/", 3)
	if strings.HasPrefix(specifier, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// noExport reports a name that another file does not export.
func noExport(d fault.Diagnostic, m api.Message) fault.Diagnostic {
	d.Code, d.Hint = codeExport, "check the spelling, and that the other file exports it"
	file, rest, _ := strings.Cut(strings.TrimPrefix(m.Text, `No matching export in "`), `" for import "`)
	name, here := strings.TrimSuffix(rest, `"`), ""
	if ours, ok := strings.CutPrefix(file, Module+":"); ok {
		file, d.Hint = ours, "check the spelling; the typings list all exports"
		if here = Foreign(name); here != "" {
			d.Hint = here
		}
	}
	d.Lacks, d.Message = []string{name}, fmt.Sprintf("%s has no export %s", quote(file), quote(name))
	if name == "default" {
		d.Message = fmt.Sprintf("%s has no default export", quote(file))
		d.Hint = "import it by its name, in braces: import { … } from …"
	}
	for i, note := range m.Notes {
		if _, near, ok := strings.Cut(note.Text, "Did you mean to import "); ok && here == "" {
			near = strings.TrimSuffix(strings.TrimSuffix(near, "?"), " instead")
			d.Hint = "did you mean " + near + "?"
			d.Mend = &fault.Mend{Old: name, New: strings.Trim(near, `"`)}
			if place, _, _ := location(m.Notes[i].Location); place.File != "" {
				d.Notes = []fault.Note{{Place: place, Text: "it is exported here"}}
			}
		}
	}
	return d
}
