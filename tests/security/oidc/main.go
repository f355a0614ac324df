// Command oidc is a provider of OpenID Connect for tests: that of Zitadel's library, with the users of its example.
//
//	oidc 127.0.0.1:9000 client secret http://127.0.0.1:8080
//
// The last argument is the address of the application, to which it sends browsers back. Its keys are new each time that it starts.
package main

import (
	"context"
	"io"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/crypto"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// provider is the storage of the example, in which the application may have browsers sent back after a log-out, too.
type provider struct {
	*storage.Storage
	application string
}

// GetClientByClientID implements op.Storage.
func (p *provider) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	found, err := p.Storage.GetClientByClientID(ctx, id)
	if err != nil {
		return nil, err
	}
	return client{found, p.application}, nil
}

type client struct {
	op.Client
	application string
}

// PostLogoutRedirectURIs implements op.Client.
func (c client) PostLogoutRedirectURIs() []string { return []string{c.application + "/"} }

func main() {
	address, id, secret, application := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	issuer := "http://" + address
	clients := map[string]*storage.Client{id: storage.WebClient(id, secret, application+"/login/real/callback")}
	p := &provider{storage.NewStorageWithClients(storage.NewUserStore(issuer), clients), application}
	mux := http.NewServeMux()
	mux.Handle("/", exampleop.SetupServer(issuer, p, slog.New(slog.NewTextHandler(os.Stderr, nil)), false))
	mux.HandleFunc("GET /logout-token", func(w http.ResponseWriter, r *http.Request) {
		text, err := p.logoutToken(r.Context(), issuer, id, r.URL.Query().Get("sub"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(w, text)
	})
	server := &http.Server{Addr: address, Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

// logoutToken returns a token by which the provider says that a user has logged out.
func (p *provider) logoutToken(ctx context.Context, issuer, client, user string) (string, error) {
	key, err := p.SigningKey(ctx)
	if err != nil {
		return "", err
	}
	signer, err := op.SignerFromKey(key)
	if err != nil {
		return "", err
	}
	now := time.Now()
	claims := oidc.NewLogoutTokenClaims(issuer, user, oidc.Audience{client}, now.Add(time.Minute), now.Format(time.RFC3339Nano), "", 0)
	return crypto.Sign(claims, signer)
}
