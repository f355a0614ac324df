package oidc

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// TestMetadata: a provider is asked when it is needed, once by all who need it, again after a failure, and again after an hour; what is
// known stays while it cannot be reached.
func TestMetadata(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	var past atomic.Int64
	var answer atomic.Value
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write([]byte(strings.ReplaceAll(answer.Load().(string), "URL", server.URL)))
	}))
	defer server.Close()
	const good = `{"issuer":"URL","authorization_endpoint":"URL/a?b=c","token_endpoint":"URL/t","jwks_uri":"URL/k"}`
	began := time.Unix(1_700_000_000, 0)
	p := New(Options{
		Issuer: server.URL, ClientID: "shop", Scopes: []string{"openid"}, Transport: http.DefaultTransport,
		Now: func() time.Time { return began.Add(time.Duration(past.Load())) }, Failed: func(error) {},
	})
	for i, c := range []struct {
		passes time.Duration
		answer string
		good   bool
		asked  int32
	}{
		{0, "no JSON", false, 1},
		{0, strings.Replace(good, `"URL"`, `"https://other.example.com"`, 1), false, 2},
		{0, strings.Replace(good, "URL/t", "ftp://x/t", 1), false, 3},
		{0, strings.Replace(good, "URL/k", "", 1), false, 4},
		{0, good + strings.Repeat(" ", maxBytes), false, 5},
		{0, good, true, 6},
		{maxAge - 1, "no JSON", true, 6},
		{1, "no JSON", true, 7},
		{minPause - 1, "no JSON", true, 7},
		{1, good, true, 8},
		{minPause, good, true, 8},
	} {
		past.Add(int64(c.passes))
		answer.Store(c.answer)
		attempt, address, err := p.Begin(t.Context(), "https://shop.example.com/back")
		if (err == nil) != c.good || asked.Load() != c.asked || err != nil && fault.KindOf(err) != fault.Unavailable {
			t.Fatalf("%d: asked %d times: %v", i, asked.Load(), err)
		}
		if err == nil && (!strings.HasPrefix(address, server.URL+"/a?b=c&") || !strings.Contains(address, attempt.State) ||
			strings.Contains(address, attempt.Verifier) ||
			!strings.Contains(address, "code_challenge_method=S256") || len(attempt.Nonce) < 40 || attempt.Nonce == attempt.State) {
			t.Errorf("%d: %s %+v", i, address, attempt)
		}
	}
}

// TestEndpoints: a provider that is reached over encrypted connections is not left for others.
func TestEndpoints(t *testing.T) {
	for address, want := range map[string]bool{
		"https://a.example.com/x": true, "https://b.example.com": true, "http://a.example.com/x": false, "javascript:alert(1)": false,
		"/x": false, "": false,
		"https://user@a.example.com": false, "https://a.example.com/#x": false, "https:a": false, "ftp://a.example.com": false,
	} {
		if err := checkEndpoint("https://a.example.com", address); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := checkEndpoint("http://127.0.0.1:9000", "http://127.0.0.1:9000/x"); err != nil {
		t.Error(err)
	}
}

// FuzzErrorCode: what is shown of a provider's error is a word.
func FuzzErrorCode(f *testing.F) {
	for _, text := range []string{"access_denied", "", "<script>", "a b", strings.Repeat("a", 61), "\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := ErrorCode(text); got != "" && (got != text || strings.Trim(got, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" || len(got) > 60) {
			t.Errorf("%q is shown as %q", text, got)
		}
	})
}

// TestIssuer: an answer has to come from the provider that it was asked of, and to say so if the provider says that it does.
func TestIssuer(t *testing.T) {
	p := New(Options{Issuer: "https://a.example.com", Now: time.Now})
	p.fresh = time.Now().Add(time.Hour)
	for _, says := range []bool{false, true} {
		p.known = &metadata{Issuer: "https://a.example.com", SaysIssuer: says}
		for iss, want := range map[string]bool{"https://a.example.com": true, "": !says, "https://a.example.com/": false, "https://b.example.com": false} {
			err := p.CheckIssuer(t.Context(), iss)
			if _, refused := errors.AsType[*security.BadCredentials](err); (err == nil) != want || refused == want {
				t.Errorf("%q, %t: %v", iss, says, err)
			}
		}
	}
}
