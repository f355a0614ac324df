package supervise

import (
	"math/rand/v2"
	"time"
)

// The pauses before a server is started again. One that was ready for a while is started at once.
const (
	steady     = time.Second // a server that lived longer has not failed at its start
	firstPause = 100 * time.Millisecond
	mostPause  = 30 * time.Second
)

// pauseAfter returns the pause after a number of failed starts in a row: twice as long each time, and a random part less, so that
// many machines do not knock on the same database at the same time.
func pauseAfter(failures int) time.Duration {
	if failures <= 0 {
		return 0
	}
	pause := mostPause
	if failures < 10 {
		pause = min(mostPause, firstPause<<(failures-1))
	}
	return pause - rand.N(pause/2)
}
