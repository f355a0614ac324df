package main

import (
	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
)

func newSchema(p process) *cobra.Command {
	return &cobra.Command{
		Use:   "schema <folder>",
		Short: "Write the JSON Schema of an application's configuration",
		Long: `schema writes the JSON Schema of application.yml to the standard output: all keys of fwrun, and those that the application reads with
@Value and @ConfigurationProperties, with their types, constraints and comments. Editors use it to complete and check the file, and it
documents the settings of an executable made by fwrun build.`,
		Example: `  fwrun schema my-app > application.schema.json`,
		Args:    oneFolder,
		RunE: func(command *cobra.Command, args []string) error {
			schema, err := app.ConfigurationSchema(command.Context(), quietly(p, args[0], ""))
			if err != nil {
				return err
			}
			_, err = p.out.Write(schema)
			return err
		},
	}
}
