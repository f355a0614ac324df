package outbound

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestRedirectsKeepSecrets: headers for one origin are not sent to another one, not even to the
// same host at another port, and not after a redirect back.
func TestRedirectsKeepSecrets(t *testing.T) {
	var seen []string
	tell := func(r *http.Request) {
		seen = append(seen, r.URL.Path+r.Header.Get("Authorization")+r.Header.Get("Cookie")+r.Header.Get("X-Kept"))
	}
	var home *httptest.Server
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tell(r)
		if r.URL.Path == "/back" {
			http.Redirect(w, r, home.URL+"/home", http.StatusFound)
		}
	}))
	defer away.Close()
	home = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tell(r)
		if target, ok := strings.CutPrefix(r.URL.Path, "/to"); ok {
			http.Redirect(w, r, map[string]string{"/self": "/home", "/away": away.URL + "/away", "/back": away.URL + "/back"}[target], http.StatusFound)
		}
	}))
	defer home.Close()
	for path, want := range map[string]string{
		"/to/self": "/to/self-a-b-c /home-a-b-c",
		"/to/away": "/to/away-a-b-c /away-c",
		"/to/back": "/to/back-a-b-c /back-c /home-c",
	} {
		seen = nil
		target, _ := url.Parse(home.URL + path)
		response, err := (&http.Client{Transport: New(Settings{})}).Do(&http.Request{
			Method: http.MethodGet, URL: target, Header: http.Header{"Authorization": {"-a"}, "Cookie": {"-b"}, "X-Kept": {"-c"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := strings.Join(seen, " "); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
