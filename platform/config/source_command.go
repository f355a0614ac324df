package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"time"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

// commandGrace is how long a command that was ended may keep its output open.
const commandGrace = 200 * time.Millisecond

// fromCommand runs a command in the application's folder, with the environment of the options,
// and reads its standard output. Neither standard output nor standard error is ever shown,
// because both may contain secrets.
func fromCommand(l *loader, s *source) (*node, fault.List) {
	output, err := l.run(s)
	if err != nil {
		s.Reject("command", err.message, err.hint)
		return nil, nil
	}
	place := s.props.Place(joinKeys(s.Key(), "command"))
	f := newFile(place.File, string(output))
	f.command = &Origin{Kind: FromCommand, Place: place, Name: s.command[0]}
	f.mask = nothingShown
	tree, problems := formats()[s.format](l, s, f)
	if len(problems) > 0 {
		s.unreadable(problems[0].Place.Line)
		return nil, nil
	}
	if tree == nil {
		return nil, nil
	}
	if s.format == "env" { // merged over the tree already, and literal
		return tree, nil
	}
	return tree.asLiteral(), nil
}

// unreadable reports output that does not have the format. It shows only the number of the line.
func (s *source) unreadable(line int) {
	where := ""
	if line > 0 {
		where = fmt.Sprintf(" at line %d", line)
	}
	s.Reject("command", fmt.Sprintf("prints invalid %s%s", s.format, where),
		"run it by hand in the application's folder, or correct format")
}

// run returns the output of a command, up to the bound of files.
func (l *loader) run(s *source) ([]byte, *mistake) {
	ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
	defer cancel()
	output := &bounded{tooMuch: cancel}
	cmd := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.WaitDelay = l.options.Root, l.options.Env, output, commandGrace
	if cmd.Env == nil {
		cmd.Env = []string{} // nil would be the process's own environment
	}
	err := cmd.Run()
	exit := new(exec.ExitError)
	switch {
	case output.full:
		return nil, &mistake{fmt.Sprintf("prints more than %d KiB", maxFile>>10), "print only configuration"}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, &mistake{fmt.Sprintf("takes longer than %s", s.timeout), "make it faster, or raise timeout"}
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return nil, &mistake{fmt.Sprintf("names a program that does not exist: %s", s.command[0]), "install the program, or write its path"}
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return nil, &mistake{
			fmt.Sprintf("ends with exit code %d", exit.ExitCode()),
			"run it by hand in the application's folder to see its messages",
		}
	case err != nil:
		return nil, &mistake{"cannot be run", "run it by hand in the application's folder to see why"}
	case !utf8.Valid(output.text.Bytes()):
		return nil, &mistake{"prints text that is not valid UTF-8", "print it in the encoding UTF-8"}
	}
	return output.text.Bytes(), nil
}

// bounded keeps what is written to it, up to the bound of files.
type bounded struct {
	text    bytes.Buffer // not embedded: its ReadFrom would not check the bound
	tooMuch func()
	full    bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > maxFile {
		b.full = true
		b.tooMuch()
		return 0, errors.New("too much")
	}
	return b.text.Write(p)
}
