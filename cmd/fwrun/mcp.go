package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
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

// onBehalf returns a context on behalf of the user that the flags name, if they do.
func (f *mcpFlags) onBehalf(command *cobra.Command, running *app.App) context.Context {
	if f.as == "" {
		return command.Context()
	}
	return running.As(command.Context(), f.as, f.roles)
}

// pairs returns the headers as names and values.
func (f *mcpFlags) pairs(command *cobra.Command, p process) ([][2]string, error) {
	texts, _ := p.lookUp("FWRUN_MCP_HEADERS") // where other processes cannot read it
	if f.as == "" && len(f.roles) > 0 {
		return nil, misused(command, "--roles says what --as may do; name somebody, such as --as ada")
	}
	var list [][2]string
	for _, text := range append(strings.FieldsFunc(texts, func(r rune) bool { return r == '\n' }), f.headers...) {
		name, value, found := strings.Cut(text, ":")
		if name = strings.TrimSpace(name); !found || name == "" {
			return nil, misused(command, "a value of --header or FWRUN_MCP_HEADERS is not a header; write \"Name: value\"")
		}
		list = append(list, [2]string{name, strings.TrimSpace(value)})
	}
	return list, nil
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
on behalf of somebody for whom you vouch.

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
		headers, err := flags.pairs(command, p)
		switch {
		case err != nil:
			return err
		case dev && (len(headers) > 0 || flags.as != ""):
			return misused(command, "--dev has tools of its own, which ask for no credentials; leave out --header and --as")
		case dev:
			return serveCoding(command.Context(), p, args[0], flags.profile)
		}
		return withAgents(command.Context(), p, args[0], flags.profile, func(running *app.App) error {
			if warnings := running.Warnings(); len(warnings) > 0 {
				printDiagnostics(p.err, warnings, p.terminal)
			}
			return running.ServeLines(flags.onBehalf(command, running), p.in, p.out, headers)
		})
	}
	command.AddCommand(newMCPList(p), newMCPSchema(p), newMCPCall(p))
	return command
}

// withAgents starts an application for the duration of use, without listening.
func withAgents(ctx context.Context, p process, folder, profile string, use func(*app.App) error) error {
	options := p.application(folder, profile)
	options.Cache, options.Logger = cacheFolder(p), app.LogTo(p.err, p.terminal)
	running, err := app.Start(ctx, options)
	if err != nil {
		return err
	}
	p.collector.serves()
	err = use(running)
	if closed := running.Close(p.draining); err == nil {
		err = closed
	}
	return err
}
