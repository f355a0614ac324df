package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/ask"
	"github.com/fwrun/fwrun/app/flame"
	"github.com/fwrun/fwrun/platform/fault"
)

// profileFlags are those of fwrun profile.
type profileFlags struct {
	kind, output string
	seconds      int
	html         bool
}

// mostProfileSeconds is the longest time of a profile.
const mostProfileSeconds = 60

func newProfile(p process) *cobra.Command {
	var f profileFlags
	command := &cobra.Command{
		Use:   "profile <folder>",
		Short: "Take a profile of a running application",
		Long: `profile takes a profile of a running application and writes it to a file for go tool pprof, or with --html as a flame graph: one page
that loads nothing and can be sent to others. In a profile of processor time the functions of your scripts have their names and files.

The application is asked over its admin socket, data/fwrun.sock, which only the owner of the process may use. Only one profile can be
taken at a time.`,
		Example: `  fwrun profile my-app --html                    10 seconds; writes profile.html
  fwrun profile my-app --seconds 30 -o cpu.pb.gz
  go tool pprof -http :8081 cpu.pb.gz
  fwrun profile my-app --type heap -o - | go tool pprof -top -`,
		Args: oneFolder,
	}
	flags := command.Flags()
	flags.StringVar(&f.kind, "type", ask.ProfileKinds()[0], "what is measured: "+strings.Join(ask.ProfileKinds(), ", "))
	flags.IntVar(&f.seconds, "seconds", 10, "how long it is measured, from 1 to 60; heap, allocs and goroutine take no time")
	flags.StringVarP(&f.output, "output", "o", "", "the file; - is the standard output (default profile.pb.gz, or profile.html)")
	flags.BoolVar(&f.html, "html", false, "write a flame graph")
	// fails for a flag that is unknown
	_ = command.RegisterFlagCompletionFunc("type", cobra.FixedCompletions(ask.ProfileKinds(), cobra.ShellCompDirectiveNoFileComp))
	command.RunE = func(command *cobra.Command, args []string) error {
		switch {
		case !slices.Contains(ask.ProfileKinds(), f.kind):
			return misused(command, "there is no type %q; choose one of %s", f.kind, strings.Join(ask.ProfileKinds(), ", "))
		case f.seconds < 1 || f.seconds > mostProfileSeconds:
			return misused(command, "--seconds must be from 1 to %d, not %d", mostProfileSeconds, f.seconds)
		}
		return f.run(command, p, args[0])
	}
	return command
}

func (f *profileFlags) run(command *cobra.Command, p process, folder string) error {
	running, err := ask.Find(folder)
	if err != nil {
		return err
	}
	defer running.Close()
	text, err := running.Profile(command.Context(), f.kind, f.seconds)
	if err != nil {
		return err
	}
	name := "profile.pb.gz"
	if f.html {
		name = "profile.html"
		var page bytes.Buffer
		if err := flame.Write(&page, text, f.kind+" of "+filepath.Base(folder)); err != nil {
			return err
		}
		text = page.Bytes()
	}
	if f.output == "-" {
		_, err = p.out.Write(text)
		return err
	}
	name = cmp.Or(f.output, name)
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return fault.New("", fault.Invalid, "the profile cannot be written").Because(err)
	}
	_, err = fmt.Fprintf(p.out, "wrote %s\n", name)
	return err
}
