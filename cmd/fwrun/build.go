package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/ship"
	"github.com/fwrun/fwrun/ship/contents"
)

// shipFlags choose what of an application is shipped.
type shipFlags struct{ include, exclude []string }

func (f *shipFlags) add(command *cobra.Command) {
	command.Flags().StringArrayVar(&f.include, "include", nil,
		"include files that would be left out, such as 'node_modules/tz/data/**', but never secrets, keys or databases")
	command.Flags().StringArrayVar(&f.exclude, "exclude", nil, "leave out files that would be included, such as 'docs/**'")
}

func newBuild(p process) *cobra.Command {
	var files shipFlags
	var o ship.BuildOptions
	command := &cobra.Command{
		Use:   "build <folder>",
		Short: "Make one executable of an application",
		Long: `build makes one executable of fwrun and an application: compiled, with its migrations, static files and templates.

The configuration goes along as defaults, without profiles that have secrets. Secrets, keys, databases and data stay outside; what is left
out is listed. The executable looks for application.yml and data in its own folder, or in the one that FWRUN_HOME names.

The same application and the same fwrun give the same bytes.`,
		Example: `  fwrun build my-app -o shop
  ./shop --port 8080
  ./shop migrate
  fwrun build my-app -o shop-arm64 --target linux/arm64 --with fwrun-linux-arm64`,
		Args: oneFolder,
	}
	files.add(command)
	command.Flags().StringVarP(&o.Output, "output", "o", "", "the file to make")
	command.Flags().StringVar(&o.Target, "target", "", "the platform to make it for, such as linux/arm64; this one when it is left out")
	command.Flags().StringVar(&o.With, "with", "", "the fwrun for that platform, of the same release as this one")
	command.RunE = func(command *cobra.Command, args []string) error {
		if o.Output == "" {
			return misused(command, "name the file to make: -o %s", filepath.Base(filepath.Clean(args[0])))
		}
		prepared, err := ship.Prepare(command.Context(), ship.Options{
			Folder: args[0], Env: p.env, Include: files.include, Exclude: files.exclude, Skip: []string{o.Output},
		})
		if err != nil {
			return err
		}
		if len(prepared.Warnings) > 0 {
			printDiagnostics(p.err, prepared.Warnings, p.errColours)
		}
		built, err := ship.Build(prepared, o)
		if err != nil {
			return err
		}
		return printBuilt(p.out, prepared, built)
	}
	return command
}

// printBuilt prints what was made, and what is not inside.
func printBuilt(w io.Writer, prepared *ship.Prepared, built *ship.Built) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s  %s, %.1f MiB\n", built.Path, built.Platform, float64(built.Bytes)/(1<<20))
	fmt.Fprintf(&text, "sha256    %s\n", built.SHA256)
	writeContents(&text, prepared.Contents)
	if !built.Exact {
		text.WriteString("note      neither fwrun says which sources it was built from, so they may differ\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// mostLeft is how many files that are left out are listed.
const mostLeft = 50

// writeContents prints how much goes along, and what does not.
func writeContents(text *strings.Builder, list *contents.List) {
	fmt.Fprintf(text, "inside    %s, %d KiB\n", count(len(list.Paths), "file"), (list.Bytes+1023)>>10)
	for i, left := range list.Left {
		if i == mostLeft {
			fmt.Fprintf(text, "left out  %d more\n", len(list.Left)-i)
			break
		}
		fmt.Fprintf(text, "left out  %s (%s)\n", left.Path, left.Why)
	}
}
