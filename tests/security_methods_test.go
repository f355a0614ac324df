package tests

import (
	"strconv"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

// methodScript has a controller that is for everybody, and services that are not.
const methodScript = `
import { Around, Aspect, Async, Authenticated, Cacheable, Component, DenyAll, GetMapping, HttpRestException, PathVariable, PermitAll, PostConstruct,
  QueueListener, QueueTemplate, RestController, RolesAllowed, SecurityContext, Service } from "fwrun";

const told = [];
const status = (e) => e instanceof HttpRestException ? e.status : String(e);

@Service @RolesAllowed("USER") export class Orders {
  constructor(private security: SecurityContext) {}
  @PostConstruct begin() { told.push("begun"); }
  find() { return "found"; }
  async later() { await null; return "later"; }
  @PermitAll open() { return "open"; }
  @PermitAll nested() { return this.find(); }
  @PermitAll async nestedLater() { await new Promise((done) => setTimeout(done, 1)); return this.later(); }
  @RolesAllowed("ADMIN") remove() { return "removed"; }
  @DenyAll closed() { return "closed"; }
  @Cacheable("orders") cached() { return "cached"; }
  @RolesAllowed("ADMIN") @Async inBackground(tell) { tell(this.security.getPrincipal()?.getName() ?? "nobody"); }
  @PermitAll @Async fromBackground(tell) { try { tell(this.remove()); } catch (e) { tell(status(e)); } }
}
export class Base {
  @RolesAllowed("ADMIN") kept() { return "kept"; }
  @RolesAllowed("ADMIN") opened() { return "opened"; }
  @RolesAllowed("ADMIN") hidden() { return "base"; }
  plain() { return "plain"; }
}
@Service @Authenticated export class Derived extends Base {
  @PermitAll opened() { return "opened"; }
  hidden() { return "hidden"; }
}
@Component export class Free { run() { return "run"; } @Authenticated known() { return "known"; } }

@Component export class Mail {
  constructor(private orders: Orders) {}
  @QueueListener("mail") on(text: string) { try { told.push(this.orders.find()); } catch (e) { told.push(text + status(e)); } }
}

@RestController export class Api {
  constructor(private orders: Orders, private derived: Derived, private free: Free, private queue: QueueTemplate) {}
  @GetMapping("/orders/{method}") async call(@PathVariable method: string) { return this.orders[method](); }
  @GetMapping("/derived/{method}") inherited(@PathVariable method: string) { return this.derived[method](); }
  @GetMapping("/free/{method}") free_(@PathVariable method: string) { return this.free[method](); }
  @GetMapping("/caught") caught() { try { return this.orders.find(); } catch (e) { return "caught " + status(e); } }
  @GetMapping("/rejected") rejected() { return this.orders.later().catch((e) => "rejected " + status(e)); }
  @GetMapping("/background") background() { return new Promise((tell) => this.orders.inBackground(tell)); }
  @GetMapping("/from-background") fromBackground() { return new Promise((tell) => this.orders.fromBackground(tell)); }
  @GetMapping("/own") own() { return this.asked(); }
  @RolesAllowed("ADMIN") asked() { return "asked"; }
  @GetMapping("/send") async send() { await this.queue.send("mail", "mail "); while (told.length < 2) await new Promise((done) => setTimeout(done, 1)); return told; }
}
`

// TestMethodsOfServices calls them for nobody, for a user and for an administrator.
func TestMethodsOfServices(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, scriptOptions{settings: mayCallSettings + "server: { workers: { min: 1, max: 1 } }\nqueue: { connections: [{ name: primary, url: \"memory:\" }] }\n"}, methodScript)
	token := func(more fields) string {
		return signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(more))
	}
	who := []string{"", token(fields{}), token(fields{"sub": "eve", "roles": []string{"ADMIN"}})}
	for _, c := range []struct {
		path string
		want [3]string // of nobody, a user, an administrator
	}{
		{"/orders/find", [3]string{"401", "200 found", "200 found"}},
		{"/orders/later", [3]string{"401", "200 later", "200 later"}},
		{"/orders/open", [3]string{"200 open", "200 open", "200 open"}},
		{"/orders/nested", [3]string{"401", "200 found", "200 found"}},
		{"/orders/nestedLater", [3]string{"401", "200 later", "200 later"}},
		{"/orders/remove", [3]string{"401", "403", "200 removed"}},
		{"/orders/closed", [3]string{"401", "403", "403"}},
		{"/orders/cached", [3]string{"401", "200 cached", "200 cached"}},
		{"/derived/kept", [3]string{"401", "403", "200 kept"}},
		{"/derived/opened", [3]string{"200 opened", "200 opened", "200 opened"}},
		{"/derived/hidden", [3]string{"401", "403", "200 hidden"}},
		{"/derived/plain", [3]string{"401", "200 plain", "200 plain"}},
		{"/free/run", [3]string{"200 run", "200 run", "200 run"}},
		{"/free/known", [3]string{"401", "200 known", "200 known"}},
		{"/caught", [3]string{"200 caught 401", "200 found", "200 found"}},
		{"/rejected", [3]string{"200 rejected 401", "200 later", "200 later"}},
		{"/background", [3]string{"401", "403", "200 eve"}},
		{"/from-background", [3]string{"200 401", "200 403", "200 removed"}},
		{"/own", [3]string{"401", "403", "200 asked"}},
		{"/orders/cached", [3]string{"401", "200 cached", "200 cached"}}, // after it was found in the cache
	} {
		f.asks(t, c.path, who, c.want[:])
	}
	if _, told := f.bearer(t, "GET", "/send", who[2]); told != `["begun","mail 401"]` {
		t.Errorf("the hook and the listener: %s", told)
	}
}

// asks sends a request of each of those who ask. What is wanted is the status of the answer, and perhaps its text.
func (f *flooded) asks(t *testing.T, path string, who, want []string) {
	t.Helper()
	for i, token := range who {
		status, body := f.bearer(t, "GET", path, token)
		expected, text, said := strings.Cut(want[i], " ")
		if expected != strconv.Itoa(status) || said && body != text {
			t.Errorf("%s as %d: %d %s, not %s", path, i, status, body, want[i])
		}
	}
}
