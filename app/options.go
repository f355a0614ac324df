package app

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/handover"
)

// Options configure the start of an application. Folder is required.
type Options struct {
	Folder  string
	Profile string
	Env     []string          // "NAME=value", as in os.Environ
	Flags   map[string]string // by configuration key
	Dev     bool              // errors are shown to clients

	// Overlay has texts in place of scripts, files of the configuration and migrations, by their paths in Folder with slashes: those of an
	// editor that are not saved.
	Overlay map[string][]byte

	// Cache is the folder for compiled applications; no cache is used if it is empty.
	Cache string

	// Reloads means that the application will be reloaded, often: what it takes to compile it is kept in memory for that.
	Reloads bool

	// Packed is the application if an executable carries it; nil if it is in Folder.
	Packed *Packed

	// Config is the folder of the configuration, or its file instead of application.yml, relative to the working directory; Folder's
	// config if it is empty.
	Config string
	// Scratch leaves no trace: each SQLite database is an empty one in memory, which is migrated, and other
	// databases are not migrated.
	Scratch bool

	// Coding answers coding agents, at /_fwrun/mcp and over the admin socket, if Dev is set. It may be nil.
	Coding http.Handler

	// Debugging lets debuggers attach. It may be nil.
	Debugging *Debugging

	// LogFile is the file that the log is written to, if that is known.
	LogFile string

	// Heir has the listeners of the process before this one, and gets those that are opened; it may be nil.
	Heir *handover.Heir

	// Logger makes the log once the configuration is known. If nil, slog.Default() is used.
	Logger func(LogSettings) *slog.Logger

	offline bool            // set by Check: no property source runs anything
	bodies  engine.Bodies   // set by Check: mistakes in bodies are errors
	packs   bool            // set by Pack: the application will run elsewhere
	named   string          // set by Start: the folder as it was named, which links may lead elsewhere from
	serves  bool            // set by Start: there will be a listener
	kept    string          // the folder of compiled packages, where Cache is empty
	reuse   *engine.Reuse   // set by Start if there will be reloads
	test    *testRun        // set by StartTest
	console *ConsoleOptions // set by OpenConsole
}

// Packed is an application that an executable carries: compiled, and with its files unpacked. [Options.Folder] is then where everything is that is
// outside: the configuration, which lies over the one inside, and data.
type Packed struct {
	Name     string   // of the application, unless framework.application.name is set
	Folder   string   // of the unpacked files, an absolute path without symbolic links
	Paths    []string // of these files, slash-separated
	Compiled []byte   // what [Pack] returned
}

// inside returns the files inside of the executable; nil for an application that is a folder.
func (o Options) inside() *folders.Inside {
	if o.Packed == nil {
		return nil
	}
	return folders.NewInside(o.Packed.Folder, o.Packed.Paths)
}

// compiled returns what need not be compiled; nil for an application that is a folder.
func (o Options) compiled() []byte {
	if o.Packed == nil {
		return nil
	}
	return o.Packed.Compiled
}

// sources returns the folder of the scripts and migrations.
func (o Options) sources() string {
	if o.Packed == nil {
		return o.Folder
	}
	return o.Packed.Folder
}

// name returns the name of an application that has none in its configuration.
func (o Options) name() string {
	if o.Packed != nil {
		return cmp.Or(o.Packed.Name, filepath.Base(o.Folder))
	}
	return filepath.Base(o.Folder)
}

// files returns the files of the folder of scripts and migrations.
func (o Options) files() fs.FS { return folder.Files(o.sources(), o.Overlay) }

// unsaved reports whether the text of a file is another than that on the disk.
func (o Options) unsaved(file string) bool {
	text, is := o.Overlay[file]
	if !is {
		return false
	}
	saved, err := os.ReadFile(filepath.Join(o.sources(), filepath.FromSlash(file)))
	return err != nil || !bytes.Equal(saved, text)
}

// below returns the files that those of the configuration lie over; nil for an application that is a folder.
func (o Options) below() fs.FS {
	if o.Packed == nil {
		return nil
	}
	return os.DirFS(o.Packed.Folder)
}

// located returns the options with the folder that its name leads to now: a symbolic link may lead to another release since the start.
func (o Options) located() (Options, error) {
	found, err := folder.Find(o.named)
	if err != nil || found == o.Folder {
		return o, err
	}
	o.Folder = found
	if o.reuse != nil {
		o.reuse = &engine.Reuse{}
	}
	return o, nil
}

// offersCoding reports whether coding agents are answered: in development.
func (o Options) offersCoding() bool { return o.Coding != nil && o.Dev }

// TestOptions are what a test file adds to the start of an application. File, Console and Stray are required.
type TestOptions struct {
	File    string                               // relative to the folder; it runs together with the application's modules
	Modules []engine.Module                      // modules that it can import besides "fwrun"
	Console *slog.Logger                         // receives what scripts print
	Stray   func(ctx context.Context, err error) // receives errors that do not end a call

	Over *config.Overlay // settings over those of the files. May be nil.

	// RealDatabases also opens and migrates the datasources that are servers. Otherwise they are refused.
	RealDatabases bool

	// Coverage counts what runs; see [Sandbox.Engine].
	Coverage bool

	// Clock is the application's, which the test turns; nil for the machine's.
	Clock *clock.Turned
}

// ConsoleOptions configure the output of a console. Scripts is required.
type ConsoleOptions struct {
	Scripts *slog.Logger // receives what scripts write with console
	Colour  bool         // format values with a terminal's colours
	Width   int          // of the terminal; 80 when 0
}

// testRun is a run of one test file, or of one recorded request. An application that serves has none: it is nil.
type testRun struct {
	TestOptions
	sent   queues.Notes
	failed failures       // of handlers and listeners
	player *replay.Player // answers for the host; nil unless a request is replayed
	folder string         // of its databases; empty if there are none
}
