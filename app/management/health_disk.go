package management

import (
	"context"
	"fmt"
	"os"

	"github.com/fwrun/fwrun/actuator/health"
)

// checkDisk returns a function that reports whether there is room where the application keeps its data.
func checkDisk(path string, least int64) func(context.Context) (health.Health, error) {
	return func(context.Context) (health.Health, error) { return diskHealth(path, least) }
}

func diskHealth(path string, least int64) (health.Health, error) {
	_, err := os.Stat(path)
	h := health.Of(health.Up)
	total, free, known := diskSpace(path)
	if known {
		h = h.With("total", total).With("free", free)
	}
	h = h.With("threshold", least).With("path", path).With("exists", err == nil)
	switch {
	case err != nil:
		return h, fmt.Errorf("the folder of the application cannot be read: %w", err)
	case !known:
		h.Status = health.Unknown
	case free < uint64(max(least, 0)):
		h.Status = health.Down
	}
	return h, nil
}
