package tape

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	mrand "math/rand/v2"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/engine/vm"
)

// World returns a world of scripts whose times and random values are recorded.
func (r *Recorder) World() vm.World {
	return vm.World{Clock: recordedClock{}, Chance: recordedChance{r.HideChance}}
}

type recordedClock struct{}

func (recordedClock) Now(ctx context.Context) time.Time {
	now := time.Now()
	replay.Of(ctx).Read(now)
	return now
}

func (recordedClock) Elapsed(ctx context.Context, ms float64) float64 {
	gave(replay.Of(ctx), replay.Clock, ms)
	return ms
}

// gave records what was given to a script that asks for nothing in particular.
func gave(t *replay.Tape, kind replay.Kind, value any) {
	if t == nil {
		return
	}
	size := 16
	if text, ok := value.(string); ok {
		size += len(text)
	}
	t.Add(kind, size, func() (replay.Call, error) {
		var c replay.Call
		return c, c.Set(value)
	})
}

type recordedChance struct{ hide bool }

func (recordedChance) Number(ctx context.Context) float64 {
	n := mrand.Float64() //nolint:gosec // Math.random promises no more
	gave(replay.Of(ctx), replay.Random, n)
	return n
}

func (c recordedChance) Fill(ctx context.Context, uuid bool, into []byte) {
	_, _ = rand.Read(into) // never fails
	t := replay.Of(ctx)
	switch {
	case t == nil:
	case uuid:
		gave(t, replay.UUID, base64.StdEncoding.EncodeToString(into))
	case c.hide:
		gave(t, replay.Bytes, replay.Masked)
	case !t.Grow(2 * len(into)): // there is no room, which the tape says
	default:
		gave(t, replay.Bytes, base64.StdEncoding.EncodeToString(into))
	}
}

// PlayedWorld returns a world of scripts whose times and random values are the recorded ones.
func PlayedWorld() vm.World { return vm.World{Clock: playedClock{}, Chance: playedChance{}} }

type playedClock struct{}

func (playedClock) Now(ctx context.Context) time.Time {
	if p := replay.PlayerOf(ctx); p != nil {
		return p.Now()
	}
	return time.Now()
}

func (playedClock) Elapsed(ctx context.Context, ms float64) float64 {
	if p := replay.PlayerOf(ctx); p != nil {
		return p.Elapsed()
	}
	return ms
}

type playedChance struct{}

func (playedChance) Number(ctx context.Context) float64 {
	if p := replay.PlayerOf(ctx); p != nil {
		return p.Number()
	}
	return mrand.Float64() //nolint:gosec // Math.random promises no more
}

func (playedChance) Fill(ctx context.Context, uuid bool, into []byte) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		_, _ = rand.Read(into) // never fails
		return
	}
	kind := replay.Bytes
	if uuid {
		kind = replay.UUID
	}
	p.Fill(kind, into)
}
