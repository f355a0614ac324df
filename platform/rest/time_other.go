//go:build !unix

package rest

import "time"

// ProcessorTime returns 0: it is not known here, so that a process never rests.
func ProcessorTime() time.Duration { return 0 }
