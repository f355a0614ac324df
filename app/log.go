package app

import (
	"io"
	"log/slog"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/logging"
)

// LogSettings configure the log.
type LogSettings = logging.Settings

// LogTo makes a log that writes to out: in the format for people if out is a terminal and the settings do not
// choose another one.
func LogTo(out io.Writer, terminal, coloured bool) func(LogSettings) *slog.Logger {
	return func(s LogSettings) *slog.Logger {
		return logging.NewOn(out, s, terminal, coloured).Logger(logging.Fwrun)
	}
}

// newLog makes the log for the settings.
func (g *generation) newLog(options Options) *logging.Log {
	logger := slog.Default()
	if options.Logger != nil {
		logger = options.Logger(g.settings.log)
	}
	return logging.Over(g.telemetry.Log(logger.Handler()), g.settings.log)
}

// prepareLog takes over the log of the generation before, or makes a new one.
func (g *generation) prepareLog(options Options, before *generation) {
	if before != nil {
		g.logs = before.logs
	} else {
		g.logs = g.newLog(options)
		g.logs.About(host.LogAttributes)
	}
	g.beanLogs = g.logs
	g.telemetry.Complain(g.logs.Logger(logging.Fwrun))
	g.log, g.scripts = g.logs.Logger(logging.Fwrun), g.logs.Logger(logging.Console)
}

// adoptLog applies changed log settings at once, so that they hold for lines that beans log while they are
// made; undo reverts this if the generation fails. Levels changed at run time are kept as long as the
// settings are the same.
func (g *generation) adoptLog(options Options, before *generation) (undo func()) {
	if before == nil || before.settings.log.Equal(g.settings.log) {
		return func() {}
	}
	return g.logs.Adopt(g.newLog(options))
}

// misnamed warns of levels for names under which nothing logs, if a similar name exists. Other names may come
// into use later.
func (g *generation) misnamed() (warnings fault.List) {
	for name, near := range g.logs.Levels().Unused() {
		if near == "" {
			continue
		}
		key := "logging.level[" + name + "]"
		if _, written := g.props.Lookup(key); !written { // written as nested keys
			key = "logging.level." + name
		}
		place := g.props.Place(key)
		warnings = append(warnings, fault.Diagnostic{
			Severity: fault.Warning, Code: "config-unknown-key", Place: place, Source: g.props.Line(place),
			Message: "there is no logger with the name " + name, Hint: "did you mean " + near + "?",
		})
	}
	warnings.Sort()
	return warnings
}

// Levels returns the levels of the log, which can be changed at run time.
func (a *App) Levels() *logging.Levels { return a.serving.Load().logs.Levels() }
