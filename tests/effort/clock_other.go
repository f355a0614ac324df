//go:build !linux

package effort

import "time"

var start = time.Now()

func onProcessor() time.Duration { return time.Since(start) }
