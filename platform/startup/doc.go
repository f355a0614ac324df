// Package startup records where the time of a start goes: steps within steps, with their durations.
//
// A [Timeline] travels in a context. Where there is none, nothing is recorded.
//
//	timeline := startup.New()
//	ctx, end := startup.Step(startup.With(ctx, timeline), "engine.compile")
//	defer end()
package startup
