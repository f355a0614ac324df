package security

import (
	"context"
	"log/slog"
	"net/netip"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// TestPart: a reload ends no lock-out, and events and callers are those of a generation.
func TestPart(t *testing.T) {
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(
		"security: { api-keys: { header: X-Key }, basic: { enabled: true } }",
	)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	settings := Read(props.Reader(), t.TempDir())
	var asked []string
	around := Surroundings{
		Requests: slog.New(slog.DiscardHandler), Events: slog.New(slog.DiscardHandler), Count: func(events.Kind) {},
		Find: func(_ context.Context, class, _, _ string) (*security.Account, error) {
			asked = append(asked, class)
			return nil, nil
		},
	}
	first := Open(settings, nil)
	second := Open(settings, first)
	if second.Limits == first.Limits || second.Limits.Logins == nil || second.Callers() == first.Callers() {
		t.Error("generations have more in common than what they count")
	}
	for _, p := range []*Part{first, second} {
		served, err := p.Prepare(around)
		if err != nil || served == nil || served.KeyHeader != "X-Key" || served.Happened == nil {
			t.Fatalf("got %+v, %v", served, err)
		}
		_, _ = served.APIKey(t.Context(), "key", netip.MustParseAddr("127.0.0.1")) // it is nobody's
	}
	if len(asked) != 2 || asked[0] != manifest.TypeAPIKeys || first.Events == second.Events {
		t.Errorf("asked: %v", asked)
	}
	second.WantCallers()
	if first.Callers().Load() || !second.Callers().Load() {
		t.Error("the callers of another generation are wanted")
	}
	if who := security.From(first.As(t.Context(), "Ada", []string{"ADMIN"}, nil)); who == nil || who.Name != "Ada" {
		t.Errorf("it is on behalf of %v", who)
	}
	places := settings.Finders(func(key string) fault.Place { return fault.Place{File: key} })
	if len(places) != 2 || places[manifest.TypeUsers].File != "security.basic.enabled" || settings.LoginRoutes() != nil {
		t.Errorf("got %v", places)
	}
	first.Close(t.Context())
	Open(settings, nil).Close(t.Context())
	(*Part)(nil).Close(t.Context())
}
