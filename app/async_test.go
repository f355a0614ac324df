package app_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAsync: the caller of an async method does not wait for it, the number of concurrent runs is limited,
// further calls are refused, and the shutdown of the application waits for the running ones.
func TestAsync(t *testing.T) {
	arrived, release := make(chan string, 10), make(chan struct{})
	upstream := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived <- r.URL.Path
		<-release
	}))
	defer upstream.Close()
	t.Run("serving", func(t *testing.T) {
		url := serve(t, strings.ReplaceAll(laters, "UPSTREAM", upstream.URL))
		for _, want := range []int{200, 200, 503} { // one runs, one waits, the third is refused
			if status, _ := fetch(t, url+"/go"); status != want {
				t.Fatalf("got %d, want %d", status, want)
			}
			if want == 200 && len(arrived) == 0 {
				if first := <-arrived; first != "/1" {
					t.Fatalf("%s came first", first)
				}
				arrived <- "seen"
			}
		}
		<-arrived
		if status, _ := fetch(t, url+"/fails"); status != 503 {
			t.Errorf("a full queue takes more: %d", status)
		}
		close(release)
	}) // which closes the application
	select {
	case second := <-arrived:
		if second != "/2" {
			t.Errorf("%s came second", second)
		}
	default:
		t.Error("the end of the application did not wait for what was to be done")
	}
}

const laters = `
-- config/application.yml --
async: { max-running: 1, max-waiting: 1 }
server: { workers: { min: 1, max: 1 } }
-- api.js --
import { Async, Autowired, GetMapping, PostConstruct, RestController, Service } from "fwrun";

@Service export class Mail {
  n = 0;
  @Async async send() { await fetch("UPSTREAM/" + ++this.n); }
  @Async fails() { throw new Error("nobody hears this but the log"); }
}

@RestController export class Api {
  /** @type {Mail} */ @Autowired mail;
  @GetMapping("/go") async go() { return String(await this.mail.send()); }
  @GetMapping("/fails") fails() { this.mail.fails(); return "x"; }
}
`
