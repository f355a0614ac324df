package typescript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// answer is an error of the compiler, with the file as it is written.
type answer struct {
	file      string
	line, col int
	code      string
	text      string
	rest      []string // indented lines that explain it
}

// said is what a compiler prints: errors, and the files that it has read.
type said struct {
	answers []answer
	files   []string
}

// most bounds what a compiler may print, in bytes.
const most = 16 << 20

// grace is how long a compiler that is stopped may keep its output open.
const grace = time.Second

// run returns what the compiler prints, and whether it reports success.
func (c compiler) run(ctx context.Context, folder string, env []string, args ...string) (printed []byte, ok bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out := &bounded{full: stop}
	cmd := exec.CommandContext(ctx, c.command[0], append(c.command[1:len(c.command):len(c.command)], args...)...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = folder, env, out, out, grace
	err = cmd.Run()
	exit := new(exec.ExitError)
	switch {
	case out.isFull:
		return nil, false, failed(fmt.Sprintf("%s prints more than %d MiB", c.name(), most>>20), "", "check what check.typescript names")
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, false, failed(fmt.Sprintf("%s takes longer than %s", c.name(), limit), "",
			"run it by hand: tsc --noEmit; exclude in tsconfig.json what is not a script")
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case err == nil, errors.As(err, &exit) && (exit.ExitCode() == 1 || exit.ExitCode() == 2): // there are errors
		return out.text.Bytes(), err == nil, nil
	case errors.As(err, &exit):
		return nil, false, failed(fmt.Sprintf("%s ends with %s", c.name(), exit), firstLine(out.text.Bytes()), again)
	}
	return nil, false, failed(c.name()+" cannot be run", err.Error(), again)
}

const again = "install it again: npm install --save-dev typescript"

// name returns what messages call the compiler.
func (c compiler) name() string {
	return strings.TrimSpace("TypeScript "+c.version) + " (" + c.path + ")"
}

// askVersion asks an executable that is in no package.
func (c compiler) askVersion(ctx context.Context, env []string) (string, error) {
	out, _, err := c.run(ctx, "", env, "--version")
	if err != nil {
		return "", err
	}
	version, is := strings.CutPrefix(strings.TrimSpace(string(out)), "Version ")
	if !is || major(version) == 0 {
		return "", failed(c.path+" is no TypeScript", firstLine(out), "let check.typescript name the executable tsc")
	}
	return version, nil
}

// ask lets the compiler check a project.
func (c compiler) ask(ctx context.Context, p *project, env []string) (said, error) {
	out, ok, err := c.run(ctx, p.folder, env, "--project", filepath.Join(p.ours, p.file()), "--pretty", "false")
	if err != nil {
		return said{}, err
	}
	s, strange := parse(string(out))
	if strange != "" || len(s.answers)+len(s.files) == 0 && !p.isEmpty() || !ok && len(s.answers) == 0 {
		return said{}, failed(c.name()+" gives no answers", strange, again)
	}
	return s, nil
}

var answerLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(.+)\((\d{1,9}),(\d{1,9})\): )?error TS(\d{1,9}): (.*)$`)
})

// parse reads what a compiler prints. The first line that it would not print is strange.
func parse(output string) (s said, strange string) {
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		if m := answerLine().FindStringSubmatch(line); m != nil {
			a := answer{file: m[1], code: "ts" + m[4], text: m[5]}
			a.line, _ = strconv.Atoi(m[2]) // digits, or empty
			a.col, _ = strconv.Atoi(m[3])
			s.answers = append(s.answers, a)
			continue
		}
		last := len(s.answers) - 1
		switch {
		case strings.HasPrefix(line, "  ") && last >= 0 && s.files == nil:
			s.answers[last].rest = append(s.answers[last].rest, strings.TrimSpace(line))
		case filepath.IsAbs(line):
			s.files = append(s.files, line)
		case strings.TrimSpace(line) != "":
			return s, fault.Shortened(line, 200)
		}
	}
	return s, ""
}

func firstLine(out []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(strings.ToValidUTF8(string(out), "\ufffd")), "\n")
	return fault.Shortened(strings.TrimSpace(line), 200)
}

// bounded keeps what is written to it.
type bounded struct {
	text   bytes.Buffer
	full   func()
	isFull bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > most {
		b.isFull = true
		b.full()
		return 0, os.ErrInvalid
	}
	return b.text.Write(p)
}
