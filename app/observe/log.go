package observe

import (
	"log/slog"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
)

// NewLog makes a log; slog.Default() is used if logger is nil.
func NewLog(settings logging.Settings, logger func(logging.Settings) *slog.Logger) *logging.Log {
	return (&Part{settings: Settings{Log: settings}, logger: logger}).newLog()
}

// newLog makes the log for the settings.
func (p *Part) newLog() *logging.Log {
	logger := slog.Default()
	if p.logger != nil {
		logger = p.logger(p.settings.Log)
	}
	return logging.Over(p.Sends.Log(logger.Handler()), p.settings.Log)
}

// Adopt applies changed log settings at once, so that they hold for lines that beans log while they are
// made; undo reverts this if the generation fails. Levels changed at run time are kept as long as the
// settings are the same.
func (p *Part) Adopt(before *Part) (undo func()) {
	if before == nil || before.settings.Log.Equal(p.settings.Log) {
		return func() {}
	}
	return p.Logs.Adopt(p.newLog())
}

// Redirect sends what scripts print and log elsewhere, as in a test.
func (p *Part) Redirect(to *slog.Logger) {
	p.Scripts, p.Beans = to, logging.Over(to.Handler(), p.settings.Log)
}

// Misnamed warns of levels for names under which nothing logs, if a similar name exists. Other names may come
// into use later.
func (p *Part) Misnamed(props *config.Properties) (warnings fault.List) {
	for name, near := range p.Logs.Levels().Unused() {
		if near == "" {
			continue
		}
		key := "logging.level[" + name + "]"
		if _, written := props.Lookup(key); !written { // written as nested keys
			key = "logging.level." + name
		}
		place := props.Place(key)
		warnings = append(warnings, fault.Diagnostic{
			Severity: fault.Warning, Code: "config-unknown-key", Place: place, Source: props.Line(place),
			Message: "there is no logger with the name " + name, Hint: "did you mean " + near + "?", Mend: &fault.Mend{Old: name, New: near},
		})
	}
	warnings.Sort()
	return warnings
}
