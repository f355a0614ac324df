package security

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
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
  @GetMapping("/send") async send() { await this.queue.send("mail", "mail ");
    while (told.length < 2) await new Promise((done) => setTimeout(done, 1)); return told; }
}
`

// TestMethodsOfServices calls them for nobody, for a user and for an administrator.
func TestMethodsOfServices(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: mayCallSettings + "server: { workers: { min: 1, max: 1 } }\nqueue: { connections: [{ name: " +
		"primary, url: \"memory:\" }] }\n"}, methodScript)
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

// decidedScript has functions that decide.
const decidedScript = `
import { Async, Authenticated, Cacheable, GetMapping, HttpRestException, PathVariable, PermitAll, PostAuthorize, PostMapping,
  PreAuthorize, RequestBody,
  RestController, RolesAllowed, SecurityContext, Service } from "fwrun";

let ran = 0;
const pause = () => new Promise((done) => setTimeout(done, 1));
const own = (who, { owner }) => who?.getName() === owner;
const status = (e) => e instanceof HttpRestException ? e.status : String(e);

export class Named {
  @PreAuthorize((who, { owner }) => who?.getName() === owner) kept(owner: string) { return "kept " + owner; }
  @PreAuthorize((who, { owner }) => who?.getName() === owner) overridden(owner: string) { return "base"; }
  @PreAuthorize(() => false) opened(owner: string) { return "base"; }
}
@Service export class Notes extends Named {
  min = "a";
  constructor(private security: SecurityContext) { super(); }
  @PreAuthorize(own) read(owner: string) { ran++; return "of " + owner; }
  @PreAuthorize(own) async later(owner: string) { ran++; await pause(); return "later of " + owner; }
  @PreAuthorize(async (who, { owner }) => { await pause(); return who !== null && who.getName() === owner; }) async asked(owner: string) { ran++;
    return "asked " + owner; }
  @PreAuthorize(async () => true) mixed(owner: string) { ran++; return "mixed"; }
  @PreAuthorize(() => { throw new Error("it broke"); }) broken(owner: string) { ran++; return "broken"; }
  @PreAuthorize(async () => { await pause(); throw new Error("it broke later"); }) async brokenLater(owner: string) { ran++; return "broken"; }
  @PreAuthorize(() => 1) truthy(owner: string) { ran++; return "truthy"; }
  @PreAuthorize(async () => new Boolean(true)) async boxed(owner: string) { ran++; return "boxed"; }
  @PreAuthorize(() => undefined) nothing(owner: string) { ran++; return "nothing"; }
  @PreAuthorize((who, args) => Object.keys(args).join() === "a,more" && args.a === "ada" && args.more.length === 0) rest(a: string,
    ...more: string[]) { return "rest"; }
  @PreAuthorize(function () { return this.min === "a"; }) self(owner: string) { return "self"; }
  @PreAuthorize((who) => who.hasRole("USER") && who.claims.plan === "free") claims(owner: string) { return "claims"; }
  @PreAuthorize(own) @Cacheable("notes") cached(owner: string) { return "cached"; }
  @PostAuthorize((who, note) => note.owner === who?.getName()) note(owner: string) { return { owner, ran: true }; }
  @PostAuthorize((who, note) => note === who?.getName()) @Cacheable("post") postCached(owner: string) { return owner; }
  @PostAuthorize(async (who, note, { owner }) => { await pause(); return note === owner + "!" && who?.getName() === owner;
    }) async postLater(owner: string) { await pause(); return owner + "!"; }
  @PostAuthorize(async (who, note) => note === who?.getName()) promised(owner: string) { return pause().then(() => owner); }
  @PostAuthorize(async () => true) postMixed(owner: string) { return owner; }
  @PostAuthorize(() => { throw new Error("it broke after"); }) postBroken(owner: string) { return owner; }
  @PostAuthorize(() => true) throwing(owner: string) { throw new HttpRestException(409, "as it is"); }
  @RolesAllowed("ADMIN") @PreAuthorize(() => { throw new Error("asked too early"); }) demanded(owner: string) { return owner; }
  @PreAuthorize(own) @Async background(owner: string, tell) { tell(this.security.getPrincipal().getName()); }
  nested(owner: string) { return this.read(owner); }
  overridden(owner: string) { return "overridden " + owner; }
  @PreAuthorize(() => true) opened(owner: string) { return "opened"; }
}

