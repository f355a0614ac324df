package platform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/node"
	"github.com/fwrun/fwrun/jsapi/web"
)

// commonNames are those of ECMA-429, the minimum common web API, in its first edition of December 2025.
var commonNames = strings.Fields(`
	AbortController AbortSignal Blob ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent
	DecompressionStream DOMException ErrorEvent Event EventTarget File FormData Headers MessageChannel MessageEvent MessagePort Performance
	PromiseRejectionEvent ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
	ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder
	TextEncoderStream TransformStream TransformStreamDefaultController URL URLPattern URLSearchParams WebAssembly.Global WebAssembly.Instance
	WebAssembly.Memory WebAssembly.Module WebAssembly.Table WebAssembly.Tag WebAssembly.Exception WebAssembly.CompileError
	WebAssembly.LinkError WebAssembly.RuntimeError WritableStream WritableStreamDefaultController WritableStreamDefaultWriter
	globalThis atob() btoa() clearTimeout() clearInterval() console crypto fetch() navigator.userAgent onerror onunhandledrejection
	onrejectionhandled performance queueMicrotask() reportError() self setTimeout() setInterval() structuredClone() WebAssembly.compile()
	WebAssembly.compileStreaming() WebAssembly.instantiate() WebAssembly.instantiateStreaming() WebAssembly.JSTag WebAssembly.validate()`)

// pageOf writes the page.
func pageOf(t *testing.T, files []*compatFile) []byte {
	t.Helper()
	var page bytes.Buffer
	page.WriteString("# Compatibility\n\nThis page is written by `make compat`, which runs [tests/platform/compat](../../tests/platform/compat): " +
		"real calls of each package, module and name. It says what came out,\nand a test holds it to that. What a package may not do is told " +
		"in [packages](packages.md).\n\n")
	writePackages(t, &page, inFolder(files, "packages"))
	writeModules(t, &page, inFolder(files, "node"))
	told := writeCommon(t, &page, inFolder(files, "common"))
	writeSection(&page, inFolder(files, "names"), "Further names of the web platform, and globals of Node", "names")
	writeSection(&page, inFolder(files, "syntax"), "The language", "syntax")
	writeConformed(t, &page)
	for _, f := range inFolder(files, "names") {
		told = append(told, strings.FieldsFunc(f.about["names"], func(c rune) bool { return strings.ContainsRune(" ,:.()", c) })...)
	}
	for _, name := range web.Names() {
		if !slices.Contains(told, name) {
			t.Errorf("no test in tests/platform/compat/common and tests/platform/compat/names is about %s", name)
		}
	}
	return page.Bytes()
}

// inFolder returns the files of a folder.
func inFolder(files []*compatFile, folder string) []*compatFile {
	return slices.DeleteFunc(slices.Clone(files), func(f *compatFile) bool { return !strings.HasPrefix(f.path, folder+"/") })
}

func writePackages(t *testing.T, page *bytes.Buffer, packages []*compatFile) {
	t.Helper()
	works := len(slices.DeleteFunc(slices.Clone(packages), func(f *compatFile) bool { return f.about["fails"] != "" }))
	fmt.Fprintf(page, "## Packages of npm\n\n%d of %d work.\n\n| package | version | | called | instead |\n|---|---|---|---|---|\n",
		works, len(packages))
	versions := compatVersions(t)
	for _, f := range packages {
		name := f.about["package"]
		if versions[name] == "" {
			t.Errorf("%s: package.json does not have %q", f.path, name)
		}
		fmt.Fprintf(page, "| %s | %s | %s | %s | %s |\n", name, versions[name], mark(f), calledIn(f), f.about["instead"])
	}
}

