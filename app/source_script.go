package app

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/properties"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
)

// scriptGrace is the time between the timeout of a property source and the end of its script.
const scriptGrace = 100 * time.Millisecond

// loadProperties reads the configuration.
func loadProperties(options Options, before *generation) (*config.Properties, fault.List) {
	files, name := folder.ConfigFiles(folder.Files(options.Folder, options.Overlay), options.Folder, options.Config, options.Packed != nil)
	props, problems := config.Load(files, config.Options{
		Profile: options.Profile, Env: options.Env, Flags: options.Flags, Root: options.Folder, Offline: options.offline,
		Over: options.test.over(), Folder: name, Below: options.below(), Elsewhere: options.packs,
		Script: func(ctx context.Context, script config.Script) ([]byte, error) {
			return runScript(ctx, options, before, script)
		},
	})
	return props, append(folder.MissingConfig(options.Config), problems...)
}

// SourceFiles lists the files of property sources that a folder declares at the moment, including files that
// do not exist. They are relative to the folder, or absolute. Nothing is run.
func SourceFiles(options Options) []string {
	props, _ := config.Load(os.DirFS(options.Folder), config.Options{
		Profile: options.Profile, Env: options.Env, Flags: options.Flags, Root: options.Folder, Offline: true,
	})
	return props.SourceFiles()
}

// runScript runs a property source that is a script. The script can read the properties known so far.
func runScript(ctx context.Context, options Options, before *generation, script config.Script) ([]byte, error) {
	known := properties.Environment{Properties: script.Known}
	api, err := jsapi.New(jsapi.Options{
		Log: scriptLog(options, before, script.Known), Folder: options.Folder, Inside: options.inside(), Environment: known,
	})
	if err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	return engine.Evaluate(ctx, engine.Options{
		Folder: options.Folder, API: api, BootTimeout: time.Until(deadline) + scriptGrace, Line: properties.Lines(script.Known),
	}, script.File, func(s *engine.Scope) (engine.Value, error) {
		environment, err := s.HostBean("environment")
		if err != nil {
			return nil, err
		}
		keys, values := []string{"environment", "env"}, []engine.Value{environment, s.Plain(variables(script.Known))}
		return s.Map(keys, values), nil
	})
}

// scriptLog returns the log for what the script of a property source prints.
func scriptLog(options Options, before *generation, known *config.Properties) *slog.Logger {
	switch {
	case before.observe != nil:
		return before.observe.Scripts
	case options.test != nil:
		return options.test.Console
	case options.console != nil:
		return options.console.Scripts
	}
	return observe.NewLog(logging.ReadSettings(known, known.Reader()), options.Logger).Logger(logging.Console)
}

// variables returns the environment variables of the process that a script may read.
func variables(props *config.Properties) map[string]any {
	all := map[string]any{}
	for name, text := range props.Environment() {
		all[name] = text
	}
	return all
}
