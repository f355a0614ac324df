package app

import (
	"io"
	"log/slog"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/logging"
)

// LogSettings say how to log.
type LogSettings = logging.Settings

// LogTo makes the log that an application writes to out: for people when it is a terminal and the settings do not say
// otherwise.
func LogTo(out io.Writer, terminal bool) func(LogSettings) *slog.Logger {
	return func(s LogSettings) *slog.Logger {
		log := logging.New(out, s)
		if terminal {
			log = logging.NewTerminal(out, s)
		}
		return log.Logger(logging.Fwrun)
	}
}

// newLog makes the log that the settings want.
func (g *generation) newLog(options Options) *logging.Log {
	logger := slog.Default()
	if options.Logger != nil {
		logger = options.Logger(g.settings.log)
	}
	return logging.Over(logger.Handler(), g.settings.log)
}

// prepareLog gives a generation the log of the one before it.
func (g *generation) prepareLog(options Options, before *generation) {
	if before != nil {
		g.logs = before.logs
	} else {
		g.logs = g.newLog(options)
		g.logs.About(host.LogAttributes)
	}
	g.beanLogs = g.logs
	g.log, g.scripts = g.logs.Logger(logging.Fwrun), g.logs.Logger(logging.Console)
}

// adoptLog lets changed settings hold from here on, so that what the beans log while they are made is seen, too; undo
// takes that back when the generation fails. What was changed at run time stays while the settings do.
func (g *generation) adoptLog(options Options, before *generation) (undo func()) {
	if before == nil || before.settings.log.Equal(g.settings.log) {
		return func() {}
	}
	return g.logs.Adopt(g.newLog(options))
}

// misnamed warns of levels for names that nobody logs under, when there is one that is almost called so. Other names may
// come into use later.
func (g *generation) misnamed() (warnings fault.List) {
	for name, near := range g.logs.Levels().Unused() {
		if near == "" {
			continue
		}
		key := "logging.level[" + name + "]"
		if _, written := g.props.Lookup(key); !written { // but nested
			key = "logging.level." + name
		}
		place := g.props.Place(key)
		warnings = append(warnings, fault.Diagnostic{
			Severity: fault.Warning, Code: "config-unknown-key", Place: place, Source: g.props.Line(place),
			Message: "nothing logs under the name " + name, Hint: "did you mean " + near + "?",
		})
	}
	warnings.Sort()
	return warnings
}

// Levels are those of the log, which can be changed at run time.
func (a *App) Levels() *logging.Levels { return a.serving.Load().logs.Levels() }
