package security

import (
	"fmt"
	"testing"

	"github.com/fwrun/fwrun/security/tokens"
)

// TestRolesOfTokens: the claim with the roles is found by its name, which may have dots, or as a path.
func TestRolesOfTokens(t *testing.T) {
	t.Parallel()
	const claims = `{"roles":["A"],"https://example.com/roles":["B"],"realm_access":{"roles":["C","D"]},"list":"E F",` +
		`"odd":{"roles":7},"mixed":["G",1,null,"H"]}`
	for name, want := range map[string]string{
		"roles": "[A]", "https://example.com/roles": "[B]", "realm_access.roles": "[C D]", "list": "[E F]", "odd.roles": "[]", "mixed": "[G H]",
		"none": "[]", "realm_access": "[]",
	} {
		s := &Security{settings: Settings{issuers: []issuer{{roles: name}}}}
		who, err := s.principal(&tokens.Token{Subject: "ada", Claims: claims})
		if err != nil || fmt.Sprint(who.Roles) != want {
			t.Errorf("%s: %v, %v", name, who, err)
		}
	}
}
