package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/ask"
	"github.com/fwrun/fwrun/platform/fault"
)

func newLoggers(p process) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use:   "loggers <folder> [<name>=<level>…]",
		Short: "List the loggers of a running application, and change their levels",
		Long: `loggers lists the names under which a running application logs, with their levels: the level that was set, if any, and the one in effect.
name=level changes the level of a name, and of all names below it, until the application stops; name= undoes the change. root is
the level of all other names.

The application is asked over its admin socket, data/fwrun.sock, which only the owner of the process may use.`,
		Example: `  fwrun loggers my-app
  fwrun loggers my-app shop.OrderService=debug fwrun.sql=off
  fwrun loggers my-app shop.OrderService=
  fwrun loggers my-app --json | jq 'to_entries[] | select(.value.effectiveLevel == "DEBUG")'`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) < 2 {
				return oneFolder(command, args)
			}
			return checkLevels(command, args[1:])
		},
		ValidArgsFunction: completeLevels,
	}
	command.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	command.RunE = func(command *cobra.Command, args []string) error {
		running, err := ask.Find(args[0])
		if err != nil {
			return err
		}
		defer running.Close()
		for _, change := range args[1:] {
			name, level, _ := strings.Cut(change, "=")
			if err := running.SetLevel(command.Context(), name, level); err != nil {
				return err
			}
		}
		loggers, err := running.Loggers(command.Context())
		switch {
		case err != nil:
			return err
		case asJSON:
			return encode(p.out, loggers)
		}
		return printLoggers(p.out, painter{p.colours}, loggers)
	}
	return command
}

// checkLevels reports what cannot be a change of a level.
func checkLevels(command *cobra.Command, changes []string) error {
	for _, change := range changes {
		name, level, is := strings.Cut(change, "=")
		switch {
		case !is || name == "":
			return misused(command, "%q is not a change of a level; write name=level, such as shop.OrderService=debug", change)
		case level != "" && !slices.Contains(ask.LevelNames(), strings.ToLower(level)):
			text := fmt.Sprintf("there is no level %q", level)
			if near := fault.Nearest(level, ask.LevelNames()); near != "" {
				return misused(command, "%s; did you mean %s?", text, near)
			}
			return misused(command, "%s; choose one of %s", text, strings.Join(ask.LevelNames(), ", "))
		}
	}
	return nil
}

// completeLevels proposes folders, and then the levels after name=.
func completeLevels(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	name, _, is := strings.Cut(word, "=")
	if !is {
		return nil, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	var words []string
	for _, level := range ask.LevelNames() {
		words = append(words, name+"="+level)
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

func printLoggers(w io.Writer, paint painter, loggers map[string]ask.Logger) error {
	names := slices.SortedFunc(maps.Keys(loggers), func(a, b string) int {
		if (a == "ROOT") != (b == "ROOT") {
			return map[bool]int{true: -1, false: 1}[a == "ROOT"]
		}
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	})
	rows := [][]string{{"LOGGER", "LEVEL", "SET"}}
	for _, name := range names {
		l := loggers[name]
		rows = append(rows, []string{strings.Replace(name, "ROOT", "root", 1), strings.ToLower(l.Effective), strings.ToLower(l.Configured)})
	}
	return printColumns(w, paint, rows)
}
