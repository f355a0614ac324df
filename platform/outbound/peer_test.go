package outbound

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// TestPeer: its headers are sent to the service, and not to the target of a redirect.
func TestPeer(t *testing.T) {
	seen := make(chan string, 10)
	tell := func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Host + " " + r.Header.Get("Authorization") + " " + r.Header.Get("X-App")
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(tell))
	defer elsewhere.Close()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tell(w, r)
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		case "/here":
			http.Redirect(w, r, "/", http.StatusFound)
		}
	}))
	defer service.Close()
	origin, _ := url.Parse(service.URL)
	peer := &Peer{Transport: New(Settings{}), Origin: origin, Header: http.Header{"Authorization": {"Bearer t"}, "X-App": {"shop"}}}
	here, away := origin.Host, elsewhere.Listener.Addr().String()
	for path, want := range map[string][]string{
		"/":     {here + " Bearer t shop"},
		"/here": {here + " Bearer t shop", here + " Bearer t shop"},
		"/away": {here + " Bearer t shop", away + "  "},
	} {
		if _, err := get(peer, service.URL+path); err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if got := <-seen; got != line {
				t.Errorf("%s: got %q, want %q", path, got, line)
			}
		}
	}
	request, _ := http.NewRequestWithContext(context.Background(), "GET", service.URL, nil)
	request.Header.Set("X-App", "mine")
	response, err := peer.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if got := <-seen; got != here+" Bearer t mine" || request.Header.Get("Authorization") != "" {
		t.Errorf("got %q; the request has %v", got, request.Header)
	}
}

func TestSameOrigin(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"https://a/x", "https://A:443/y"}: true, {"http://a", "http://a:80"}: true, {"http://a:8080", "http://a:8080/"}: true,
		{"https://a", "http://a"}: false, {"http://a", "http://a:81"}: false, {"http://a", "http://b.a"}: false, {"http://a:443", "https://a"}: false,
	} {
		one, _ := url.Parse(pair[0])
		other, _ := url.Parse(pair[1])
		if SameOrigin(one, other) != want {
			t.Errorf("%q: got %v", pair, !want)
		}
	}
}
