package outbound_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/outbound"
)

// TestMeasured: a request is measured once with all of its tries, without its URL.
func TestMeasured(t *testing.T) {
	tries := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if tries++; tries == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		if r.URL.Path == "/long" {
			_, _ = io.WriteString(w, "long")
		}
	}))
	defer server.Close()
	var got []string
	client := &http.Client{Transport: &outbound.Measured{
		Transport: outbound.New(outbound.Settings{Retries: outbound.Retries{Max: 1}}),
		Observe: func(o outbound.Observation) {
			got = append(got, fmt.Sprint(o.Method, " ", o.Status, " ", o.Failure, " ", o.Took > 0))
		},
	}}
	for _, url := range []string{server.URL, "http://127.0.0.1:1/"} {
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		if response, err := client.Do(request); err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
	}
	full := &outbound.Measured{
		Transport: outbound.New(outbound.Settings{MaxInFlight: 1, MaxWait: 1}),
		Observe:   func(o outbound.Observation) { got = append(got, o.Failure) },
	}
	for range 2 {
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/long", http.NoBody)
		if response, err := full.RoundTrip(request); err == nil {
			defer func() { _ = response.Body.Close() }()
		}
	}
	if want := "GET 200  true,GET 0 refused true,,busy"; strings.Join(got, ",") != want {
		t.Errorf("got %q", got)
	}
}
