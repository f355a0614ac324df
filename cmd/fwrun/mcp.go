package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/agents/local"
)

// mcpFlags are the flags that the MCP commands share.
type mcpFlags struct {
	profile string
	headers []string
	as      string
	roles   []string
}

func (f *mcpFlags) add(command *cobra.Command) {
	addProfile(command, &f.profile)
	command.Flags().StringArrayVar(&f.headers, "header", nil, `header of every message, such as "Authorization: Bearer …"; may be repeated`)
	command.Flags().StringVar(&f.as, "as", "", "name on whose behalf messages are handled, without credentials")
	command.Flags().StringSliceVar(&f.roles, "roles", nil, "roles of --as")
}

// caller returns how messages are sent.
func (f *mcpFlags) caller(command *cobra.Command, p process) (agents.Caller, error) {
	by := agents.Caller{As: f.as, Roles: f.roles}
	texts, _ := p.lookUp("FWRUN_MCP_HEADERS") // where other processes cannot read it
	if f.as == "" && len(f.roles) > 0 {
		return by, misused(command, "--roles needs --as with the name of a user, such as --as ada")
	}
	for _, text := range append(strings.FieldsFunc(texts, func(r rune) bool { return r == '\n' }), f.headers...) {
		name, value, found := strings.Cut(text, ":")
		if name = strings.TrimSpace(name); !found || name == "" {
			return by, misused(command, "a value of --header or FWRUN_MCP_HEADERS is not a header; write \"Name: value\"")
		}
		by.Headers = append(by.Headers, [2]string{name, strings.TrimSpace(value)})
	}
	return by, nil
}

func newMCP(p process) *cobra.Command {
	var flags mcpFlags
	var dev bool
	command := &cobra.Command{
		Use:   "mcp <folder>",
		Short: "Serve an application to an agent on this machine, over stdio",
		Long: `mcp serves the tools, resources and prompts of an application to the program that has started it: it reads messages of the Model
Context Protocol from the standard input and writes messages to the standard output, one in a line. Configure desktop clients with
the command "fwrun" and the arguments "mcp" and the folder. Logs go to the standard error output.

Each message is handled like a request to the HTTP endpoint, including interceptors. Credentials are added with --header, or with the
environment variable FWRUN_MCP_HEADERS, which other users cannot read: one header in a line. With --as and --roles messages are handled
on behalf of a user, whose identity is not checked.

If the application runs, that process answers: messages are passed on over its admin socket, data/fwrun.sock, which only the owner of
the process may use. If not, the command starts the application, without listening.

With --dev it serves other tools, to an agent that works on the application: check, test, routes, beans, request, requests, logs,
settings, explain. They are those of the server that runs in the folder, or else of an application that is started in this process,
and reloaded when its files have changed.`,
		Example: `  fwrun mcp my-app
  fwrun mcp --dev my-app                       tools for working on the application
  fwrun mcp my-app --header "Authorization: Bearer $TOKEN"
  fwrun mcp my-app --as ada --roles USER
  fwrun mcp list my-app                        tools, resources and prompts, with their tokens
  fwrun mcp call my-app order_find id=7`,
		Args: oneFolder,
	}
	flags.add(command)
	command.Flags().BoolVar(&dev, "dev", false, "serve tools for working on the application, instead of its own")
	command.RunE = func(command *cobra.Command, args []string) error {
		by, err := flags.caller(command, p)
		switch {
		case err != nil:
			return err
		case dev && (len(by.Headers) > 0 || flags.as != ""):
			return misused(command, "--dev has tools of its own, which ask for no credentials; leave out --header and --as")
		case dev:
			return serveCoding(command.Context(), p, args[0], flags.profile)
		}
		return flags.withAgents(command.Context(), p, args[0], by, true, func(opened *local.Agents) error {
			if warnings := opened.Warnings(); len(warnings) > 0 {
				printDiagnostics(p.err, warnings, p.errColours)
			}
			return opened.ServeLines(command.Context(), p.in, p.out)
		})
	}
	command.AddCommand(newMCPList(p), newMCPSchema(p), newMCPCall(p))
	return command
}

// withAgents reaches the application that runs in a folder, or starts one for the duration of use, without listening.
func (f *mcpFlags) withAgents(ctx context.Context, p process, folder string, by agents.Caller, stays bool,
	use func(*local.Agents) error,
) error {
	options := p.application(folder, f.profile)
	options.Cache, options.Logger = cacheFolder(p), p.log()
	opened, err := local.Open(ctx, options, by, stays)
	if err != nil {
		return err
	}
	p.collector.serves()
	err = use(opened)
	if closed := opened.Close(p.draining); err == nil {
		err = closed
	}
	return err
}
