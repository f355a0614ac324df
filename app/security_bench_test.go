//go:build unix

package app_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/host/hosttest"
)

const benchedGuards = `import { Authenticated, GetMapping, PermitAll, PostMapping, RestController, RolesAllowed } from "fwrun";
@RestController export class Guarded {
  @GetMapping("/plain") plain() { return "hello"; }
  @GetMapping("/ruled") ruled() { return "hello"; }
  @GetMapping("/open") @PermitAll open() { return "hello"; }
  @GetMapping("/guarded") @RolesAllowed("USER") guarded() { return "hello"; }
  @PostMapping("/login") @PermitAll login(session: Session | null) { session!.login({ name: "ada", roles: ["USER"] }); return "hello"; }
}`

// BenchmarkSecurity measures a small request: what it costs more that somebody is known by a token or a session, and that something is
// demanded.
func BenchmarkSecurity(b *testing.B) {
	const secret = "a secret of 32 bytes, and a bit more"
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		b.Fatal(err)
	}
	claims := jwt.MapClaims{"iss": "a", "aud": "shop", "sub": "ada", "roles": []string{"USER"}, "exp": time.Now().Add(time.Hour).Unix()}
	shared, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(secret))
	if err != nil {
		b.Fatal(err)
	}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodES256, claims).SignedString(key)
	if err != nil {
		b.Fatal(err)
	}
	pemFile := string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))
	const rules = `rules: [{ path: "/admin/**", roles: [ADMIN] }, { path: "/public/**", permit: true }, { path: /ruled, permit: true }]`
	hs := fmt.Sprintf("security: { jwt: { issuer: a, audience: shop, secret: %q }, %s }", secret, rules)
	es := fmt.Sprintf("security: { jwt: { issuer: a, audience: shop, public-key: %q } }", pemFile)
	for _, c := range []struct{ name, settings, path, header string }{
		{"nobody asks", "", "/plain", ""},
		{"rules", hs, "/ruled", ""},
		{"a decorator", hs, "/open", ""},
		{"HS256", hs, "/guarded", "Authorization: Bearer " + shared + "\r\n"},
		{"ES256", es, "/guarded", "Authorization: Bearer " + signed + "\r\n"},
		{"a session", "security: { session: { enabled: true } }", "/guarded", "session"},
	} {
		b.Run(c.name, func(b *testing.B) {
			running := startBenched(b, map[string]string{"guarded.ts": benchedGuards, "config/application.yml": c.settings + "\n"})
			header := c.header
			if header == "session" { // of this application: it is started anew for each number of requests
				header = "Cookie: " + logIn(b, running) + "\r\n"
			}
			if last := repeat(b, running, "GET "+c.path+" HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n"+header+"\r\n"); !strings.Contains(last, "hello") {
				b.Fatal(last)
			}
			_ = running.Close(b.Context())
		})
	}
}

// logIn returns the cookie of a session.
func logIn(b *testing.B, running *app.App) string {
	b.Helper()
	client := hosttest.NewRepeating([]byte("POST /login HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: 0\r\n\r\n"), 1)
	go func() { _ = running.Serve(client) }()
	<-client.Done()
	found := regexp.MustCompile(`SID=[^;]+`).FindString(client.Last())
	if found == "" {
		b.Fatal(client.Last())
	}
	return found
}
