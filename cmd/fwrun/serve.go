package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/debug"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/handover"
	"github.com/fwrun/fwrun/platform/supervise"
)

// serveFlags are the flags of serve; each sets a configuration key.
var serveFlags = []struct{ name, key, usage string }{
	{"port", "server.port", "TCP port to listen on; 0 chooses a free one (server.port)"},
	{"address", "server.address", "address to listen on; 0.0.0.0 is every interface, unix:<file> a socket (server.address)"},
	{"record", "record.folder", "folder to write requests to, as files of fwrun test and fwrun replay (record.folder)"},
	{"log-format", "logging.format", "pretty or json; pretty on a terminal (logging.format)"},
}

func newServe(p process) *cobra.Command {
	var profile string
	var noCache, onlyErrors, types bool
	dev, watching := p.terminal && p.carried == nil, p.terminal && p.carried == nil
	command := &cobra.Command{
		Use:   "serve <folder>",
		Short: "Serve an application over HTTP",
		Long: `serve compiles the scripts of a folder, creates the beans and serves HTTP requests until SIGTERM or Ctrl-C: then it accepts
no more requests, finishes those in flight, and ends. A second Ctrl-C does not wait for them. SIGHUP reloads the application.
SIGUSR2 starts the fwrun that is installed now, which takes over without a dropped connection.

On a terminal it reloads the application when a file changes. Settings come from config/application.yml, the files of the
profiles, the environment and the flags; each of these overrides those before it.`,
		Example: `  fwrun my-app
  fwrun my-app --port 0 --profile dev
  fwrun serve my-app --address 0.0.0.0 --watch=false`,
		Args: oneFolder,
	}
	addProfile(command, &profile)
	command.Flags().BoolVar(&watching, "watch", watching, "reload when a file changes; the default on a terminal")
	command.Flags().BoolVar(&dev, "dev", dev, "show clients what failed; the default with --watch")
	command.Flags().BoolVar(&types, "types", false, "ask TypeScript after the start and each reload, beside serving")
	command.Flags().BoolVar(&noCache, "no-cache", false, "compile all scripts anew, without the cache (FWRUN_CACHE names its folder)")
	supervised, unclear := supervise.ByEnvironment(p.env)
	command.Flags().BoolVar(&supervised, supervise.Flag, supervised, "start the server again when it dies or outgrows server.memory-hard-limit, "+
		"and keep its connections waiting meanwhile ("+supervise.Variable+")")
	for _, f := range serveFlags {
		command.Flags().String(f.name, "", f.usage)
	}
	command.Flags().BoolVar(&onlyErrors, "only-errors", false, "record only requests that were answered with a status of "+
		"500 or more (record.only-errors)")
	inspects := addInspect(command, false)
	command.RunE = func(command *cobra.Command, args []string) error {
		inspect, err := inspects()
		if err != nil {
			return err
		}
		if unclear != nil {
			return misused(command, "%s is neither true nor false", supervise.Variable)
		}
		if supervised && !supervise.Supported() {
			return fault.New("serve", fault.Invalid, "--supervise is not available on this system").
				WithHint("listeners cannot be passed to another process here")
		}
		if watching && p.carried != nil {
			return misused(command, "there is nothing to watch: the application is inside of the executable")
		}
		flags := map[string]string{}
		for _, f := range serveFlags {
			if command.Flags().Changed(f.name) {
				flags[f.key], _ = command.Flags().GetString(f.name)
			}
		}
		if command.Flags().Changed("only-errors") {
			flags["record.only-errors"] = strconv.FormatBool(onlyErrors)
		}
		if !command.Flags().Changed("dev") {
			dev = watching
		}
		cache := ""
		if !noCache {
			cache = cacheFolder(p)
		}
		options := p.application(args[0], profile)
		options.Env, options.Flags, options.Dev, options.Reloads, options.Cache = handover.Environ(p.env), flags, dev, watching, cache
		options.LogFile, options.Logger = p.logFile, p.log()
		return serve(command.Context(), p, besides{watching, types, inspect}, options)
	}
	return command
}

// besides is what a server does besides serving.
type besides struct {
	watching bool           // for changed files
	types    bool           // asks TypeScript
	inspect  debug.Settings // where debuggers attach, if they may
}

