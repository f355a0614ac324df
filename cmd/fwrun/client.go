package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/watch"
	"github.com/fwrun/fwrun/platform/fault"
)

func newClient(p process) *cobra.Command {
	w := &clientWriter{process: p}
	var profile string
	var watching bool
	command := &cobra.Command{
		Use:   "client <folder>",
		Short: "Write a TypeScript client of an application",
		Long: `client writes one file of TypeScript with the types of an application's routes, and a function for each of them:

    const api = createClient({ baseUrl: "https://example.com" });
    const user = await api.users.find({ id: 7 });

The file needs nothing but fetch: it runs in Node, Bun, Deno and browsers. It is made of the application's OpenAPI document, opens no
database and creates no bean. The client of the same routes is the same, byte by byte.`,
		Example: `  fwrun client my-app -o web/client.ts
  fwrun client my-app -o web/client.ts --watch      write it again when the routes change`,
		Args: oneFolder,
	}
	addProfile(command, &profile)
	command.Flags().StringVarP(&w.file, "output", "o", "", "write to a file instead of the standard output")
	command.Flags().BoolVar(&watching, "watch", false, "write again when a file of the application changes")
	command.RunE = func(command *cobra.Command, args []string) error {
		w.options = quietly(p, args[0], profile)
		switch {
		case !watching:
			return w.write(command.Context())
		case w.file == "":
			return misused(command, "--watch needs a file to write: add -o client.ts")
		}
		return w.again(command.Context())
	}
	return command
}

// clientWriter is the command with its flags.
type clientWriter struct {
	process
	options app.Options
	file    string // empty for the standard output
}

// write writes the client. A file that has it already is left alone.
func (w *clientWriter) write(ctx context.Context) error {
	text, untyped, err := app.Client(ctx, w.options)
	if err != nil {
		return err
	}
	printUntyped(w.process, untyped)
	if w.file == "" {
		_, err = w.out.Write(text)
		return err
	}
	if before, err := os.ReadFile(w.file); err == nil && bytes.Equal(before, text) {
		return nil
	}
	if err := os.WriteFile(w.file, text, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(w.out, "wrote %s\n", w.file)
	return nil
}

// again writes the client, and writes it again whenever the application has changed, until ctx ends. Mistakes are printed; the file
// stays as it was until they are fixed.
func (w *clientWriter) again(ctx context.Context) error {
	folder, err := filepath.Abs(w.options.Folder)
	if err != nil {
		return err
	}
	changes, err := watch.Folder(ctx, folder, watch.Options{
		Log:  func(err error) { report(w.process, err) },
		Also: func() []string { return app.SourceFiles(w.options) },
	})
	if err != nil {
		return err
	}
	for {
		w.collector.rebuilds()
		err := w.write(ctx)
		w.collector.serves()
		if err != nil && ctx.Err() == nil {
			if !errors.As(err, new(fault.List)) {
				return err
			}
			report(w.process, err)
			fmt.Fprintln(w.err, "fwrun: waiting for a change")
		}
		if _, more := <-changes; !more {
			return nil
		}
	}
}

// shownUntyped is the largest number of handlers that are named.
const shownUntyped = 10

// printUntyped names the handlers whose answers have no type, which are unknown to clients.
func printUntyped(p process, handlers []string) {
	if len(handlers) == 0 {
		return
	}
	names, verb := strings.Join(handlers[:min(len(handlers), shownUntyped)], ", "), "have"
	if more := len(handlers) - shownUntyped; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	if len(handlers) == 1 {
		verb = "has"
	}
	fmt.Fprintf(p.err, "%s %s no type (%s): add @returns\n", count(len(handlers), "answer"), verb, names)
}