func writeModules(t *testing.T, page *bytes.Buffer, modules []*compatFile) {
	t.Helper()
	page.WriteString("\n## Modules of Node\n\nNode itself runs the tests that import node:test, too.\n\n" +
		"| module | | called | what differs |\n|---|---|---|---|\n")
	told := map[string]bool{"test": true}
	for _, f := range modules {
		for name := range strings.SplitSeq(f.about["module"], ", ") {
			told[name] = true
		}
		state, differs := mark(f), f.about["differs"]
		if f.about["refused"] != "" {
			state, differs = "refused", f.about["refused"]
		}
		fmt.Fprintf(page, "| %s | %s | %s | %s |\n", f.about["module"], state, strings.Join(f.tests, "; "), differs)
	}
	page.WriteString("| test | yes | all tests of modules use it | in test files it is `fwrun/test`; elsewhere it can be imported and not used |\n")
	for _, name := range node.Names() {
		if !told[name] {
			t.Errorf("no test in tests/platform/compat/node is about node:%s", name)
		}
	}
}

// writeCommon writes a row for each name of ECMA-429, of the test that begins with it, and returns the globals that these are about.
func writeCommon(t *testing.T, page *bytes.Buffer, files []*compatFile) (globals []string) {
	t.Helper()
	fmt.Fprintf(page, "\n## The minimum common API\n\n"+
		"The %d names of [ECMA-429](https://ecma-international.org/publications-and-standards/standards/ecma-429/), each called.\n\n"+
		"| | | called | of |\n|---|---|---|---|\n", len(commonNames))
	type row struct{ called, mark, of string }
	rows := map[string]row{}
	for _, f := range files {
		for _, test := range f.tests {
			name, called, _ := strings.Cut(test, ": ")
			if !slices.Contains(commonNames, name) {
				t.Errorf("%s: %s is no name of ECMA-429", f.path, name)
			}
			rows[name] = row{called, mark(f), f.about["common"]}
		}
	}
	for _, name := range commonNames {
		r, found := rows[name]
		if !found {
			t.Errorf("no test in tests/platform/compat/common is about %s", name)
		}
		fmt.Fprintf(page, "| %s | %s | %s | %s |\n", name, r.mark, r.called, r.of)
		global, _, _ := strings.Cut(strings.TrimSuffix(name, "()"), ".")
		globals = append(globals, global)
	}
	return globals
}

func writeSection(page *bytes.Buffer, files []*compatFile, title, key string) {
	fmt.Fprintf(page, "\n## %s\n\n| | | tested | instead |\n|---|---|---|---|\n", title)
	for _, f := range files {
		fmt.Fprintf(page, "| %s | %s | %s | %s |\n", f.about[key], mark(f), calledIn(f), f.about["instead"])
	}
}

// writeConformed writes what came out of test262 when it was last run, which TestTest262 does by hand.
func writeConformed(t *testing.T, page *bytes.Buffer) {
	t.Helper()
	fmt.Fprintf(page, "\n## Test262\n\nThe tests of the language's standard, [test262](https://github.com/tc39/test262) at `%.12s`, in packages: "+
		"a sample of those that are neither asynchronous nor about\nsyntax errors. "+
		"Strict code is in ES modules, sloppy code in CommonJS files. Node 20 ran the same tests.\n\n"+
		"| code | tests | pass | pass in Node 20 | of these pass here |\n|---|---|---|---|---|\n", test262Version)
	results := readConformed(t)
	for _, name := range slices.Sorted(maps.Keys(results)) {
		of := results[name]
		fmt.Fprintf(page, "| %s | %d | %d | %d | %d, %.1f %% |\n", name, of.Tests, of.Passed, of.Node, of.Both, 100*float64(of.Both)/float64(of.Node))
	}
}

// calledIn says what the tests of a file do, or why they fail.
func calledIn(f *compatFile) string {
	if f.about["fails"] != "" {
		return f.about["fails"]
	}
	return strings.Join(f.tests, "; ")
}

func mark(f *compatFile) string {
	if f.about["fails"] != "" {
		return "no"
	}
	return "yes"
}

// compatVersions reads the versions that are pinned.
func compatVersions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(compatFolder, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var pinned struct{ Dependencies map[string]string }
	if err := json.Unmarshal(text, &pinned); err != nil {
		t.Fatal(err)
	}
	return pinned.Dependencies
}
