package app_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
)

// TestBeans tests lazy beans, the context, and the request within a longer-lived bean.
func TestBeans(t *testing.T) {
	sandbox := startSandbox(t, beansWithManners, app.TestOptions{})
	for _, c := range []struct{ target, want string }{
		{"/made", ""},
		{"/lazy", "late hello"},
		{"/made", "Later,Late"},
		{"/lazy", "late hello"},
		{"/made", "Later,Late"},
		{"/context/late", "late"},
		{"/context/class", "late"},
		{"/context/primary", "card"},
		{"/context/several", "several beans are of the class Several: one, two; ask for one by its name, or for all of them with getBeans"},
		{"/context/all", "card,cash"},
		{"/context/missing", `there is no bean "nobody"`},
		{"/context/has", "true false true false"},
		{"/context/wrong", "getBean takes the name of a bean, or a class"},
		{"/context/fails", "never"},
		{"/context/waits", "the bean waiting could not be made: waiting: a method awaits something, which is not possible while a lazy bean is made: " +
			"remove @Lazy"},
		{"/request?q=1", "/request 1 /request seen"},
		{"/later?q=2", "/later 2"},
		{"/none", "there is no HTTP request: this code runs outside of one, such as at startup or on a schedule"},
		{"/eager", "eager"},
	} {
		path, query, _ := strings.Cut(c.target, "?")
		if got := getQuery(t, sandbox, path, query); got != c.want {
			t.Errorf("%s: got %q, want %q", c.target, got, c.want)
		}
	}
}

const beansWithManners = `
-- api.js --
import { ApplicationContext, Async, Autowired, Bean, Configuration, GetMapping, HttpRequest, Lazy, PathVariable, PostConstruct, Primary,
  RestController, Service } from "fwrun";

const made = [];
let caught = "";

@Lazy @Service export class Late { constructor() { made.push("Later"); } @PostConstruct up() { made.push("Late"); } hello() { return "hello"; } }
@Lazy @Service export class Eager { name = "eager"; }
@Lazy @Service export class Broken { constructor() { throw new Error("never"); } }
@Lazy @Service export class Waiting { @PostConstruct async up() { await new Promise((done) => setTimeout(done, 1)); } }
export class Payment {}
@Primary @Service export class Card extends Payment { name = "card"; }
@Service export class Cash extends Payment { name = "cash"; }
export class Several {}
@Configuration export class Made { /** @returns {Several} */ @Bean one() { return new Several(); } /** @returns {Several} */ @Bean two() {
  return new Several(); } }

@Service export class Who {
  /** @type {HttpRequest} */ @Autowired request;
  where() { return this.request.getUri() + " " + this.request.getQueryParam("q"); }
  @Async later() { try { this.request.getUri(); } catch (error) { caught = error.message; } }
}

@RestController export class Api {
  /** @type {Late} */ @Lazy late;
  /** @type {Eager} */ @Autowired eagerOne;
  /** @type {Who} */ @Autowired who;
  /** @type {ApplicationContext} */ @Autowired context;

  @GetMapping("/made") made() { return made.join(); }
  @GetMapping("/lazy") lazy() { return (this.late instanceof Late ? "late " : "") + this.late.hello(); }
  @GetMapping("/eager") eager() { return this.eagerOne.name; }
  @GetMapping("/request") asked(/** @type {HttpRequest} */ request) {
    request.seen = "seen";
    return this.who.where() + " " + request.getUri() + " " + this.who.request.seen;
  }
  @GetMapping("/later") async later() { await null; return this.who.where(); }
  @GetMapping("/none") async none() {
    this.who.later();
    while (caught === "") await new Promise((done) => setTimeout(done, 1));
    return caught;
  }
  @GetMapping("/context/{what}") look(@PathVariable what) {
    const c = this.context;
    try {
      switch (what) {
        case "late": return c.getBean("late") === this.late ? "late" : "another";
        case "class": return c.getBean(Late) === this.late ? "late" : "another";
        case "primary": return c.getBean(Payment).name;
        case "several": return String(c.getBean(Several));
        case "all": return c.getBeans(Payment).map((one) => one.name).join();
        case "missing": return String(c.getBean("nobody"));
        case "has": return [c.hasBean("cash"), c.hasBean("nobody"), c.hasBean(Cash), c.hasBean(class Other {})].join(" ");
        case "wrong": return c.getBean(7);
        case "fails": return c.getBean(Broken);
        case "waits": return c.getBean(Waiting);
      }
    } catch (error) { return error.message; }
  }
}
`

// TestLifecycle tests the order of hooks: those of each worker, and one that is called once, when the
// application serves.
func TestLifecycle(t *testing.T) {
	told := make(chan string, 100)
	upstream := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { told <- r.URL.Path }))
	defer upstream.Close()
	t.Run("serving", func(t *testing.T) {
		url := serve(t, strings.ReplaceAll(lifecycle, "UPSTREAM", upstream.URL))
		if status, body := fetch(t, url+"/log"); status != 200 || body != "construct,worker start" {
			t.Errorf("before any request: %d %s", status, body)
		}
		if ready := <-told; ready != "/ready" {
			t.Errorf("at first %s", ready)
		}
	})
	if len(told) > 0 {
		t.Errorf("ready was told again: %s", <-told)
	}
}

const lifecycle = `
-- config/application.yml --
server: { workers: { min: 3 } }
-- api.js --
import { GetMapping, OnApplicationReady, OnWorkerStart, OnWorkerStop, PostConstruct, PreDestroy, RestController, Service } from "fwrun";
const log = [];
@Service export class Hooks {
  @PostConstruct async up() { await null; log.push("construct"); }
  @OnWorkerStart async started() { await null; log.push("worker start"); }
  @OnApplicationReady fails() { throw new Error("this is logged, and the next one is called"); }
  @OnApplicationReady async ready() { await fetch("UPSTREAM/ready"); }
  @OnWorkerStop stop() { if (log.includes("destroy")) throw new Error("too late"); }
  @PreDestroy down() { log.push("destroy"); }
}
@RestController export class Api { @GetMapping("/log") log() { return log.join(); } }
`
