package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/agents/local"
	"github.com/fwrun/fwrun/platform/fault"
)

func newMCPCall(p process) *cobra.Command {
	var flags mcpFlags
	var asJSON bool
	command := &cobra.Command{
		Use:   "call <folder> <tool> [<name>=<value>…]",
		Short: "Call a tool, as an agent would",
		Long: `call calls a tool of an application, which it starts unless it runs, and prints what an agent would read. Arguments are written as
name=value, where the value is JSON or, if it is not valid JSON, a text; or all of them as one JSON object; "-" reads it from the
standard input. The exit code is 1 when the tool has failed. The call is a real one: the tool can change data.`,
		Example: `  fwrun mcp call my-app order_find id=7
  fwrun mcp call my-app order_place '{"order": {"lines": [{"sku": "A1", "quantity": 2}]}}'
  fwrun mcp call my-app order_refund id=7 --header "Authorization: Bearer $TOKEN"`,
		Args: folderAnd(1, 1000, "<tool> [<name>=<value>…]"),
	}
	flags.add(command)
	command.Flags().BoolVar(&asJSON, "json", false, "write the whole result as JSON")
	command.RunE = func(command *cobra.Command, args []string) error {
		by, err := flags.caller(command, p)
		if err != nil {
			return err
		}
		arguments, err := toolArguments(command, p, args[2:])
		if err != nil {
			return err
		}
		return flags.withAgents(command.Context(), p, args[0], by, false, func(opened *local.Agents) error {
			return callTool(command.Context(), p, opened, toolCall{args[1], arguments}, asJSON)
		})
	}
	return command
}

// toolCall is the params of tools/call.
type toolCall struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

// toolArguments parses words of the form name=value, or one JSON object.
func toolArguments(command *cobra.Command, p process, words []string) (map[string]any, error) {
	arguments := map[string]any{}
	if len(words) == 1 && (words[0] == "-" || strings.HasPrefix(words[0], "{")) {
		text := []byte(words[0])
		if words[0] == "-" {
			var err error
			if text, err = io.ReadAll(p.in); err != nil {
				return nil, err
			}
		}
		if err := json.Unmarshal(text, &arguments); err != nil {
			return nil, misused(command, "the arguments are not a JSON object: %w", err)
		}
		return arguments, nil
	}
	for _, word := range words {
		name, text, found := strings.Cut(word, "=")
		if !found || name == "" {
			return nil, misused(command, "%q is not an argument; write name=value", word)
		}
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			value = text
		}
		arguments[name] = value
	}
	return arguments, nil
}

// callTool calls a tool and prints the result.
func callTool(ctx context.Context, p process, opened *local.Agents, call toolCall, asJSON bool) error {
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
	if err != nil {
		return err
	}
	_, body, err := opened.Post(ctx, message)
	if err != nil {
		return err
	}
	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return err
	}
	if answer.Error != nil {
		return fault.New("mcp.call", fault.Invalid, answer.Error.Message)
	}
	return printResult(p, answer.Result, asJSON)
}

func printResult(p process, text json.RawMessage, asJSON bool) error {
	var result struct {
		Content    []map[string]any `json:"content"`
		Structured json.RawMessage  `json:"structuredContent"`
		IsError    bool             `json:"isError"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return err
	}
	err := error(nil)
	switch {
	case asJSON:
		err = encode(p.out, text)
	case result.Structured != nil:
		err = encode(p.out, result.Structured)
	default:
		err = printContent(p.out, result.Content)
	}
	if err == nil && result.IsError {
		err = reported{exitFailed}
	}
	return err
}

// printContent prints texts as they are, and describes other content.
func printContent(w io.Writer, blocks []map[string]any) error {
	for _, block := range blocks {
		line := fmt.Sprintf("[%v]", block["type"])
		switch block["type"] {
		case "text":
			line, _ = block["text"].(string)
		case "image", "audio":
			data, _ := block["data"].(string)
			line = fmt.Sprintf("[%v: %v, %d bytes]", block["type"], block["mimeType"], base64.RawStdEncoding.DecodedLen(len(strings.TrimRight(data, "="))))
		case "resource":
			resource, _ := block["resource"].(map[string]any)
			line = fmt.Sprintf("[resource: %v]", resource["uri"])
		case "resource_link":
			line = fmt.Sprintf("[link: %v]", block["uri"])
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// folderAnd checks that a folder and a number of further arguments were given.
func folderAnd(least, most int, what string) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) < 1+least || len(args) > 1+most {
			return misused(command, "wrong number of arguments; write fwrun mcp %s <folder> %s", command.Name(), what)
		}
		return nil
	}
}
