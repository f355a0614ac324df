package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fwrun/fwrun/app/recognise"
	"github.com/fwrun/fwrun/platform/fault"
)

// usageError is an error in the command line.
type usageError struct {
	error
	help string // the command that explains it; "fwrun --help" if empty
}

// misused returns a usage error of a command.
func misused(command *cobra.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), command.CommandPath() + " --help"}
}

// misusedFlag returns the usage error for an unknown flag, or for a flag whose value is missing or wrong.
func misusedFlag(command *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return misused(command, "%w", err)
	}
	var names []string
	command.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := fault.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return misused(command, "%w; did you mean --%s?", err, near)
	}
	return misused(command, "%w", err)
}

func (e usageError) print(w io.Writer) {
	help := e.help
	if help == "" {
		help = "fwrun --help"
	}
	fmt.Fprintf(w, "fwrun: %v\n\nRun `%s` for usage.\n", e.error, help)
}

// arrange turns `fwrun <folder>` into `fwrun serve <folder>`: a first word that is not a command is a folder,
// unless the folder does not exist and the word looks like a command. There must be arguments.
func arrange(root *cobra.Command, args []string) ([]string, error) {
	first := args[0]
	switch {
	case first == "help" && len(args) > 1 && !isCommand(root, args[1]):
		return nil, unknownCommand(root, args[1], "there is no command "+args[1])
	case first == "queues":
		return verbBeforeFolder(root, args, false), nil
	case slices.Contains([]string{"--help", "-h"}, first) || isCommand(root, first):
		return args, nil
	case first == "--version" || first == "-v":
		return append([]string{"version"}, args[1:]...), nil
	case first == cobra.ShellCompRequestCmd || first == cobra.ShellCompNoDescRequestCmd:
		return arrangeCompletion(root, args), nil
	}
	if (fault.Nearest(first, commandNames(root)) != "" || hereFor(otherCommands, first) != "") && !exists(first) {
		return nil, unknownCommand(root, first, first+" is neither a command nor a folder")
	}
	return append([]string{"serve"}, args...), nil
}

func unknownCommand(root *cobra.Command, word, problem string) error {
	if here := hereFor(otherCommands, word); here != "" {
		problem += "; " + here
	} else if near := fault.Nearest(word, commandNames(root)); near != "" {
		problem += "; did you mean " + near + "?"
	}
	return usageError{error: errors.New(problem)}
}

// arrangeCompletion does the same for an unfinished command line: the words after the first one, of which the
// last is being typed.
func arrangeCompletion(root *cobra.Command, args []string) []string {
	words := args[1:]
	whole := len(words) > 1
	if whole && words[0] == "queues" {
		return verbBeforeFolder(root, args, true)
	}
	if len(words) == 0 || whole && isCommand(root, words[0]) || !whole && !strings.HasPrefix(words[0], "-") {
		return args
	}
	return slices.Concat(args[:1], []string{"serve"}, words)
}

func isCommand(root *cobra.Command, word string) bool {
	return slices.Contains(commandNames(root), word)
}

func commandNames(root *cobra.Command) []string {
	names := []string{"help"}
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// oneFolder checks that a command got exactly one folder.
func oneFolder(command *cobra.Command, args []string) error {
	switch {
	case len(args) == 1:
		return nil
	case len(args) > 1:
		return misused(command, "expected one folder, got %d", len(args))
	case exists(command.Name()): // a folder with the name of the command
		return misused(command, "no folder was given; to serve the folder %s, write fwrun ./%[1]s", command.Name())
	}
	if below := recognise.Applications("."); len(below) > 0 {
		return misused(command, "no folder was given; the applications of this folder are %s: write %s %s", shortList(below), pathOf(command), below[0])
	}
	if recognise.Application(".") {
		return misused(command, "no folder was given; for the current one, write %s .", pathOf(command))
	}
	return misused(command, "no folder was given; name the folder of an application, such as scripts/examples/users")
}

// pathOf returns a command as it is written; serve may be omitted.
func pathOf(command *cobra.Command) string {
	return strings.TrimSuffix(command.CommandPath(), " serve")
}

// noArguments checks that a command got no arguments.
func noArguments(command *cobra.Command, args []string) error {
	if len(args) > 0 {
		return misused(command, "%s does not accept arguments, but got %q", command.Name(), args[0])
	}
	return nil
}
