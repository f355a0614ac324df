package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

// exitDamaged is the exit code of a verification that finds something damaged.
const exitDamaged = 3

func newQueuesVerify(p process, f *queueFlags) *cobra.Command {
	var repair bool
	command := &cobra.Command{
		Use:   "verify <folder>",
		Short: "Verify the files of embedded brokers",
		Long: `verify reads all files in which embedded brokers keep messages, and says what is damaged: the exit code is 3 then. The application must not
run. With --repair it does what the start of the application does: damaged files are kept in data/queue/broken-<time>, and what can be read of
them takes their place.`,
		Example: "  fwrun queues my-app verify\n  fwrun queues my-app verify --repair\n  fwrun queues my-app verify --json | jq '.stores[].damages'",
		Args:    oneFolder,
	}
	command.Flags().BoolVar(&repair, "repair", false, "keep damaged files aside, and deliver what can be read of them")
	command.RunE = func(command *cobra.Command, args []string) error {
		list, err := app.VerifyQueues(p.application(args[0], f.profile), repair)
		if err != nil {
			return err
		}
		if f.asJSON {
			err = encode(p.out, jsonStores{list})
		} else {
			err = printStores(p, list)
		}
		for _, s := range list {
			if err == nil && len(s.Damages) > 0 {
				err = reported{exitDamaged}
			}
		}
		return err
	}
	return command
}

// jsonStores is what `fwrun queues … verify --json` writes.
type jsonStores struct {
	Stores []app.QueueStore `json:"stores"`
}

func printStores(p process, list []app.QueueStore) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(p.out, "no embedded brokers")
		return err
	}
	for _, s := range list {
		if _, err := fmt.Fprintf(p.out, "%s: %s with %s, %d damaged\n", s.Folder, count(s.Blocks, "block"), count(s.Messages, "message"),
			len(s.Damages)); err != nil {
			return err
		}
		var damages []fault.Diagnostic
		for _, d := range s.Damages {
			one := fault.Diagnostic{
				Code: "queue-damaged", Place: fault.Place{File: filepath.Join(s.Folder, filepath.FromSlash(d.File))},
				Message: fmt.Sprintf("%s: %s, at most %s of %s lost", d.What, count(int(d.Bytes), "byte"), count(int(d.Lost), "message"), d.Topic),
				Hint:    "the next start, or --repair, keeps the file aside and delivers what can be read of it",
			}
			if s.Kept != "" {
				one.Hint = "the file as it was is in " + s.Kept
			}
			damages = append(damages, one)
		}
		printDiagnostics(p.err, damages, p.terminal)
	}
	return nil
}
