package security

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/security"
)

// TestKnownTokens: a token is remembered for a minute, and not beyond its end; of many the latest are.
func TestKnownTokens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKnown(time.Now)
		ada := security.NewPrincipal("ada", nil, nil, "", nil)
		k.add("long", ada, time.Now().Add(time.Hour))
		k.add("short", ada, time.Now().Add(10*time.Second))
		k.add("ended", ada, time.Now().Add(-time.Second))
		if k.find("long") != ada || k.find("short") != ada || k.find("ended") != nil || k.find("other") != nil {
			t.Error("a token is not remembered, or one is that has ended")
		}
		<-time.After(11 * time.Second)
		if k.find("long") != ada || k.find("short") != nil {
			t.Error("a token outlives its end")
		}
		<-time.After(time.Minute)
		if k.find("long") != nil {
			t.Error("a token is remembered for too long")
		}
		for i := range 30_000 {
			k.add(fmt.Sprintf("%01000d", i), ada, time.Now().Add(time.Hour))
		}
		if k.find(fmt.Sprintf("%01000d", 29_999)) != ada || k.find(fmt.Sprintf("%01000d", 0)) != nil {
			t.Error("the latest tokens are not remembered, or all of them are")
		}
	})
}
