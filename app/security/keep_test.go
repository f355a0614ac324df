package security

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/security/events"
)

// TestFollow: each bean that keeps events gets each of them, also after one that fails; callers are wanted where a call may be denied.
func TestFollow(t *testing.T) {
	p := Open(Settings{}, nil)
	quiet := slog.New(slog.DiscardHandler)
	if _, err := p.Prepare(Surroundings{Requests: quiet, Events: quiet, Count: func(events.Kind) {}}); err != nil {
		t.Fatal(err)
	}
	m := &manifest.Manifest{Beans: []*manifest.Bean{{Name: "idle"}, {Name: "first"}, {Name: "second"}}, EventKeepers: []int{1, 2}}
	var kept []string
	var log bytes.Buffer
	p.Follow(m, func(_ context.Context, deadline time.Time, index int, e engine.SecurityEvent) error {
		if left := time.Until(deadline); left <= 0 || left > keepFor {
			t.Errorf("it may take %v", left)
		}
		kept = append(kept, fmt.Sprint(index, e.Type))
		if index == 0 {
			return errors.New("broken")
		}
		return nil
	}, slog.New(slog.NewTextHandler(&log, nil)))
	p.Refused(t.Context())
	p.Close(t.Context())
	if want := []string{"0refused", "1refused"}; !slices.EqualFunc(kept, want, strings.EqualFold) || strings.Count(log.String(), "\n") != 1 ||
		!strings.Contains(log.String(), `msg="a security event was not kept" bean=first`) {
		t.Errorf("kept is %v; %s", kept, &log)
	}
	if p.Callers().Load() {
		t.Error("callers are wanted where nothing is denied")
	}
	for _, denies := range []manifest.Aspect{{Demand: &manifest.Demand{}}, {Decorator: "PreAuthorize"}, {Decorator: "PostAuthorize"}} {
		p := Open(Settings{}, nil)
		p.Follow(&manifest.Manifest{Advised: []*manifest.Advised{{Aspects: []manifest.Aspect{{}, denies}}}}, nil, quiet)
		if !p.Callers().Load() {
			t.Errorf("callers are not wanted for %+v", denies)
		}
	}
}
