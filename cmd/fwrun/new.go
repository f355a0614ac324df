package main

import (
	"fmt"
	"path"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/scaffold"
)

func newNew(p process) *cobra.Command {
	var typescript bool
	command := &cobra.Command{
		Use:   "new <folder>",
		Short: "Create an application: a controller, a service, a database and a test",
		Long: `new creates a small application that runs without changes, in JavaScript or TypeScript: a controller, a service, a database with
a migration, a test, the typings for your editor, and an AGENTS.md, which tells coding agents how to work there.

The folder must not exist, or contain nothing but .git, a README, an AGENTS.md and a LICENSE.`,
		Example: `  fwrun new my-app
  fwrun new my-app --ts`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused(command, "no folder was given; name the folder to create, such as my-app")
			}
			return oneFolder(command, args)
		},
	}
	command.Flags().BoolVar(&typescript, "ts", false, "create it in TypeScript")
	command.RunE = func(command *cobra.Command, args []string) error {
		language := scaffold.JavaScript
		if typescript {
			language = scaffold.TypeScript
		}
		files, err := scaffold.New(args[0], language)
		if err != nil {
			return err
		}
		if _, err := writeTypes(command.Context(), p, args[0], false); err != nil {
			return err
		}
		printNew(p, args[0], files)
		return nil
	}
	return command
}

// printNew lists the files, and the next steps.
func printNew(p process, folder string, files []string) {
	paint := painter{p.colours}
	for _, file := range files {
		fmt.Fprintf(p.out, "wrote %s\n", path.Join(folder, file))
	}
	fmt.Fprintf(p.out, "\n%s\n", paint.bold("Next:"))
	for _, step := range [][2]string{
		{"fwrun", "serve it on http://127.0.0.1:8080, and reload it when a file is saved"},
		{"fwrun test", "run its tests"},
		{"fwrun check", "report mistakes, without serving it"},
	} {
		command := step[0] + " " + folder
		fmt.Fprintf(p.out, "  %-*s  %s\n", len("fwrun check ")+len(folder), command, paint.dim("# "+step[1]))
	}
}
