package typescript

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// compiler is a TypeScript that was found.
type compiler struct {
	path    string   // what a report names: the folder of the package, or the executable
	command []string // the executable, after the program that runs it
	version string   // empty if only the executable can tell
}

// ErrMissing says that there is no TypeScript to ask.
var ErrMissing = fault.New("typescript.find", fault.NotFound, "TypeScript is not installed: npm install --save-dev typescript")

// Names of the packages with a compiler, in order of preference.
const (
	released = "typescript"
	preview  = "@typescript/native-preview"
)

// find returns the compiler that the settings name, or else that of the application, of a folder around it, or of the PATH.
func find(folder, named string) (compiler, error) {
	if named != "" {
		return at(inFolder(folder, named))
	}
	for dir := folder; ; dir = filepath.Dir(dir) {
		for _, name := range []string{released, preview} {
			if c, is, err := packaged(filepath.Join(dir, "node_modules", filepath.FromSlash(name))); is {
				return c, err
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	for _, name := range []string{"tsc", "tsgo"} {
		if path, err := exec.LookPath(name); err == nil {
			return at(path)
		}
	}
	return compiler{}, ErrMissing
}

func inFolder(folder, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// at returns the compiler of a path: the folder of a package, a file in one, or any executable.
func at(path string) (compiler, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return compiler{}, failed("there is no TypeScript at "+path, "", "correct check.typescript, or remove it")
	}
	for dir, depth := real, 0; depth < 4; dir, depth = filepath.Dir(dir), depth+1 {
		if c, is, err := packaged(dir); is {
			return c, err
		}
	}
	if c, is, err := packaged(filepath.Join(filepath.Dir(path), "node_modules", released)); is { // npm's scripts on Windows lie beside it
		return c, err
	}
	if info, err := os.Stat(real); err != nil || info.IsDir() {
		return compiler{}, failed(path+" has no TypeScript", "", "name the folder of the package typescript, or its executable tsc")
	}
	return compiler{path: path, command: []string{real}}, nil
}

// packaged returns the compiler of a package, and whether the folder is that of one.
func packaged(dir string) (c compiler, is bool, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	var described struct{ Name, Version string }
	if err != nil || json.Unmarshal(text, &described) != nil {
		return c, false, nil
	}
	c = compiler{path: dir, version: described.Version}
	switch {
	case described.Name == preview, described.Name == released && major(described.Version) >= 7:
		err = c.native(described.Name)
	case described.Name == released:
		err = c.scripted()
	default:
		return c, false, nil
	}
	return c, true, err
}

func major(version string) int {
	first, _, _ := strings.Cut(version, ".")
	n, _ := strconv.Atoi(first) // 0 is too old
	return n
}

// native finds the executable for this machine, which is a package of its own.
func (c *compiler) native(name string) error {
	base, program := filepath.Base(filepath.FromSlash(name)), "tsc"
	if name == preview {
		program = "tsgo"
	}
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	machine := nodeNames(runtime.GOOS) + "-" + nodeNames(runtime.GOARCH)
	from, err := filepath.EvalSymlinks(c.path)
	if err != nil {
		return failed("TypeScript cannot be found", err.Error(), "install it again: npm install")
	}
	for dir := from; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "node_modules", "@typescript", base+"-"+machine, "lib", program)
		if _, err := os.Stat(path); err == nil {
			c.command = []string{path}
			return nil
		}
		if dir == filepath.Dir(dir) {
			return failed(fmt.Sprintf("TypeScript %s has no executable for %s", c.version, machine), c.path,
				"install it again, on this machine and with optional packages: npm install")
		}
	}
}

// nodeNames returns what Node calls a system or a processor.
func nodeNames(name string) string {
	if other, differs := map[string]string{"windows": "win32", "amd64": "x64", "386": "ia32"}[name]; differs {
		return other
	}
	return name
}

// scripted finds the script, and Node, which runs it.
func (c *compiler) scripted() error {
	if n := strings.Split(c.version, "."); major(c.version) < 5 || n[0] == "5" && len(n) > 1 && major(n[1]) < 4 {
		return failed(fmt.Sprintf("TypeScript %s is too old", c.version), c.path, "install 5.4 or newer: npm install --save-dev typescript")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return failed(fmt.Sprintf("TypeScript %s needs Node, which is not in the PATH", c.version), "",
			"install Node, or TypeScript 7, which runs without it: npm install --save-dev typescript@7")
	}
	c.command = []string{node, filepath.Join(c.path, "lib", "tsc.js")}
	return nil
}

// CodeFailed is the code of a TypeScript that gives no answers.
const CodeFailed = "typescript-failed"

func failed(message, why, hint string) error {
	return fault.Diagnostic{Code: CodeFailed, Message: message, Why: why, Hint: hint}
}
