package tape

import (
	"net/http"
	"testing"

	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/search"
)

// TestDeck: what is neither recorded nor replayed is handed out as it is, and a replay does without what is behind it.
func TestDeck(t *testing.T) {
	for name, c := range map[string]struct {
		deck    Deck
		between bool
	}{
		"as it is": {Deck{}, false},
		"recorded": {Deck{Recorder: New(stories.New(0))}, true},
		"replayed": {Deck{Plays: true}, true},
		"both":     {Deck{Recorder: New(stories.New(0)), Plays: true}, true},
	} {
		transport, begin := c.deck.Transport(http.DefaultTransport)
		if got := transport != http.DefaultTransport; got != c.between || (begin != nil) != c.between {
			t.Errorf("%s: something is between requests and their transport: %v", name, got)
		}
		if got := c.deck.World().Clock != nil; got != c.between {
			t.Errorf("%s: something is between scripts and the clock: %v", name, got)
		}
		if got := c.deck.Caches(nil) != nil; got != c.between {
			t.Errorf("%s: something is between scripts and caches: %v", name, got)
		}
		if got := c.deck.Locks(nil) != nil; got != c.between {
			t.Errorf("%s: something is between scripts and locks: %v", name, got)
		}
		sends := messages.Connection{Name: "a"}
		if c.deck.Sender(&sends); (sends.Sender != nil) != c.between || (sends.Begin != nil) != c.between {
			t.Errorf("%s: %+v", name, sends)
		}
		inspected := search.Connection{Name: "a"}
		if c.deck.Cluster(&inspected); inspected.Cluster != nil || inspected.Begin != nil {
			t.Errorf("%s: %+v", name, inspected)
		}
	}
}
