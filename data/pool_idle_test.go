package data_test

import (
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestMinIdle opens connections before any statement needs them, but never more than the maximum.
func TestMinIdle(t *testing.T) {
	url := datatest.Postgres(t)
	for _, c := range []struct{ least, most, want int }{{0, 5, 0}, {3, 5, 3}, {9, 2, 2}} {
		db := datatest.Open(t, data.Settings{Name: "main", URL: url, MinIdle: c.least, MaxConnections: c.most})
		stats := func() int { readers, _ := db.Stats(); return readers.Idle }
		look := time.NewTicker(time.Millisecond)
		for late := time.Now().Add(time.Minute); stats() != c.want && time.Now().Before(late); {
			<-look.C
		}
		look.Stop()
		if got := stats(); got != c.want {
			t.Errorf("with min-idle %d of at most %d, %d connections are idle, want %d", c.least, c.most, got, c.want)
		}
	}
}
