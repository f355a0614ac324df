package main

import (
	"errors"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/editor"
	"github.com/fwrun/fwrun/lsp"
)

func newLSP(p process) *cobra.Command {
	command := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: mistakes while you type, definitions, completion",
		Long: `lsp is a language server: it reads messages of the Language Server Protocol from the standard input and writes messages to the standard
output. Editors start it; docs/guide/editors.md says how.

It answers for the application that a file is in: the nearest folder with config/application.yml, .fwrun, or a package.json that names
fwrun. What is written is checked like ` + "`fwrun check --offline`" + ` does, from the editor's texts, saved or not: the scripts are loaded, for two
seconds at most, and nothing is sent, no file changed, no bean made.

The editor may send initializationOptions: { "types": false, "profile": "" }.`,
		Example: `  fwrun lsp                                    the command of the language server in the settings of an editor
  code --install-extension fwrun-vscode-1.2.3.vsix   VS Code, which starts it itself`,
		Args: cobra.NoArgs,
	}
	command.Flags().Bool("stdio", true, "use the standard input and output, which is what the command does anyway")
	command.RunE = func(command *cobra.Command, _ []string) error {
		p.collector.serves() // an editor is there for hours, and the application is built when something is edited
		err := lsp.Serve(command.Context(), p.in, p.out, lsp.Options{
			Version: versionText(), Owns: editor.IsApplication,
			Open: func(folder string, s lsp.Settings) lsp.Application {
				options := app.Options{Folder: folder, Profile: s.Profile, Env: p.env, Cache: cacheFolder(p)}
				options.Logger = func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
				return editor.New(options, s.Types)
			},
		})
		if errors.Is(err, lsp.ErrEarly) {
			return reported{exitFailed}
		}
		return err
	}
	return command
}