@RestController export class Api {
  constructor(private notes: Notes) {}
  @GetMapping("/notes/{method}/{owner}") async call(@PathVariable method: string, @PathVariable owner: string) { return this.notes[method](owner); }
  @GetMapping("/caught/{owner}") caught(@PathVariable owner: string) { try { return this.notes.read(owner);
    } catch (e) { return "caught " + status(e); } }
  @GetMapping("/background/{owner}") background(@PathVariable owner: string) { return new Promise((tell) => this.notes.background(owner, tell)); }
  @GetMapping("/ran") count() { return ran; }
  @GetMapping("/own/{owner}") @PreAuthorize(own) own(@PathVariable owner: string) { return "own"; }
  @GetMapping("/waits/{owner}") @PreAuthorize(async (who, args) => { await pause(); return own(who, args); }) waits(@PathVariable owner: string)
    { return "waits"; }
  @GetMapping("/result/{owner}") @PostAuthorize((who, result) => own(who, result)) result(@PathVariable owner: string) { return { owner }; }
  @GetMapping("/known/{n}") @Authenticated @PreAuthorize((who, { n }) => { throw new Error("asked too early");
    }) known(@PathVariable n: int) { return n; }
}
`

// TestMethodsThatAreDecidedOn calls them for nobody, for ada, and for somebody else.
func TestMethodsThatAreDecidedOn(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: mayCallSettings + "server: { workers: { min: 1, max: 1 } }\n"}, decidedScript)
	token := func(more fields) string {
		return signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow().of(more))
	}
	who := []string{"", token(fields{"plan": "free"}), token(fields{"sub": "eve"})}
	only := func(text string) []string { return []string{"401", "200 " + text, "403"} }
	refused := []string{"401", "403", "403"}
	for path, want := range map[string][]string{ // of nobody, ada, eve
		"/notes/read/ada":        only("of ada"),
		"/notes/later/ada":       only("later of ada"),
		"/notes/asked/ada":       only("asked ada"),
		"/notes/mixed/ada":       {"500", "500", "500"}, // it would return a promise
		"/notes/broken/ada":      refused,
		"/notes/brokenLater/ada": refused,
		"/notes/truthy/ada":      refused,
		"/notes/boxed/ada":       refused,
		"/notes/nothing/ada":     refused,
		"/notes/rest/ada":        {"200 rest", "200 rest", "200 rest"},
		"/notes/self/ada":        {"200 self", "200 self", "200 self"},
		"/notes/claims/ada":      only("claims"),
		"/notes/cached/ada":      only("cached"),
		"/notes/note/ada":        only(`{"owner":"ada","ran":true}`),
		"/notes/postCached/ada":  only("ada"),
		"/notes/postLater/ada":   only("ada!"),
		"/notes/promised/ada":    only("ada"),
		"/notes/postMixed/ada":   {"500", "500", "500"},
		"/notes/postBroken/ada":  refused,
		"/notes/throwing/ada":    {"409", "409", "409"},
		"/notes/demanded/ada":    refused,
		"/notes/nested/ada":      only("of ada"),
		"/notes/kept/ada":        only("kept ada"),
		"/notes/overridden/ada":  only("overridden ada"),
		"/notes/opened/ada":      {"200 opened", "200 opened", "200 opened"},
		"/caught/ada":            {"200 caught 401", "200 of ada", "200 caught 403"},
		"/background/ada":        only("ada"),
		"/own/ada":               only("own"),
		"/waits/ada":             only("waits"),
		"/result/ada":            only(`{"owner":"ada"}`),
		"/known/x":               {"401", "400", "400"}, // the function gets arguments, so it is asked when they are bound
	} {
		f.asks(t, path, who, want)
	}
	f.asks(t, "/notes/cached/ada", who, only("cached")) // also what a cache has
	f.asks(t, "/notes/postCached/ada", who, only("ada"))
	if _, ran := f.bearer(t, "GET", "/ran", ""); ran != "5" {
		t.Errorf("methods that count have run %s times, not 5 times for ada", ran)
	}
	for _, text := range []string{"it broke", "it broke later", "it broke after"} {
		f.Logs(t, text)
	}
	if bytes.Contains(f.App.Log.Bytes(), []byte("asked too early")) {
		t.Error("a function was asked although the demand was not met")
	}
}

// asks sends a request of each of those who ask. What is wanted is the status of the answer, and perhaps its text.
func (f *server) asks(t *testing.T, path string, who, want []string) {
	t.Helper()
	for i, token := range who {
		status, body := f.bearer(t, "GET", path, token)
		expected, text, said := strings.Cut(want[i], " ")
		if expected != strconv.Itoa(status) || said && body != text {
			t.Errorf("%s as %d: %d %s, not %s", path, i, status, body, want[i])
		}
	}
}
