package app

import (
	"io"
	"log/slog"

	"github.com/fwrun/fwrun/platform/logging"
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
