package main

import (
	"context"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/debug"
)

// forever bounds what somebody looks at.
const forever = 365 * 24 * time.Hour

// inspectFlags let debuggers attach. Each takes an address.
var inspectFlags = []struct{ name, usage string }{
	{"inspect", "let a debugger attach at this `address`, [host:]port; port 0 is a free one"},
	{"inspect-wait", "let one attach at this `address`, and run nothing before"},
	{"inspect-brk", "let one attach at this `address`, run nothing before, and stop at the first statement"},
}

// standardPort is that of a flag without a value.
const standardPort = "9229"

// addInspect adds the flags to a command, and returns what reads them.
func addInspect(command *cobra.Command) func() (debug.Settings, error) {
	for _, f := range inspectFlags {
		command.Flags().String(f.name, "", f.usage)
		command.Flags().Lookup(f.name).NoOptDefVal = standardPort
	}
	return func() (s debug.Settings, err error) {
		for _, f := range inspectFlags {
			flag := command.Flags().Lookup(f.name)
			if !flag.Changed {
				continue
			}
			address, err := debug.ReadAddress(flag.Value.String())
			if err != nil {
				return s, misused(command, "--%s=%s %w", f.name, flag.Value, err)
			}
			if s.Address == "" || address != debug.Default {
				if s.Address != "" && s.Address != debug.Default && address != s.Address {
					return s, misused(command, "the flags --inspect name two addresses: %s and %s", s.Address, address)
				}
				s.Address = address
			}
			s.On, s.Wait, s.Break = true, s.Wait || f.name != "inspect", s.Break || f.name == "inspect-brk"
		}
		return s, nil
	}
}

// attach opens the port for debuggers, if there is to be one, and waits for the first if the flags say so.
func attach(ctx context.Context, p process, settings debug.Settings, options *app.Options) (*debug.Part, error) {
	if !settings.On {
		return nil, nil
	}
	options.Debugging = app.NewDebugging()
	if settings.Break {
		options.Debugging.PauseAtStart()
	}
	part, err := debug.Open(settings, debug.Options{
		New: options.Debugging.Attach, Out: p.err, Title: filepath.Base(options.Folder), Folder: options.Folder, Version: versionText(),
	})
	if err != nil {
		return nil, err
	}
	if err := part.Wait(ctx); err != nil {
		part.Close()
		return nil, err
	}
	return part, nil
}
