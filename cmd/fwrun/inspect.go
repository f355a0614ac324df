package main

import (
	"context"
	"net"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/debug"
	"github.com/fwrun/fwrun/platform/handover"
)

// inspectFlags let debuggers attach. Each takes an address.
var inspectFlags = []struct{ name, usage string }{
	{"inspect", "let a debugger attach at this `address`, [host:]port; port 0 is a free one"},
	{"inspect-wait", "let one attach at this `address`, and run nothing before"},
	{"inspect-brk", "let one attach at this `address`, run nothing before, and stop at the first statement"},
}

// standardPort is that of a flag without a value.
const standardPort = "9229"

// addInspect adds the flags to a command, and returns what reads them. Tests always wait for a debugger: they would be over before.
func addInspect(command *cobra.Command, tests bool) func() (debug.Settings, error) {
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
			s.On, s.Wait, s.Break = true, s.Wait || tests || f.name != "inspect", s.Break || f.name == "inspect-brk"
		}
		return s, nil
	}
}

// openInspector lets debuggers attach to an application, if the flags say so, and waits for one if they say that.
func openInspector(ctx context.Context, p process, s debug.Settings, options *app.Options) (*debug.Part, error) {
	if !s.On {
		return nil, nil
	}
	options.Debugging = app.NewDebugging()
	if s.Break {
		options.Debugging.PauseAtStart()
	}
	folder, err := scriptsOf(options)
	if err != nil {
		return nil, err
	}
	part, err := debug.Open(s, debug.Options{
		New: options.Debugging.Attach, Listen: inherited(options.Heir), Out: p.err,
		Title: filepath.Base(folder), Folder: folder, Version: version,
	})
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, part.Close) // what is paused goes on, or it would never end
	if options.Heir != nil {
		context.AfterFunc(options.Heir.Leaves(), part.Close)
	}
	if err := part.Wait(ctx); err != nil {
		part.Close()
		return nil, err
	}
	return part, nil
}

// inherited returns what opens the listener of debuggers: the one of the process before this one, if there was one.
func inherited(heir *handover.Heir) func(address string) (net.Listener, error) {
	const role = "debugger"
	return func(address string) (net.Listener, error) {
		if passed, err := heir.Take(role, "tcp "+address); passed != nil || err != nil {
			return passed, err
		}
		opened, err := net.Listen("tcp", address)
		if err == nil {
			_ = heir.Keep(role, "tcp "+address, opened) // where it cannot be passed on, the next process finds the port taken, and says so
		}
		return opened, err
	}
}

// scriptsOf returns the folder with the scripts that debuggers see: an executable has unpacked them.
func scriptsOf(options *app.Options) (string, error) {
	if options.Packed != nil {
		return options.Packed.Folder, nil
	}
	return filepath.Abs(options.Folder)
}
