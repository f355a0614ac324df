package security

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// oidcProvider is a provider that says whatever a test wants.
type oidcProvider struct {
	*httptest.Server
	t      *testing.T
	secret string

	mu      sync.Mutex
	key     *rsa.PrivateKey
	kid     string
	user    string
	extra   fields                     // of the configuration
	claims  fields                     // that replace those of id tokens
	token   func(claims fields) string // makes the id token; nil for the right way
	back    func(values url.Values)    // changes what the browser brings back
	codes   map[string]url.Values      // the requests for which there are codes
	down    bool                       // every request is answered with 503
	asked   map[string]int             // requests by path
	failure string                     // the body of an error of the token endpoint
}

// rsaKeys are made once: making one takes long.
var rsaKeys = sync.OnceValue(func() (keys [2]*rsa.PrivateKey) {
	for i := range keys {
		keys[i], _ = rsa.GenerateKey(rand.Reader, 2048)
	}
	return keys
})

func newOidcProvider(t *testing.T) *oidcProvider {
	t.Helper()
	p := &oidcProvider{
		t: t, secret: "a secret of the client", key: rsaKeys()[0], kid: "one", user: "1234", codes: map[string]url.Values{},
		asked: map[string]int{},
	}
	p.Server = httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(p.Close)
	return p
}

// set changes what the provider does.
func (p *oidcProvider) set(change func(p *oidcProvider)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
}

func (p *oidcProvider) count(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[path]
}

func (p *oidcProvider) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked[r.URL.Path]++
	if p.down {
		http.Error(w, "down", http.StatusServiceUnavailable)
		return
	}
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		sendJSON(w, fields{
			"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
			"end_session_endpoint": p.URL + "/end",
		}.of(p.extra))
	case "/keys":
		sendJSON(w, fields{"keys": []any{jwkOf(&p.key.PublicKey, p.kid)}})
	case "/authorize":
		p.authorize(w, r)
	case "/token":
		p.exchange(w, r)
	case "/end":
		http.Redirect(w, r, r.URL.Query().Get("post_logout_redirect_uri"), http.StatusSeeOther)
	}
}

func sendJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func (p *oidcProvider) authorize(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	code := fmt.Sprintf("code%d", len(p.codes))
	p.codes[code] = asked
	values := url.Values{"code": {code}, "state": {asked.Get("state")}}
	if p.back != nil {
		p.back(values)
	}
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+values.Encode(), http.StatusFound)
}

func (p *oidcProvider) exchange(w http.ResponseWriter, r *http.Request) {
	if p.failure != "" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(p.failure))
		return
	}
	asked, known := p.codes[r.PostFormValue("code")]
	id, secret, _ := r.BasicAuth()
	if unescaped, err := url.QueryUnescape(secret); err == nil {
		secret = unescaped
	}
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case !known || asked == nil, id != "shop", secret != p.secret, asked.Get("code_challenge_method") != "S256",
		asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]), asked.Get("redirect_uri") != r.PostFormValue("redirect_uri"):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		return
	}
	p.codes[r.PostFormValue("code")] = nil
	now := time.Now().Unix()
	claims := fields{
		"iss": p.URL, "aud": "shop", "sub": p.user, "iat": now, "exp": now + 300, "nonce": asked.Get("nonce"), "sid": "sid-" + p.user,
		"email": p.user + "@example.com",
	}.of(p.claims)
	text := p.sign(claims)
	if p.token != nil {
		text = p.token(claims)
	}
	sendJSON(w, fields{"access_token": "access", "token_type": "Bearer", "expires_in": 300, "id_token": text})
}

func (p *oidcProvider) sign(claims fields) string {
	return signed(jwt.SigningMethodRS256, p.key, fields{"alg": "RS256", "typ": "JWT", "kid": p.kid}, claims)
}

// logoutToken returns a token by which the provider says that somebody has logged out, with other claims.
func (p *oidcProvider) logoutToken(more fields) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sign(p.logoutClaims(more))
}

func (p *oidcProvider) logoutClaims(more fields) fields {
	now := time.Now().Unix()
	return fields{
		"iss": p.URL, "aud": "shop", "iat": now, "exp": now + 120, "jti": rand.Text(), "sub": p.user,
		"events": fields{"http://schemas.openid.net/event/backchannel-logout": fields{}},
	}.of(more)
}

// settings returns the section of the provider in an application.yml.
func (p *oidcProvider) settings(name string, more ...string) string {
	return fmt.Sprintf("    %s: { issuer: \"%s\", client-id: shop, client-secret: \"%s\"%s }\n", name, p.URL, p.secret,
		strings.Join(append([]string{""}, more...), ", "))
}

const oidcScript = `
import { GetMapping, PermitAll, PostMapping, RequestBody, RestController } from "fwrun";
@RestController export class Desk {
  @GetMapping("/me") me(who: Principal) { return [who.getName(), who.getRoles()]; }
  @GetMapping("/claims") claims(who: Principal) { return who.claims; }
  @GetMapping("/") @PermitAll home() { return "home"; }
  @GetMapping("/orders") @PermitAll orders() { return "orders"; }
  @GetMapping("/cart") @PermitAll cart(session: Session) { return session.get("cart") ?? "none"; }
  @PostMapping("/cart") @PermitAll put(@RequestBody() item: string, session: Session) { session.set("cart", item); }
  @PostMapping("/own") @PermitAll own(@RequestBody() name: string, session: Session) { session.login({ name }); }
}`

const oidcSettings = "security:\n  session: { enabled: true }\n  rules: [{ path: \"/login/**\", deny: true }, { path: " +
	"\"/logout\", deny: true }]\n  oidc:\n"

// follow sends a GET, follows no redirect, and returns where it leads.
func (b *browser) follow(path string) (status int, to, text string) {
	b.t.Helper()
	jarred := *b.client
	jarred.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	other := &browser{b.t, &jarred, b.server}
	if strings.HasPrefix(path, "http") {
		other.server = ""
	}
	status, text, header := other.send("GET", path, "")
	return status, header.Get("Location"), text
}

// begin begins a log-in, and returns the address at which the provider sends the browser back.
func (b *browser) begin(path string) (back string) {
	b.t.Helper()
	status, to, text := b.follow(path)
	if status != http.StatusFound {
		b.t.Fatalf("GET %s: %d %s", path, status, text)
	}
	status, back, text = b.follow(to)
	if status != http.StatusFound {
		b.t.Fatalf("GET %s: %d %s", to, status, text)
	}
	return back
}

// logIn logs in, and returns to where that leads.
func (b *browser) logIn(path string) (to string) {
	b.t.Helper()
	status, to, text := b.follow(b.begin(path))
	if status != http.StatusFound {
		b.t.Fatalf("the log-in is answered with %d %s", status, text)
	}
	return to
}

// withQuery returns an address with other parameters.
func withQuery(address string, change url.Values) string {
	u, _ := url.Parse(address)
	query := u.Query()
	maps.Copy(query, change)
	u.RawQuery = query.Encode()
	return u.String()
}
