package queue

import (
	"log/slog"

	"github.com/ThreeDotsLabs/watermill"
)

// routerLog is what Watermill's router logs to. What a listener failed with is logged where it is settled, and the
// steps of a router interest nobody.
type routerLog struct{ log *slog.Logger }

func (l routerLog) Error(message string, err error, fields watermill.LogFields) {
	l.log.Debug(message, "error", err, "fields", fields)
}

func (l routerLog) Info(string, watermill.LogFields) {}

func (l routerLog) Debug(string, watermill.LogFields) {}

func (l routerLog) Trace(string, watermill.LogFields) {}

func (l routerLog) With(watermill.LogFields) watermill.LoggerAdapter { return l }
