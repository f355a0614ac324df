// Package profiling takes profiles of the process: of Go, of the scripts, and of both together.
//
// The sampler of scripts is handed in. A profile of processor time has the stacks of scripts in the place of the interpreter that runs
// them, with the time that Go has measured there: so its sum is right, and names are those of the application.
//
//	p := profiling.New()
//	pprof, err := p.Take(ctx, profiling.Scripts{…}, profiling.CPU, 10*time.Second)
package profiling
