package security

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/security/oidc"
)

// TestClaims: a claim is found by its name, also if that is a URL, or else by its path; of too many claims those stay that say who it is.
func TestClaims(t *testing.T) {
	long := strings.Repeat("x", maxClaims)
	for _, c := range []struct{ claims, name, roles, want, kept string }{
		{`{"sub":"7","roles":["A","B"]}`, "sub", "roles", "p:7 A B", `{"sub":"7","roles":["A","B"]}`},
		{
			`{"sub":"7","https://a.example.com/roles":"A B"}`, "sub", "https://a.example.com/roles", "p:7 A B",
			`{"sub":"7","https://a.example.com/roles":"A B"}`,
		},
		{
			`{"sub":"7","realm":{"roles":["A"]},"realm.roles":["B"]}`, "sub", "realm.roles", "p:7 B",
			`{"sub":"7","realm":{"roles":["A"]},"realm.roles":["B"]}`,
		},
		{`{"sub":"7","realm":{"roles":["A"]},"long":"` + long + `"}`, "sub", "realm.roles", "p:7 A", `{"realm":{"roles":["A"]},"sub":"7"}`},
		{`{"sub":"7","email":"a","roles":["` + long + `"]}`, "email", "roles", "p:a " + long, `{"email":"a","sub":"7"}`},
		{`{"sub":"7","email":"` + long + `"}`, "email", "roles", "p:" + long, `{"sub":"7"}`},
		{`{"sub":"7","roles":[7,{"a":"b"},"A"]}`, "sub", "roles", "p:7 A", `{"sub":"7","roles":[7,{"a":"b"},"A"]}`},
		{`{"sub":"7","email":9}`, "email", "roles", "", ""},
		{`{"sub":"7","email":""}`, "email", "roles", "", ""},
		{`{"sub":"7"}`, "email", "roles", "", ""},
	} {
		p := &provider{name: "p", nameClaim: c.name, rolesClaim: c.roles}
		user, err := p.user(&oidc.Identity{Subject: "7", Claims: c.claims})
		got := strings.Join(append([]string{user.Name}, user.Roles...), " ")
		if got != c.want || (err != nil) != (c.want == "") || user.Claims != c.kept || user.Claims != "" && !gjson.Valid(user.Claims) {
			t.Errorf("%.60s: %.60s %.80s, %v", c.claims, got, user.Claims, err)
		}
	}
}
