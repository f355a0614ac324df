package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// TestOutcomes: each way in which a run can end is logged, counted and returned, and those that watched it learn the same.
func TestOutcomes(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name   string
		err    error
		line   string
		counts string
		ends   string
		is     func(error) bool
	}{
		{"fine", nil, `level=DEBUG msg="a job ran" job=sweep`, "SUCCESS", "<nil>", func(err error) bool { return err == nil }},
		{"elsewhere", locks.ErrHeld, `level=DEBUG msg="a job was skipped`, "SKIPPED", "", func(err error) bool {
			return errors.Is(err, schedule.ErrElsewhere)
		}},
		{"cut off", vm.ErrCanceled, `level=WARN msg="a job was canceled"`, "ERROR", errCutOff.Error(), func(err error) bool {
			return fault.KindOf(err) == fault.Canceled && strings.Contains(err.Error(), "stopped or was reloaded")
		}},
		{"fails", broken, `level=ERROR msg="a job failed"`, "ERROR", "broken", func(err error) bool { return errors.Is(err, broken) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log, metrics bytes.Buffer
			ended := ""
			r := Runner{
				Run: func(_ context.Context, index int) error {
					if index != 1 {
						t.Errorf("the schedule %d runs", index)
					}
					return c.err
				},
				Log:     slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
				Metrics: telemetry.New(telemetry.Options{}),
				Begin: func(ctx context.Context, name string, _ time.Time) (context.Context, func(time.Duration, error)) {
					if name != "sweep" {
						t.Errorf("%s began", name)
					}
					return ctx, func(_ time.Duration, err error) { ended = fmt.Sprint(err) }
				},
			}
			err := r.Of([]*manifest.Schedule{{Name: "other"}, {Name: "sweep"}})[1].Run(t.Context())
			if !c.is(err) || ended != c.ends || !strings.Contains(log.String(), c.line) {
				t.Errorf("%v; ended with %q; %s", err, ended, &log)
			}
			if err := r.Metrics.Write(&metrics, "", nil); err != nil || !strings.Contains(metrics.String(), `outcome="`+c.counts+`"`) {
				t.Errorf("%v in %s", err, &metrics)
			}
		})
	}
}