// asks returns what asks TypeScript; nil if nobody does.
func (b besides) asks(p process, running *app.App) *typesBeside {
	if !b.types {
		return nil
	}
	return &typesBeside{process: p, running: running}
}

// serve runs an application until the context ends, with debuggers if they may attach.
func serve(ctx context.Context, p process, how besides, options app.Options) (err error) {
	if options.Heir, err = handover.Claim(p.env); err != nil {
		return fault.New("serve", fault.Unavailable, "the listeners that were passed to the process cannot be used").Because(err)
	}
	inspector, err := openInspector(ctx, p, how.inspect, &options)
	switch {
	case ctx.Err() != nil: // while it waited for a debugger
		return nil
	case err != nil:
		return err
	}
	defer inspector.Close()
	return attend(ctx, p, how, options)
}

// attend runs an application until the context ends, and then waits for running requests until the process's
// draining ends, too.
func attend(ctx context.Context, p process, how besides, options app.Options) error {
	began := time.Now()
	hangups, upgrades, heir := p.hangups(), p.asked(), options.Heir
	started, err := offerCoding(&options)
	if err != nil {
		return err
	}
	running, changes, err := start(ctx, p, how.watching, options, hangups)
	if err != nil || running == nil {
		return err
	}
	started(running)
	if warnings := running.Serving().Warnings(); len(warnings) > 0 {
		printDiagnostics(p.err, warnings, p.errColours)
	}
	listener, url, err := running.Listen()
	if err != nil {
		_ = running.Close(ctx) // nothing runs yet
		return err
	}
	watched := ""
	if changes != nil {
		watched = options.Folder
	}
	s := succession{process: p, heir: heir, running: running, at: listener.Addr(), upgrades: upgrades, types: how.asks(p, running)}
	s.ready() // before anybody reads that it listens
	announce(p, running, url, time.Since(began), watched)
	s.explain()
	defer s.watchdog()()
	s.types.ask(ctx)
	served := make(chan error, 1)
	go func() { served <- running.Serve(listener) }()
	resting, awake := context.WithCancel(ctx)
	defer awake()
	p.collector.serves()
	go thrift(resting, running, changes != nil)
	for {
		select {
		case files, more := <-changes:
			if !more { // ctx has ended
				changes = nil
				continue
			}
			if concerns(outside(files, running.Serving().Reports())) {
				s.reload(ctx, running.Following(files), slog.String("changed", shortList(files)))
			}
		case <-hangups:
			s.reload(ctx, running.Reload, slog.String("signal", "SIGHUP"))
		case <-s.upgrades:
			s.upgrade(ctx)
		case note := <-heir.Notes():
			running.Log().Error(note)
		case <-heir.Leaves().Done():
			err = s.leave(ctx)
			return errors.Join(err, <-served)
		case <-heir.Orphaned():
			running.Log().Error("stopping: the supervisor has died")
			err = running.Close(p.draining)
			return errors.Join(err, <-served)
		case err := <-served:
			return errors.Join(err, running.Close(ctx))
		case <-ctx.Done():
			s.tell("STOPPING=1")
			running.StepAside(p.draining)
			running.Log().Info("stopping: finishing the requests in flight")
			err = running.Close(p.draining)
			return errors.Join(err, <-served)
		}
	}
}

// announce prints where the application answers: one line, and on a terminal also the routes and how to stop
// it.
func announce(p process, running *app.App, url string, took time.Duration, watched string) {
	running.Log().Info("listening", "url", url, "routes", len(running.Serving().Manifest().Routes), "duration", took)
	if !p.terminal {
		return
	}
	_ = printRoutes(p.err, "  ", painter{p.errColours}, running.Serving().Routes()) // nothing can be done about a failure to print
	if m := running.Serving().Manifest(); m.HasAgents() {
		fmt.Fprintf(p.err, "  %s %s  %s, %s, %s for agents\n", painter{p.errColours}.bold("POST"), running.Agents().Path(),
			count(len(m.Tools), "tool"), count(len(m.Resources), "resource"), count(len(m.Prompts), "prompt"))
	}
	if watched != "" {
		fmt.Fprintf(p.err, "  watching %s; ", watched)
	} else {
		fmt.Fprint(p.err, "  ")
	}
	fmt.Fprintln(p.err, "Ctrl-C stops")
}

func methodsOf(methods []string) string {
	if len(methods) == 0 {
		return "ANY"
	}
	return strings.Join(methods, ",")
}
