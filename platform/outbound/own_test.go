package outbound

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/hops"
)

// TestOnlyItselfIsToldOfHops: a request to the process itself says how deep it lies, whatever a script has written there, and no
// other request does. The request that it is made of stays as it is.
func TestOnlyItselfIsToldOfHops(t *testing.T) {
	got := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got <- strings.Join(r.Header[hops.Header], " and ")
	}))
	defer server.Close()
	count := hops.New()
	itself := &Own{Hops: count}
	itself.Listens(server.Listener.Addr())
	for name, c := range map[string]struct {
		own  *Own
		want int
	}{
		"itself":               {itself, 3},
		"another":              {&Own{Hops: count}, 0},
		"itself without count": {&Own{}, 0},
		"nobody serves":        {nil, 0},
	} {
		transport := NewIn(c.own, Settings{})
		request, err := http.NewRequestWithContext(hops.With(t.Context(), 2), http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set(hops.Header, "0")
		response, err := transport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		transport.CloseIdleConnections()
		if sent := <-got; count.Read([]byte(sent)) != c.want {
			t.Errorf("%s: %q is sent, which says %d, want %d", name, sent, count.Read([]byte(sent)), c.want)
		}
		if kept := request.Header.Get(hops.Header); kept != "0" {
			t.Errorf("%s: the request has %q now", name, kept)
		}
	}
}
