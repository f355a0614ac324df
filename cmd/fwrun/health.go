package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/ask"
)

// healthFlags are those of fwrun health.
type healthFlags struct {
	group   string
	timeout time.Duration
	asJSON  bool
}

func newHealth(p process) *cobra.Command {
	var f healthFlags
	command := &cobra.Command{
		Use:   "health <folder|url>",
		Short: "Report whether a running application is well",
		Long: `health asks a running application whether it is well, and prints its components. The exit code is 0 if it is, and 1 if it is not, does
not run, or does not answer: what a health check of a container needs.

A folder is asked over its admin socket, data/fwrun.sock, which only the owner of the process may use; no endpoint has to be turned on
for it. A URL is that of the health endpoint, or of the server: then /actuator/health is asked.`,
		Example: `  fwrun health my-app
  fwrun health my-app --group readiness
  fwrun health http://127.0.0.1:8080 --timeout 2s
  fwrun health my-app --json | jq .components.db`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misused(command, "name one folder or URL: fwrun health my-app")
			}
			return nil
		},
		ValidArgsFunction: completeFolder,
	}
	flags := command.Flags()
	flags.StringVar(&f.group, "group", "", "ask for one group, such as readiness, or for one component")
	flags.DurationVar(&f.timeout, "timeout", 10*time.Second, "time limit")
	flags.BoolVar(&f.asJSON, "json", false, "write the answer as JSON")
	// fails for a flag that is unknown
	_ = command.RegisterFlagCompletionFunc("group", cobra.FixedCompletions([]string{"liveness", "readiness"}, cobra.ShellCompDirectiveNoFileComp))
	command.RunE = func(command *cobra.Command, args []string) error {
		found, err := ask.ForHealth(command.Context(), args[0], f.group, f.timeout)
		if err != nil {
			return err
		}
		if f.asJSON {
			_, err = fmt.Fprintf(p.out, "%s\n", found.JSON)
		} else {
			err = printHealth(p.out, painter{p.colours}, found)
		}
		if err == nil && !found.Well {
			err = reported{exitFailed}
		}
		return err
	}
	return command
}

// printHealth prints the status, and below it the components with their details.
func printHealth(w io.Writer, paint painter, found *ask.Health) error {
	if _, err := fmt.Fprintln(w, paint.bold(found.Status)); err != nil {
		return err
	}
	return printColumns(w, paint, componentRows("", found.Component, nil))
}

func componentRows(above string, of ask.Component, rows [][]string) [][]string {
	for _, name := range slices.Sorted(maps.Keys(of.Components)) {
		one := of.Components[name]
		rows = append(rows, []string{above + name, one.Status, strings.Join(one.Details, ", ")})
		rows = componentRows(above+name+"/", one, rows)
	}
	return rows
}
