package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// newMan returns the command that writes the manual pages. It is hidden, since the packages of fwrun have them.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:    "man <folder>",
		Short:  "Write the manual pages",
		Hidden: true,
		Long: `man writes a manual page for fwrun, and one for each of its commands, into a folder, which it creates. Packages of fwrun include
them; after go install, write them with this command.`,
		Example: `  fwrun man ~/.local/share/man/man1
  man fwrun-serve`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misused(command, "name the folder to write to, such as ~/.local/share/man/man1")
			}
			return nil
		},
		ValidArgsFunction: completeFolder,
		RunE: func(command *cobra.Command, args []string) error {
			return writeManual(command.Root(), args[0])
		},
	}
}

// writeManual writes a page for a command, and for each below it that is not hidden.
func writeManual(command *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var page bytes.Buffer
	writePage(&page, command)
	if err := os.WriteFile(filepath.Join(folder, pageName(command)+".1"), page.Bytes(), 0o644); err != nil {
		return err
	}
	for _, below := range manualOf(command) {
		if err := writeManual(below, folder); err != nil {
			return err
		}
	}
	return nil
}

// manualOf returns the commands below one that have a page.
func manualOf(command *cobra.Command) (list []*cobra.Command) {
	for _, below := range command.Commands() {
		if !below.Hidden && below.Name() != "help" {
			list = append(list, below)
		}
	}
	return list
}

// pageName returns the name under which man finds the page: fwrun-migrate-plan.
func pageName(command *cobra.Command) string {
	return strings.ReplaceAll(command.CommandPath(), " ", "-")
}
