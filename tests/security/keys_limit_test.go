package security

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

// limitedKeys are settings with which each good key is asked for with each request, and an address may send three that are nobody's.
const limitedKeys = `
server: { workers: { min: 1, max: 1 } }
management: { endpoints: { enabled: true }, endpoint: { prometheus: { enabled: true } } }
security:
  jwt: { issuer: shared, audience: shop, secret: "` + secretOfIssuer + `" }
  session: { enabled: true }
  login: { limit: { per-address: 1 } }
  api-keys: { header: X-Partner, cache: 0s, limit: { per-address: 3, within: 1h, lockout: 1h } }
`

// TestAPIKeysAreLimited: an address that sends keys which are nobody's costs a few questions; programs whose keys were good work on.
func TestAPIKeysAreLimited(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: limitedKeys}, keyScript)
	program := newBrowser(t, f)
	program.client.Jar = nil
	program.expect("200 reports", "GET", "/open", "", "X-Partner: key-good")
	program.expect("401", "GET", "/open", "", "X-Partner: no key")
	program.expect("500", "GET", "/open", "", "X-Partner: key-throws")
	for i := range 3 {
		program.expect("401", "GET", "/open", "", fmt.Sprint("X-Partner: guess", i))
	}
	_, asked, _ := program.send("GET", "/asked", "")
	lockedOut := func() {
		t.Helper()
		for _, key := range []string{"guess9", "key-plain", "key-throws"} { // nobody learns which one is good
			header := program.expect("429", "GET", "/open", "", "X-Partner: "+key)
			if after := header.Get("Retry-After"); !strings.HasPrefix(after, "3600") && !strings.HasPrefix(after, "35") ||
				header.Get("Www-Authenticate") != "" {
				t.Errorf("who is locked out is told %v", header)
			}
		}
	}
	lockedOut()
	program.expect("200 "+asked, "GET", "/asked", "")
	program.expect("200 reports", "GET", "/open", "", "X-Partner: key-good")
	program.expect("401", "GET", "/open", "", "X-Partner: no key") // no guess, and no question
	program.expect("200 ada", "GET", "/open", "", "Authorization: Bearer "+signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow()))
	program.expect("200 nobody", "GET", "/open", "")
	if err := f.App.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	f.Logs(t, `"msg":"reloaded`)
	lockedOut()
	f.Logs(t, `"type":"locked","address":"127.0.0.1","path":"/open"`)
	if strings.Contains(string(f.App.Log.Bytes()), "guess") {
		t.Error("the log has a key")
	}
	if _, metrics := f.bearer(t, "GET", "/actuator/prometheus", ""); !strings.Contains(metrics, `fwrun_security_events_total{type="locked"} 6`) {
		t.Error("the metrics do not count what is locked out")
	}
}

// TestAPIKeysOfClients: behind a proxy that is trusted each client is counted for itself, and one that is not trusted has no say.
func TestAPIKeysOfClients(t *testing.T) {
	t.Parallel()
	for proxies, want := range map[string]string{"127.0.0.1": "401", "192.0.2.9": "429"} {
		f := startScriptWith(t, harness.Options{Settings: limitedKeys}, keyScript, "SERVER_TRUSTED_PROXIES="+proxies)
		program := newBrowser(t, f)
		program.client.Jar = nil
		for i := range 3 {
			program.expect("401", "GET", "/open", "", fmt.Sprint("X-Partner: guess", i), "X-Forwarded-For: 192.0.2.1")
		}
		program.expect("429", "GET", "/open", "", "X-Partner: guess3", "X-Forwarded-For: 192.0.2.1")
		program.expect(want, "GET", "/open", "", "X-Partner: guess4", "X-Forwarded-For: 192.0.2.2")
	}
}

// TestFloodOfAPIKeys: many keys at once cost as many questions as there are connections, and not one for each key.
func TestFloodOfAPIKeys(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: limitedKeys}, keyScript)
	const clients, each = 8, 100
	var counts [600]atomic.Int32
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			for i := range each {
				request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+f.Address+"/open", nil)
				if err != nil {
					t.Error(err)
					return
				}
				request.Header.Set("X-Partner", fmt.Sprintf("guess-%d-%d", c, i))
				response, err := harness.Client.Do(request)
				if err != nil {
					t.Error(err)
					return
				}
				_ = response.Body.Close()
				counts[response.StatusCode].Add(1)
			}
		})
	}
	all.Wait()
	unknown, refused := counts[401].Load(), counts[429].Load()
	if unknown < 3 || unknown > 3+clients || unknown+refused != clients*each {
		t.Errorf("%d keys were asked for, and %d refused", unknown, refused)
	}
	newBrowser(t, f).expect(fmt.Sprint("200 ", unknown), "GET", "/asked", "")
}
