package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

// listing is a command that lists a part of what an application declares, as a table or as JSON.
type listing struct {
	*cobra.Command // without the common flags and RunE

	form  func(found *app.Inspection) any // returns the value that --json writes
	print func(w io.Writer, paint painter, found *app.Inspection) error
}

// newListing completes the command. It makes no bean, and logs nothing.
func newListing(p process, l listing) *cobra.Command {
	var profile string
	var asJSON bool
	l.Args = oneFolder
	addProfile(l.Command, &profile)
	l.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	l.RunE = func(command *cobra.Command, args []string) error {
		found, err := inspect(command.Context(), p, args[0], profile)
		switch {
		case err != nil:
			return err
		case asJSON:
			return encode(p.out, l.form(found))
		}
		return l.print(p.out, painter{p.colours}, found)
	}
	return l.Command
}

// addProfile adds the flag of the profiles to activate.
func addProfile(command *cobra.Command, profile *string) {
	command.Flags().StringVar(profile, "profile", "", "profiles to activate, separated by commas (FWRUN_PROFILE)")
}

// inspect reads what an application declares, without logging.
func inspect(ctx context.Context, p process, folder, profile string) (*app.Inspection, error) {
	return app.Inspect(ctx, quietly(p, folder, profile))
}

// quietly returns the options of an application that logs nothing.
func quietly(p process, folder, profile string) app.Options {
	o := p.application(folder, profile)
	o.Logger = func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
	return o
}

// lineOf returns the file and the line of a place, as tables show them; empty for something of the host.
func lineOf(place fault.Place) string {
	return fault.Place{File: place.File, Line: place.Line}.String()
}

// printColumns prints rows of cells, the first of them bold.
func printColumns(w io.Writer, paint painter, rows [][]string) error {
	widths := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		line := paint.bold(row[0])
		end := len([]rune(row[0])) // width on the screen
		start := 0
		for i, cell := range row[1:] {
			if start += widths[i] + 2; cell != "" {
				line += strings.Repeat(" ", start-end) + cell
				end = start + len([]rune(cell))
			}
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
