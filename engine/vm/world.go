package vm

import (
	"context"
	"crypto/rand"
	"io"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// World is where scripts get times and random values from. The zero value is that of the process.
type World struct {
	Clock  Clock
	Chance Chance
	Turned *clock.Turned // of a test; nil otherwise
}

// Clock is where scripts get the time from. Its methods are called with the context of the running code.
type Clock interface {
	// Now returns the time of day.
	Now(ctx context.Context) time.Time
	// Elapsed returns what performance.now returns where it would return so many milliseconds.
	Elapsed(ctx context.Context, ms float64) float64
}

// Chance makes random values. Its methods are called with the context of the running code.
type Chance interface {
	// Number returns a number from 0 up to 1.
	Number(ctx context.Context) float64
	// Fill fills bytes, for a UUID or for any other use.
	Fill(ctx context.Context, uuid bool, into []byte)
}

// Live lets the VM's scripts live in a world.
func (v *VM) Live(in World) {
	if in.Turned != nil && in.Clock == nil {
		in.Clock = turnedClock{in.Turned}
	}
	v.world = in
	if in.Clock != nil {
		v.Runtime.SetTimeSource(v.Now)
	}
	if in.Chance != nil {
		v.Runtime.SetRandSource(func() float64 { return v.world.Chance.Number(v.Context()) })
	}
}

// Now returns the time of day that the running code sees.
func (v *VM) Now() time.Time {
	if v.world.Clock == nil {
		return time.Now()
	}
	return v.world.Clock.Now(v.Context())
}

// Elapsed returns a number of milliseconds that have passed, as the running code sees it.
func (v *VM) Elapsed(ms float64) float64 {
	if v.world.Clock == nil {
		return ms
	}
	return v.world.Clock.Elapsed(v.Context(), ms)
}

// Fill fills bytes with random ones.
func (v *VM) Fill(into []byte) { v.fill(false, into) }

// FillUUID fills 16 bytes with random ones, of which a UUID is made.
func (v *VM) FillUUID(into []byte) { v.fill(true, into) }

func (v *VM) fill(uuid bool, into []byte) {
	if v.world.Chance == nil {
		_, _ = rand.Read(into) // never fails
		return
	}
	v.world.Chance.Fill(v.Context(), uuid, into)
}

// Random is a reader of random bytes, as the running code is given them.
func (v *VM) Random() io.Reader { return chance{v} }

type chance struct{ vm *VM }

// Read implements io.Reader.
func (c chance) Read(into []byte) (int, error) {
	c.vm.Fill(into)
	return len(into), nil
}
