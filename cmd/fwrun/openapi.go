package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/openapi/older"
)

func newOpenAPI(p process) *cobra.Command {
	var w openAPIWords
	command := &cobra.Command{
		Use:   "openapi <folder>",
		Short: "Write the OpenAPI document of an application",
		Long: `openapi writes the OpenAPI 3.1 document of an application's routes: parameters, bodies, answers, constraints, comments, and who may
call what. It opens no database and creates no bean. The document of the same application is the same, byte by byte.

With --against it writes no document. It compares the application with an earlier document, of version 3.0 or 3.1, and lists what has
changed; the exit code is 3 if a change breaks clients of the old one.`,
		Example: `  fwrun openapi my-app -o openapi.json
  fwrun openapi my-app --yaml
  fwrun openapi my-app --against openapi.json`,
		Args: oneFolder,
	}
	addProfile(command, &w.profile)
	command.Flags().BoolVar(&w.asYAML, "yaml", false, "write YAML instead of JSON")
	command.Flags().StringVarP(&w.file, "output", "o", "", "write to a file instead of the standard output")
	command.Flags().StringVar(&w.version, "openapi", "3.1", "the version of OpenAPI: 3.1, or 3.0 for readers that know no other")
	command.Flags().StringVar(&w.against, "against", "", "compare with the document in this file")
	command.Flags().BoolVar(&w.asJSON, "json", false, "with --against, write JSON")
	command.RunE = func(command *cobra.Command, args []string) error {
		if err := w.check(command); err != nil {
			return err
		}
		document, untyped, err := app.Document(command.Context(), quietly(p, args[0], w.profile))
		if err != nil {
			return err
		}
		if w.against != "" {
			return printChanges(p, w, openapi.JSON(document))
		}
		printUntyped(p, untyped)
		return w.write(p, document)
	}
	return command
}

// openAPIWords are the words of the command line.
type openAPIWords struct {
	profile, file, version, against string
	asYAML, asJSON                  bool
}

func (w openAPIWords) check(command *cobra.Command) error {
	switch {
	case w.version != "3.1" && w.version != "3.0":
		return misused(command, "--openapi must be 3.1 or 3.0, not %q", w.version)
	case w.against != "" && (w.file != "" || w.asYAML || w.version != "3.1"):
		return misused(command, "--against writes no document; leave out --output, --yaml and --openapi")
	case w.against == "" && w.asJSON:
		return misused(command, "the document is JSON by default; --json is for --against only")
	}
	return nil
}

// write writes the document in the form that is asked for.
func (w openAPIWords) write(p process, document schema.Node) error {
	if w.version == "3.0" {
		document = older.Document(document)
	}
	text := openapi.JSON(document)
	if w.asYAML {
		text = openapi.YAML(document)
	}
	if w.file != "" {
		return os.WriteFile(w.file, text, 0o644) //nolint:gosec // a document for others
	}
	_, err := p.out.Write(text)
	return err
}
