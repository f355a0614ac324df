package main

import (
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/openapi"
)

func newOpenAPI(p process) *cobra.Command {
	var profile, file string
	var asYAML bool
	command := &cobra.Command{
		Use:   "openapi <folder>",
		Short: "Write the OpenAPI document of an application",
		Long: `openapi writes the OpenAPI 3.1 document of an application's routes: parameters, bodies, answers, constraints, comments, and who may
call what. It opens no database and creates no bean. The document of the same application is the same, byte by byte.`,
		Example: `  fwrun openapi my-app -o openapi.json
  fwrun openapi my-app --yaml`,
		Args: oneFolder,
	}
	addProfile(command, &profile)
	command.Flags().BoolVar(&asYAML, "yaml", false, "write YAML instead of JSON")
	command.Flags().StringVarP(&file, "output", "o", "", "write to a file instead of the standard output")
	command.RunE = func(command *cobra.Command, args []string) error {
		document, err := app.Document(command.Context(), app.Options{
			Folder: args[0], Profile: profile, Env: p.env,
			Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
		})
		if err != nil {
			return err
		}
		text := openapi.JSON(document)
		if asYAML {
			text = openapi.YAML(document)
		}
		if file != "" {
			return os.WriteFile(file, text, 0o644) //nolint:gosec // a document for others
		}
		_, err = p.out.Write(text)
		return err
	}
	return command
}
