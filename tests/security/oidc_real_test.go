package security

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// startOidc starts the provider in the folder oidc for an application, and returns what stops it.
func startOidc(t *testing.T, program, address, application string) (stop func()) {
	t.Helper()
	command := exec.Command(program, address, "shop", "a secret", application)
	command.Stdout, command.Stderr = t.Output(), t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	stop = func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}
	t.Cleanup(stop)
	for end := time.Now().Add(harness.Patience); ; time.Sleep(20 * time.Millisecond) {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			_ = connection.Close()
			return stop
		}
		if time.Now().After(end) {
			t.Fatalf("the provider does not listen: %v", err)
		}
	}
}

// logInAs logs in with that provider as one of its users, and returns to where that leads.
func (b *browser) logInAs(user string) string {
	b.t.Helper()
	_, to, _ := b.follow("/login/real?to=/orders")
	_, page, text := b.follow(to)
	u, err := url.Parse(page)
	if err != nil || page == "" {
		b.t.Fatalf("%s leads to %s: %s", to, page, text)
	}
	provider, _ := url.Parse(to)
	form := url.Values{"username": {user}, "password": {"verysecure"}, "id": {u.Query().Get("authRequestID")}}
	plain := &http.Client{Timeout: harness.Patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := plain.PostForm(provider.Scheme+"://"+provider.Host+"/login/username", form)
	if err != nil {
		b.t.Fatal(err)
	}
	if text := readAll(b.t, response); response.StatusCode != http.StatusFound {
		b.t.Fatalf("the page of the provider: %d %s", response.StatusCode, text)
	}
	next, err := response.Location()
	if err != nil {
		b.t.Fatal(err)
	}
	_, back, text := b.follow(next.String())
	status, to, said := b.follow(back)
	if status != 302 {
		b.t.Fatalf("the log-in: %d %s, after %s", status, said, text)
	}
	return to
}

// TestOidcRealProvider logs in and out with a provider that others have written, which is started after the application, and again.
func TestOidcRealProvider(t *testing.T) {
	t.Parallel()
	program, address := harness.BuiltProgram(t, "oidc"), "127.0.0.1:"+datatest.FreePort(t)
	f := startScriptWith(t, harness.Options{Settings: oidcSettings + `    real: { issuer: "http://` + address + `", client-id: shop, client-secret: ` +
		`"a secret", scopes: [openid, email] }`}, oidcScript)
	ada, bob := newBrowser(t, f), newBrowser(t, f)
	if status, _, _ := ada.follow("/login/real"); status != 503 {
		t.Errorf("without a provider: %d", status)
	}
	stop := startOidc(t, program, address, "http://"+f.Address)
	if to := ada.logInAs("test-user2"); to != "/orders" {
		t.Errorf("the log-in leads to %s", to)
	}
	bob.logInAs("test-user@127.0.0.1")
	ada.expect(`200 ["real:id2",[]]`, "GET", "/me", "")
	bob.expect(`200 ["real:id1",[]]`, "GET", "/me", "")

	response, err := http.Get("http://" + address + "/logout-token?sub=id2")
	if err != nil {
		t.Fatal(err)
	}
	token := readAll(t, response)
	request, err := http.PostForm("http://"+f.Address+"/login/real/back-channel-logout", url.Values{"logout_token": {token}})
	if err != nil {
		t.Fatal(err)
	}
	if text := readAll(t, request); request.StatusCode != 200 {
		t.Errorf("the provider's log-out: %d %s", request.StatusCode, text)
	}
	ada.expect("401", "GET", "/me", "")
	bob.expect("200", "GET", "/me", "")

	stop()
	bob.expect("200", "GET", "/me", "")
	startOidc(t, program, address, "http://"+f.Address) // with other keys
	ada.logInAs("test-user2")
	ada.expect(`200 ["real:id2",[]]`, "GET", "/me", "")
	ada.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	header := ada.expect("303", "POST", "/logout", "")
	if status, to, text := ada.follow(header.Get("Location")); status/100 != 3 || !strings.HasPrefix(to, "http://"+f.Address+"/") {
		t.Errorf("the provider answers %s with %d %s %s", header.Get("Location"), status, to, text)
	}
	ada.expect("401", "GET", "/me", "")
}

// readAll returns the body of an answer.
func readAll(t *testing.T, response *http.Response) string {
	t.Helper()
	defer func() { _ = response.Body.Close() }()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
