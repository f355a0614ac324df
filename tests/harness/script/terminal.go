package script

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"github.com/fwrun/fwrun/tests/harness"
)

// terminal is a running fwrun with a terminal of its own.
type terminal struct {
	*harness.App
	keyboard *os.File
	seen     int // number of bytes of its output that sees has matched
}

func openTerminal(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "terminal <name> [NAME=value]… <argument>…")
	env := stateOf(ts).env
	env, arguments := assignments(append(env[:len(env):len(env)], "TERM=xterm"), args[1:])
	cmd := fwrun(ts, env, arguments...)
	file, err := os.Create(filepath.Join(ts.Getenv("WORK"), args[0]+".log"))
	ts.Check(err)
	screen, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
	ts.Check(err)
	screen, err = unblocked(screen)
	ts.Check(err)
	app := harness.Watch(cmd, file, func(log io.Writer) error {
		_, _ = io.Copy(log, screen) // ends with an error when the process does
		_ = screen.Close()          // the script may have closed it
		return cmd.Wait()
	})
	ts.Defer(app.Kill)
	state := stateOf(ts)
	state.running[args[0]] = app
	state.terminals[args[0]] = &terminal{App: app, keyboard: screen}
}

// unblocked reopens the file so that Close ends a Read, which it does not for the terminal whose size was
// set.
func unblocked(file *os.File) (*os.File, error) {
	defer func() { _ = file.Close() }()
	fd, err := syscall.Dup(int(file.Fd()))
	if err == nil {
		err = syscall.SetNonblock(fd, true)
	}
	return os.NewFile(uintptr(fd), file.Name()), err
}

func terminalNamed(ts *testscript.TestScript, name string) *terminal {
	t := stateOf(ts).terminals[name]
	if t == nil {
		ts.Fatalf("%s has no terminal", name)
	}
	return t
}

func typeKeys(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "type <name> <keys>")
	keys, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	_, err = io.WriteString(terminalNamed(ts, args[0]).keyboard, keys)
	ts.Check(err)
}

func resizeTerminal(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 3, "resize <name> <columns> <rows>")
	columns, err := strconv.ParseUint(args[1], 10, 16)
	ts.Check(err)
	rows, err := strconv.ParseUint(args[2], 10, 16)
	ts.Check(err)
	screen, err := terminalNamed(ts, args[0]).keyboard.SyscallConn() // Fd would make its reads block
	ts.Check(err)
	ts.Check(screen.Control(func(fd uintptr) {
		err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(columns), Row: uint16(rows)})
	}))
	ts.Check(err)
}

func hangUp(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "hang-up <name>")
	ts.Check(terminalNamed(ts, args[0]).keyboard.Close())
}

func awaitScreen(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "sees <name> <regexp>")
	pattern, err := regexp.Compile(`(?m)` + args[1])
	ts.Check(err)
	t := terminalNamed(ts, args[0])
	found, err := harness.UntilLogged(t.Log, t.Exited, t.seen, pattern)
	ts.Check(err)
	t.seen = found[1]
}
