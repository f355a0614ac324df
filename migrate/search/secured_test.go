package search_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestSecuredCluster: who may not, or cannot be trusted, is told so in one message, and nothing is recorded.
func TestSecuredCluster(t *testing.T) {
	node := searchtest.StartSecured(t)
	s := &suite{T: t, node: node}
	connect := func(c cluster.Settings) *search.Target {
		c.Name, c.ConnectTimeout = "shop", time.Minute // the machine may be busy
		if c.Hosts == nil {
			c.Hosts = []string{node.URL}
		}
		return search.New(s.connect(c), search.Options{})
	}
	withUser := func(user, password string) []string {
		return []string{strings.Replace(node.URL, "://", "://"+user+":"+password+"@", 1)}
	}
	ca := node.Certificate()
	host := strings.TrimPrefix(node.URL, "https://")
	for _, c := range []struct {
		what       string
		s          cluster.Settings
		want, hint string
	}{
		{"no user", cluster.Settings{CA: ca}, `the cluster of search connection "shop" asks for a user and a password (401)`, "set username and password"},
		{
			"a wrong password",
			cluster.Settings{CA: ca, Username: "admin", Password: "geheim-1"},
			`the cluster of search connection "shop" refuses the user "admin" or the password (401)`, "correct username and password",
		},
		{
			"in the host",
			cluster.Settings{CA: ca, Hosts: withUser("admin", "geheim-1")},
			`refuses the user "admin" or the password (401)`,
			"correct username",
		},
		{
			"escaped",
			cluster.Settings{CA: ca, Hosts: withUser("ad%6Din", "geh%65im-1")},
			`refuses the user "admin" or the password (401)`,
			"correct username",
		},
		{
			"no right",
			cluster.Settings{CA: ca, Username: searchtest.Reader, Password: searchtest.ReaderPassword},
			`the user "kibanaro" of search connection "shop" has no right to do this: GET /framework_migrations/_mapping: ` +
				`403 no permissions for [indices:admin/mappings/get]`,
			"give the user this right",
		},
		{
			"an unknown authority",
			cluster.Settings{Username: "admin", Password: "geheim-1"},
			`no host of search connection "shop" can be reached: ` + host + ": its certificate is signed by an unknown authority",
			"name the authority's certificate with ca, or set ssl_verification: false",
		},
		{
			"http to a port with TLS",
			cluster.Settings{Hosts: []string{"http://" + host}, Username: "admin", Password: "geheim-1"},
			`no host of search connection "shop" answered: ` + host + ": it closed the connection without an answer; it may expect TLS",
			"write https:// in hosts",
		},
	} {
		_, err := run(s, connect(c.s), "1-products.json", products)
		d := s.fails(err, c.want, c.hint)
		if strings.Contains(d.Message+d.Hint+err.Error(), "geh") {
			t.Errorf("%s: the password is in %s", c.what, err)
		}
		s.equal(c.what+": the index", node.Status(t, http.MethodHead, "/1-products"), http.StatusNotFound)
		s.equal(c.what+": the records", node.Status(t, http.MethodHead, "/framework_migrations"), http.StatusNotFound)
	}

	// HEAD without the right is an answer without a body: the index is neither there nor missing.
	reader := connect(cluster.Settings{CA: ca, Username: searchtest.Reader, Password: searchtest.ReaderPassword})
	_, err := reader.Steps(t.Context(), changeOf(t, reader, "1-products.json", products), nil)
	s.fails(err, `the user "kibanaro" of search connection "shop" has no right to do this: HEAD /1-products: 403 Forbidden`)

	for what, c := range map[string]cluster.Settings{
		"trusted by ca": {CA: ca, Username: searchtest.Admin, Password: searchtest.AdminPassword},
		"not verified":  {Insecure: true, Hosts: withUser("ad%6Din", url.PathEscape(searchtest.AdminPassword))},
	} {
		if _, err := run(s, connect(c), "1-products.json", products); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	s.equal("the index", node.Status(t, http.MethodHead, "/1-products"), http.StatusOK)

	// What the cluster says of a user has no password either.
	_, err = run(s, reader, "1-products.json", products, "2-more.json", `{"aliases":{}}`)
	if text := fault.Diagnose(err)[0].Message; !strings.Contains(text, "kibanaro") || strings.Contains(text, "User [") {
		t.Errorf("the message is %s", text)
	}
}

// changeOf reads one file.
func changeOf(t *testing.T, target *search.Target, name, text string) migrate.Change {
	t.Helper()
	changes, problems := target.Read([]*migrate.File{{Path: "shop/" + name, Shown: name, Text: []byte(text)}})
	if len(problems.Errors()) > 0 {
		t.Fatal(problems)
	}
	return changes[0]
}
