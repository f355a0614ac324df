//go:build unix

package security_test

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/security"
	"github.com/fwrun/fwrun/platform/pollution"
	"github.com/fwrun/fwrun/platform/rest"
	"github.com/fwrun/fwrun/security/logins"
	"github.com/fwrun/fwrun/security/passwords"
)

// TestTimeTellsNothing: a check takes as long for a user that there is not as for a wrong password, in time of the processors, which other
// work of the machine makes longer by little. It may make one of them look slower, but not in each of several tries.
func TestTimeTellsNothing(t *testing.T) {
	encoder := passwords.New(passwords.Options{Memory: 4096, Passes: 2})
	hash, err := encoder.Encode(context.Background(), "right horse")
	if err != nil {
		t.Fatal(err)
	}
	p := realmtest.New(t, http.Module(folders.Folders{Application: t.TempDir()}, pollution.Refused), security.Views(), security.Module(security.Options{
		Passwords: encoder, Logins: logins.New(logins.Options{Failures: 1_000_000, PerAddress: 1_000_000, Within: time.Hour, Lockout: time.Hour}, time.Now),
	}))
	p.SetBean("logins", "logins", "")
	p.Set("hash", hash)
	took := func(script string) time.Duration {
		began := rest.ProcessorTime()
		if got := p.Eval(script); got != "false" {
			t.Fatal(got)
		}
		return rest.ProcessorTime() - began
	}
	const rounds, tries = 41, 20
	var ratio float64
	for range tries {
		runtime.GC()
		var wrong, unknown []time.Duration
		for i := range 2 * rounds {
			if (i+i/2)%2 == 0 { // each is first as often as second
				wrong = append(wrong, took(`logins.check("ada", "wrong horse", hash)`))
			} else {
				unknown = append(unknown, took(`logins.check("eve", "wrong horse", null)`))
			}
		}
		slices.Sort(wrong)
		slices.Sort(unknown)
		if ratio = float64(unknown[rounds/2]) / float64(wrong[rounds/2]); ratio > 0.95 && ratio < 1.05 {
			return
		}
		t.Logf("an unknown user takes %.3f times as long", ratio)
	}
	t.Errorf("an unknown user takes %.3f times as long as a wrong password", ratio)
}
