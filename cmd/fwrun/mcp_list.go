package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/fault"
)

func newMCPList(p process) *cobra.Command {
	return newListing(p, listing{
		Command: &cobra.Command{
			Use:   "list <folder>",
			Short: "List what an application has for agents",
			Long: `list lists the tools, resources and prompts of an application, whoever may see them, where each is written, and about how many
tokens of a model's context its entry takes: four bytes are counted as one. It opens no database and makes no bean.`,
			Example: `  fwrun mcp list my-app
  fwrun mcp list my-app --json | jq '[.tools[].tokens] | add'`,
		},
		form: func(found *app.Inspection) any {
			return jsonAgents{jsonEntries(found.Agents.Tools), jsonEntries(found.Agents.Resources), jsonEntries(found.Agents.Prompts)}
		},
		print: func(w io.Writer, paint painter, found *app.Inspection) error {
			return printAgents(w, paint, found.Agents)
		},
	})
}

// printAgents prints a table for each kind there is, and what all entries take together.
func printAgents(w io.Writer, paint painter, all app.AgentCatalogue) error {
	total := 0
	for _, kind := range []struct {
		one     string
		entries []app.AgentEntry
	}{{"tool", all.Tools}, {"resource", all.Resources}, {"prompt", all.Prompts}} {
		if len(kind.entries) == 0 {
			continue
		}
		var rows [][]string
		sum := 0
		for _, e := range kind.entries {
			sum += e.Tokens()
			rows = append(rows, []string{e.Name, hintsOf(e), fmt.Sprintf("~%d tokens", e.Tokens()), e.Handler, fmt.Sprintf("%s:%d", e.Place.File, e.Place.Line)})
		}
		if _, err := fmt.Fprintf(w, "%s\n", paint.dim(fmt.Sprintf("%s, ~%d tokens", count(len(kind.entries), kind.one), sum))); err != nil {
			return err
		}
		if err := printColumns(w, paint, rows); err != nil {
			return err
		}
		total += sum
	}
	if total == 0 {
		_, err := fmt.Fprintln(w, "nothing: write @McpTool above a method that agents shall call")
		return err
	}
	return nil
}

// hintsOf says what agents are told of a tool's effects.
func hintsOf(e app.AgentEntry) string {
	var entry struct {
		Annotations map[string]any `json:"annotations"`
	}
	_ = json.Unmarshal(e.JSON, &entry) // of our own making
	var words []string
	for _, hint := range []struct{ name, word string }{
		{"readOnlyHint", "reads"}, {"destructiveHint", "destructive"}, {"idempotentHint", "idempotent"}, {"openWorldHint", "open world"},
	} {
		if entry.Annotations[hint.name] == true {
			words = append(words, hint.word)
		}
	}
	return strings.Join(words, ", ")
}

// jsonAgents is what `fwrun mcp list --json` writes; docs/guide/command-line.md describes it.
type jsonAgents struct {
	Tools     []jsonEntry `json:"tools"`
	Resources []jsonEntry `json:"resources"`
	Prompts   []jsonEntry `json:"prompts"`
}

type jsonEntry struct {
	Name    string          `json:"name"` // of a resource its URI
	Handler string          `json:"handler"`
	Tokens  int             `json:"tokens"`
	Entry   json.RawMessage `json:"entry"` // as clients are listed it
	jsonPlace
}

func jsonEntries(entries []app.AgentEntry) []jsonEntry {
	list := make([]jsonEntry, len(entries))
	for i, e := range entries {
		list[i] = jsonEntry{e.Name, e.Handler, e.Tokens(), e.JSON, jsonPlaceOf(e.Place)}
	}
	return list
}

func newMCPSchema(p process) *cobra.Command {
	var profile string
	command := &cobra.Command{
		Use:   "schema <folder> [<tool>]",
		Short: "Print what agents are told of the tools",
		Long: `schema prints the entry of a tool as clients are listed it: its description, the JSON Schemas of its arguments and of its result,
and its hints; without a tool, those of all. It opens no database and makes no bean.`,
		Example: `  fwrun mcp schema my-app order_find
  fwrun mcp schema my-app order_find | jq .inputSchema`,
		Args: folderAnd(0, 1, "[<tool>]"),
	}
	command.Flags().StringVar(&profile, "profile", "", "profiles to activate, separated by commas (FWRUN_PROFILE)")
	command.RunE = func(command *cobra.Command, args []string) error {
		found, err := inspect(command.Context(), p, args[0], profile)
		if err != nil {
			return err
		}
		if len(args) == 1 {
			all := make([]json.RawMessage, len(found.Agents.Tools))
			for i, e := range found.Agents.Tools {
				all[i] = e.JSON
			}
			return encode(p.out, all)
		}
		return printSchema(p.out, found.Agents.Tools, args[1])
	}
	return command
}

func printSchema(w io.Writer, tools []app.AgentEntry, name string) error {
	var names []string
	for _, e := range tools {
		if e.Name == name {
			var b bytes.Buffer
			_ = json.Indent(&b, e.JSON, "", "  ") // of our own making
			_, err := fmt.Fprintln(w, b.String())
			return err
		}
		names = append(names, e.Name)
	}
	failed := fault.New("mcp.schema", fault.NotFound, fmt.Sprintf("there is no tool %q", name))
	if near := fault.Nearest(name, names); near != "" {
		return failed.WithHint(fmt.Sprintf("did you mean %s?", near))
	}
	return failed.WithHint("the tools are " + strings.Join(names, ", "))
}
