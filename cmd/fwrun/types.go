package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/scaffold"
)

func newTypes(p process) *cobra.Command {
	var force, withClient bool
	command := &cobra.Command{
		Use:   "types <folder>",
		Short: "Write the type declarations for editors and tsc",
		Long: `types writes the type declarations of everything that a script can use into .fwrun/types/, and a jsconfig.json, or a
tsconfig.json if the application has TypeScript, which refers to them. Commit both, and run it again after an update.

Beside them it writes application.schema.json, the JSON Schema of config/application.yml: all keys of fwrun, and those that the
application reads with @Value and @ConfigurationProperties. Editors use it when the file begins with the line

  # yaml-language-server: $schema=../.fwrun/types/application.schema.json

A jsconfig.json or tsconfig.json of your own is left alone, and the command prints the lines to add to it.

With --client it also writes a client of the application for its tests, .fwrun/client.ts; run it again when the routes change.`,
		Example: `  fwrun types my-app
  npx -p typescript@5.9 tsc -p my-app/jsconfig.json      checks the types, as editors do`,
		Args: oneFolder,
	}
	command.Flags().BoolVar(&force, "force", false, "overwrite a jsconfig.json or tsconfig.json of your own")
	command.Flags().BoolVar(&withClient, "client", false, "write a client of the application for its tests, too")
	command.RunE = func(command *cobra.Command, args []string) error {
		outcome, err := writeTypes(command.Context(), p, args[0], force)
		if err != nil {
			return err
		}
		printTypes(p, args[0], outcome)
		if !withClient {
			return nil
		}
		client, untyped, err := app.Client(command.Context(), quietly(p, args[0], ""))
		if err != nil {
			return err
		}
		printUntyped(p, untyped)
		return writeClient(p, args[0], client)
	}
	return command
}

// writeClient writes the client that the tests of an application import.
func writeClient(p process, folder string, text []byte) error {
	written, err := scaffold.Client(folder, text)
	if err == nil && written != "" {
		fmt.Fprintf(p.out, "wrote %s\n", path.Join(folder, written))
	}
	return err
}

// writeTypes writes the typings, and the schema of application.yml. A schema with the keys of the application is not replaced by
// one without, which is all there is as long as the application has mistakes.
func writeTypes(ctx context.Context, p process, folder string, force bool) (scaffold.Outcome, error) {
	schema, mistakes := app.ConfigurationSchema(ctx, app.Options{
		Folder: folder, Env: p.env, Cache: cacheFolder(p),
		Logger: app.LogTo(io.Discard, false, false),
	})
	if mistakes != nil && scaffold.HasSchema(folder) {
		schema = nil
	}
	outcome, err := scaffold.Types(folder, schema, force)
	if err == nil && mistakes != nil {
		fmt.Fprintf(p.err, "fwrun: the schema of application.yml lacks what the application itself reads, because it has mistakes; "+
			"`fwrun check %s` reports them\n", folder)
	}
	return outcome, err
}

// printTypes prints what was written, and what remains to be done by hand.
func printTypes(p process, folder string, outcome scaffold.Outcome) {
	for _, file := range outcome.Written {
		fmt.Fprintf(p.out, "wrote %s\n", path.Join(folder, file))
	}
	config := path.Join(folder, outcome.Config)
	switch {
	case len(outcome.Add) > 0:
		fmt.Fprintf(p.out, "\n%s is your own and was left alone. Add to it, at the top:\n\n    %s,\n\nor overwrite it: fwrun types %s --force\n",
			config, strings.Join(outcome.Add, ",\n    "), folder)
	case len(outcome.Written) == 0:
		fmt.Fprintf(p.out, "nothing to do: the typings and %s are up to date\n", config)
	}
}
