package script

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/host/hosttest"
	"github.com/fwrun/fwrun/tests/harness"
)

// Run runs the *.txtar files of a folder.
func Run(t *testing.T, folder string) {
	t.Helper()
	run(t, testscript.Params{Dir: folder}, 0)
}

// RunInChunks runs the scripts that match the patterns with each framing but that of [Run], in which a body is sent with its length.
func RunInChunks(t *testing.T, patterns ...string) {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no script is called %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	for framing, chunk := range hosttest.Framings {
		if chunk > 0 {
			t.Run(framing, func(t *testing.T) { run(t, testscript.Params{Files: files}, chunk) })
		}
	}
}

// run runs scripts, whose bodies are sent in chunks of a size, or with their length if that is 0.
func run(t *testing.T, scripts testscript.Params, chunk int) {
	t.Helper()
	bin := harness.Binary(t)
	testscript.Run(t, testscript.Params{
		Dir: scripts.Dir, Files: scripts.Files,
		UpdateScripts:      *harness.Update,
		RequireUniqueNames: true,
		Setup:              func(env *testscript.Env) error { return setUp(env, bin, chunk) },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"example":  copyExample,
			"start":    startApplication,
			"shutdown": shutDown,
			"http":     sendRequest,
			"answer":   compareAnswer,
			"decode":   decodeAnswer,
			"header":   compareHeader,

			"spellings":   sendSpellings,
			"certificate": writeCertificate,
			"shows":       awaitCertificate,

			"search": startSearch,

			"readme": runReadme,
			"guide":  writeGuide,

			"run":      runApplication,
			"run-file": runFile,
			"spoil":    spoilFile,
			"exits":    expectExit,
			"taken":    takePort,
			"signal":   sendSignal,

			"kill-server": killServer,
			"upgrade":     upgradeServer,

			"ended":  awaitEnd,
			"logged": awaitLog,

			"from-log": variableFromLog,

			"terminal": openTerminal,
			"type":     typeKeys,
			"sees":     awaitScreen,
			"resize":   resizeTerminal,
			"hang-up":  hangUp,

			"gate":    startGate,
			"waiting": awaitGate,
			"open":    openGate,
			"begin":   beginRequest,
			"finish":  finishRequest,
			"many":    sendMany,
			"drain":   drainApplication,
			"raw":     sendRaw,

			"begin-run": beginRun,
			"stable":    printStable,

			"begin-start":     beginStart,
			"listens":         awaitListening,
			"reloaded":        awaitReload,
			"edit-under-load": editUnderLoad,
			"repeat":          repeatText,
			"damage":          damageFiles,
			"upload":          sendUpload,
			"upload-within":   uploadWithin,
			"left":            awaitLeft,

			"collector": startCollector,
			"traced":    printTrace,
			"sent":      awaitSent,
			"lost":      awaitLost,
			"npm":       installPackage,

			"descriptors": limitDescriptors,
			"connect":     connectSilently,
			"disconnect":  disconnectSilent,
			"until":       awaitStatus,
		},
	})
}

// stateKey is the key of the values that the commands of one script share.
type stateKey struct{}

// scriptState holds the values that the commands of one script share.
type scriptState struct {
	t       testscript.T
	bin     string
	env     []string
	running map[string]*harness.App
	chunk   int       // the size of the chunks that bodies are sent in; 0 if they are sent with their length
	last    *Response // set by http
	begun   map[string]chan outcome
	gate    *gate

	terminals map[string]*terminal

	descriptors string // limit for processes; the limit of the tests if empty
	silent      []net.Conn

	collector *collector
}

func setUp(env *testscript.Env, bin string, chunk int) error {
	env.Setenv("FWRUN_CACHE", filepath.Join(env.WorkDir, ".cache")) // never the user's own
	env.Setenv("PATH", filepath.Dir(bin)+string(os.PathListSeparator)+env.Getenv("PATH"))
	env.Values[stateKey{}] = &scriptState{
		t: env.T(), bin: bin, chunk: chunk, env: env.Vars, running: map[string]*harness.App{}, begun: map[string]chan outcome{},
		terminals: map[string]*terminal{},
	}
	return harness.CopyFile(filepath.Join("..", "..", "README.md"), filepath.Join(env.WorkDir, "README.md"))
}

func stateOf(ts *testscript.TestScript) *scriptState { return ts.Value(stateKey{}).(*scriptState) }

// usage fails a script whose command was called the wrong way.
func usage(ts *testscript.TestScript, ok bool, text string) {
	if !ok {
		ts.Fatalf("usage: %s", text)
	}
}

func copyExample(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "example <name>")
	root := filepath.Join("..", "..", "scripts", "examples", args[0])
	ts.Check(filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(ts.MkAbs(args[0]), strings.TrimPrefix(path, root))
		if !entry.IsDir() {
			return harness.CopyFile(path, target)
		}
		if name := entry.Name(); name == "data" || name == "node_modules" {
			return filepath.SkipDir
		}
		return os.MkdirAll(target, 0o755)
	}))
}
