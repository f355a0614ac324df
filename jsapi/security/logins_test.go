package security_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/logins"
)

// TestLogins: what scripts get of the bean, also when they misuse it, and what it tells.
func TestLogins(t *testing.T) {
	var told []string
	p := newPage(t, security.Options{
		Logins:   logins.New(logins.Options{Failures: 2, Within: time.Hour, Lockout: 90 * time.Second}, time.Now),
		Happened: func(e events.Event) { told = append(told, string(e.Kind)+" "+e.Name) },
	})
	p.SetBean("logins", "logins", "")
	const refused = `(e) => [e.status, e instanceof HttpRestException, ...e.getHeaders().flat()]`
	for _, c := range [][2]string{
		{`const h = await passwords.encode("a"); return [await logins.check("ada", "a", h), await logins.check("ada", "b", h)]`, "true,false"},
		{`return [await logins.check("bob", "a", null), await logins.check("BOB", "a", undefined)]`, "false,false"},
		{`return logins.check("bob", "a", null).catch(` + refused + `)`, "429,true,Retry-After,90"},
		{`try { logins.assertAllowed("bob") } catch (e) { return (` + refused + `)(e) }`, "429,true,Retry-After,90"},
		{`logins.succeeded("bob"); return logins.assertAllowed("bob")`, "undefined"},
		{
			`logins.failed("eve"); logins.failed("eve"); return logins.check("eve", "a", null).catch((e) => e.message)`,
			"too many log-ins have failed; try again later",
		},
		{`return logins.check("amy", "a", "x").catch((e) => "refused " + e.status)`, "refused undefined"},
		{`return logins.check(7, "a", null)`, "throws Error: the name of a user must be a text"},
		{`return logins.check("a", 7, null)`, "throws Error: a password must be a text"},
		{`return logins.check("a", "a", 7)`, "throws Error: a hash must be a text"},
		{`return logins.failed()`, "throws Error: the name of a user must be a text"},
		{`return new Logins()`, "throws TypeError: a Logins cannot be made with new; inject it with @Autowired"},
		{`return new (class Trail extends SecurityEvents {})().record()`, "throws TypeError: Trail extends SecurityEvents, but has no method record"},
	} {
		if got := p.Eval("(async () => { " + c[0] + " })()"); got != c[1] {
			t.Errorf("%s\n  is %s, not %s", c[0], got, c[1])
		}
	}
	const want = "login ada,failure ada,failure bob,failure BOB,locked bob,locked bob,login bob,failure eve,failure eve,locked eve"
	if got := strings.Join(told, ","); got != want {
		t.Errorf("told %s, not %s", got, want)
	}
}
