package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/devtools/stories"
)

const told = `import {
  Autowired, Cacheable, GetMapping, HandlerInterceptor, HttpRestException, Interceptor, Logger, McpTool, PathVariable, PostMapping, QueueListener,
    QueueTemplate, RequestBody, RestController,
  Scheduled, Service, SqlTemplate, Transactional, waitUntil } from "fwrun";

@Interceptor("^/guarded(/|$)")
export class Guard extends HandlerInterceptor {
  async preHandle(request) { await null; return request.getQueryParam("let") === "in"; }
}

@Service
export class Users {
  @Autowired db: SqlTemplate;
  @Cacheable("users") find(id: int) { return this.db.queryForList("select name from users where id = ? and password <> ?", [id, "hidden-1"]); }
  @Transactional() add(name: string, password: string) { this.db.update("insert into users (name, password) values (:name, :given)",
    { name, given: password }); }
  @QueueListener("mails") mail(mail: object) { if (mail["fail"]) throw new RangeError("no mail"); }
  @Scheduled({ fixedDelay: "1h" }) tick() { this.db.queryForObject("select 40 + 2"); }
}

@RestController
export class Api {
  @Autowired db: SqlTemplate;
  @Autowired users: Users;
  @Autowired queues: QueueTemplate;
  log = Logger.of("app.api");

  @GetMapping("/hello") hello() { return "Hello"; }
  @GetMapping("/many/{n}")
  async many(@PathVariable n: int) {
    for (let i = 0; i < n; i++) this.db.queryForList("select name from users where id = " + i);
    const answer = await fetch(PEER + "/peer?token=hidden-2&a=b", { headers: { Authorization: "hidden-3" } });
    this.log.info("has fetched", { status: answer.status, apiKey: "hidden-4" });
    return { n, token: "hidden-5" };
  }
  @PostMapping("/users") add(@RequestBody user: object) { this.users.add(user["name"], user["password"]); return this.users.find(1); }
  @GetMapping("/cached") cached() { return [this.users.find(7), this.users.find(7)]; }
  @GetMapping("/fails") fails() { this.db.queryForList(["select * from", "nowhere"].join(" ")); }
  @GetMapping("/breaks/{id}") breaks(@PathVariable id: int) {
    const broken: any = null;
    return broken.name;
  }
  @GetMapping("/missing") missing() { throw new HttpRestException(404, "there is none"); }
  @GetMapping("/guarded") guarded() { return "in"; }
  @GetMapping("/send") async send() { await this.queues.send("mails", { to: "a", secret: "hidden-6" }); return "sent"; }
  @GetMapping("/stream") async *stream() { yield "a"; yield "b"; }
  @GetMapping("/later") later() { waitUntil((async () => { await new Promise((done) => setTimeout(done, 30)); this.log.info("after the answer");
    })()); return "now"; }

  /** Doubles a number. */
  @McpTool({ name: "double" }) @GetMapping("/double/{n}") double(@PathVariable n: int): int { this.db.queryForObject("select 1"); return 2 * n; }
}
`

// startTold starts an application that remembers requests, or does not.
func startTold(t *testing.T, options Options, peer string) (running *App, url string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"api.ts": strings.ReplaceAll(told, "PEER", `"`+peer+`"`),
		"config/application.yml": "datasource: [{ name: main, url: \"sqlite:a.db\" }]\nqueue: { connections: [{ name: main, url: \"memory:\" }] }\n" +
			"migrations: { onStart: true }\n",
		"migrations/main/001-users.sql": "create table users (id integer primary key, name text, password text);",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	options.Folder = folder
	options.Logger = func(LogSettings) *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }
	running, err := Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- running.Serve(listener) }()
	t.Cleanup(func() {
		if err := running.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		<-served
	})
	return running, "http://" + listener.Addr().String()
}

// send sends a request, and returns the answer.
func send(t *testing.T, method, url, body string, header ...string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// storyOf waits for the latest story that a filter chooses and that is as it should be, and returns it as text, too.
func storyOf(t *testing.T, of *stories.Recorder, f stories.Filter, isRight func(w *stories.Whole) bool) (stories.Whole, string) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		for _, e := range of.List(f).Stories {
			w := of.Story(e.ID).Whole()
			if isRight == nil || isRight(&w) {
				text, err := json.MarshalIndent(w, "", " ")
				if err != nil {
					t.Fatal(err)
				}
				return w, string(text)
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("there is no such story: %+v", f)
		}
		<-time.After(5 * time.Millisecond) // a story ends after its answer was sent
	}
}

// kinds returns the steps of a story, as texts.
func kinds(w *stories.Whole) string {
	var list []string
	for _, s := range w.Steps {
		list = append(list, s.Kind+" "+s.Text)
	}
	return strings.Join(list, "\n")
}

// TestStories sends requests to an application, and reads what is remembered of each.
func TestStories(t *testing.T) {
	peer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	defer peer.Close()
	running, url := startTold(t, Options{Dev: true}, peer.URL)
	of := running.Serving().Stories().Recorder()
	if of == nil {
		t.Fatal("nothing is remembered in development")
	}
	whole := func(path string) (stories.Whole, string) {
		t.Helper()
		return storyOf(t, of, stories.Filter{Kind: stories.HTTP, Text: path}, func(w *stories.Whole) bool { return w.Path == path })
	}

	t.Run("one statement again and again", func(t *testing.T) {
		send(t, "GET", url+"/many/4?password=hidden-0&a=1", "", "Cookie", "a=hidden-0", "Traceparent",
			"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
		w, text := whole("/many/4")
		if w.SQL != 4 || w.Repeated != 4 || w.Fetches != 1 || w.Logs != 1 || w.Status != 200 || w.Route != "/many/{n}" || w.Handler != "Api.many" ||
			w.Trace != "4bf92f3577b34da6a3ce929d0e0e4736" || w.Request.Query != "password=******&a=1" || w.Millis <= 0 || w.Bytes == 0 {
			t.Errorf("got %s", text)
		}
		steps := kinds(&w)
		for _, part := range []string{
			"binding Api.many", "sql select name from users where id = 2", "fetch GET " + peer.URL + "/peer?token=******&a=b",
			"log has fetched",
		} {
			if !strings.Contains(steps, part) {
				t.Errorf("%s is not in %s", part, steps)
			}
		}
		for _, part := range []string{`"n":4,"token":"******"`, `"418 I'm a teapot"`, `"app.api"`, `"rows"`, `"repeated": 4`} {
			if !strings.Contains(strings.ReplaceAll(text, `\"`, `"`), part) {
				t.Errorf("%s is not in %s", part, text)
			}
		}
		if lines := of.Lines(stories.LogFilter{Trace: w.Trace}).Lines; len(lines) == 0 || lines[len(lines)-1].Message != "has fetched" {
			t.Errorf("lines: %v", lines)
		}
	})
	t.Run("aspects, cache and values", func(t *testing.T) {
		send(t, "POST", url+"/users", `{"name": "Ada", "password": "hidden-7"}`, "Content-Type", "application/json")
		w, text := whole("/users")
		steps := kinds(&w)
		for _, part := range []string{
			"sql BEGIN", "sql insert into users (name, password) values (:name, :given)", "sql COMMIT", "aspect @Transactional Users.add", "cache get users",
			"cache put users", "sql select name from users where id = ? and password <> ?",
			"aspect @Cacheable Users.find",
		} {
			if !strings.Contains(steps, part) {
				t.Errorf("%s is not in %s", part, steps)
			}
		}
		if !strings.Contains(text, `\"Ada\"`) || !strings.Contains(text, `"value": "******"`) {
			t.Errorf("got %s", text)
		}
		send(t, "GET", url+"/cached", "")
		if w, text := whole("/cached"); w.SQL != 1 || !strings.Contains(text, `"value": "true"`) {
			t.Errorf("got %s", text)
		}
	})
	t.Run("errors", func(t *testing.T) {
		for range 3 {
			send(t, "GET", url+"/breaks/1", "")
		}
		send(t, "GET", url+"/fails", "")
		send(t, "GET", url+"/missing", "")
		send(t, "GET", url+"/nowhere", "")
		send(t, "GET", url+"/breaks/x", "")
		whole("/breaks/x")
		w, text := whole("/breaks/1")
		if w.Error == nil || w.Error.Name != "TypeError" || !strings.HasPrefix(w.Error.Place, "api.ts:") ||
			!strings.HasPrefix(w.Error.Open, "vscode://file/") ||
			len(w.Error.Excerpt) < 3 || w.Entry.Error == "" {
			t.Errorf("got %s", text)
		}
		caret := false
		for _, l := range w.Error.Excerpt {
			caret = caret || l.Caret != "" && strings.Contains(l.Text, "broken.name")
		}
		if !caret {
			t.Errorf("the line is not shown: %v", w.Error.Excerpt)
		}
		if w, text := whole("/fails"); w.Error == nil || !strings.Contains(kinds(&w), "nowhere") || w.Steps[len(w.Steps)-1].Kind == stories.SQL &&
			w.Steps[len(w.Steps)-1].Failed == "" {
			t.Errorf("got %s", text)
		}
		if w, text := whole("/nowhere"); w.Status != 404 || w.Handler != "" || w.Route != "" {
			t.Errorf("got %s", text)
		}
		if w, text := storyOf(t, of, stories.Filter{Status: "400"}, nil); !strings.Contains(w.Steps[0].Failed, "path id") {
			t.Errorf("got %s", text)
		}
		groups := of.Errors()
		if len(groups) != 2 || groups[1].Count != 3 || groups[1].Name != "TypeError" {
			t.Errorf("errors: %+v", groups)
		}
	})
	t.Run("guards", func(t *testing.T) {
		send(t, "GET", url+"/guarded", "")
		if w, text := whole("/guarded"); w.Status != 403 || w.Steps[0].Text != "preHandle of Guard" || w.Steps[0].Failed == "" {
			t.Errorf("got %s", text)
		}
		send(t, "GET", url+"/guarded?let=in", "")
		w, text := storyOf(t, of, stories.Filter{Text: "/guarded", Status: "200"}, nil)
		if w.Steps[0].Kind != stories.Guard || w.Steps[0].Failed != "" {
			t.Errorf("got %s", text)
		}
	})
	t.Run("messages, schedules, tools", func(t *testing.T) {
		send(t, "GET", url+"/send", "")
		if w, text := whole("/send"); !strings.Contains(kinds(&w), "message send to mails") {
			t.Errorf("got %s", text)
		}
		w, text := storyOf(t, of, stories.Filter{Kind: stories.Message}, nil)
		if w.Path != "mails" || w.Handler != "Users.mail" || w.Request.Body != `{"to":"a","secret":"******"}` {
			t.Errorf("got %s", text)
		}
		if w, text := storyOf(t, of, stories.Filter{Kind: stories.Schedule}, nil); w.SQL != 1 || w.Handler != "Users.tick" {
			t.Errorf("got %s", text)
		}
		answer := send(t, "POST", url+"/mcp", `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "double", "arguments": {"n": 21}}}`,
			"Content-Type", "application/json", "Accept", "application/json, text/event-stream")
		w, text = storyOf(t, of, stories.Filter{Kind: stories.Tool}, nil)
		if !strings.Contains(answer, "42") || w.Handler != "double" || w.SQL != 1 || !strings.Contains(kinds(&w), "tool double") ||
			!strings.Contains(text, `{\"n\": 21}`) {
			t.Errorf("%s: got %s", answer, text)
		}
	})
	t.Run("what comes after the answer", func(t *testing.T) {
		send(t, "GET", url+"/later", "")
		storyOf(t, of, stories.Filter{Text: "/later"}, func(w *stories.Whole) bool { return strings.Contains(kinds(w), "log after the answer") })
		if body := send(t, "GET", url+"/stream", ""); body != "ab" {
			t.Error(body)
		}
		if w, text := whole("/stream"); w.Bytes != 2 || !strings.Contains(w.Response.Note, "stream") {
			t.Errorf("got %s", text)
		}
	})
	t.Run("no secret is kept", func(t *testing.T) {
		everything := ""
		for _, e := range of.List(stories.Filter{Limit: 1000}).Stories {
			w := of.Story(e.ID).Whole()
			if w.Error != nil {
				w.Error.Excerpt = nil // what is written in the source is no secret to who develops it
			}
			text, err := json.Marshal(w)
			if err != nil {
				t.Fatal(err)
			}
			everything += string(text)
		}
		text, err := json.Marshal(of.Lines(stories.LogFilter{Limit: 2000}))
		if err != nil {
			t.Fatal(err)
		}
		everything += string(text)
		for i := range 8 {
			if secret := fmt.Sprint("hidden-", i); strings.Contains(everything, secret) {
				at := strings.Index(everything, secret)
				t.Errorf("%s is kept: %s", secret, everything[max(0, at-200):at+20])
			}
		}
	})
	t.Run("reloads", func(t *testing.T) {
		for range 5 {
			if err := running.Reload(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if running.Serving().Stories().Recorder() != of {
			t.Error("a reload has begun anew")
		}
		send(t, "GET", url+"/hello", "")
		whole("/hello")
		whole("/many/4")
	})
}

// TestNoStories: outside of development nothing is remembered unless somebody asks for it.
func TestNoStories(t *testing.T) {
	running, url := startTold(t, Options{}, "http://127.0.0.1:1")
	send(t, "GET", url+"/hello", "")
	g := running.serving.Load()
	if g.stories.Recorder() != nil || g.settings.host.Policies.Follow != nil {
		t.Error("stories are told")
	}
	asked, _ := startTold(t, Options{Env: []string{"DEVTOOLS_ENABLED=true", "DEVTOOLS_MEMORY=3MiB", "MANAGEMENT_AUTH_" +
		"TOKEN=0123456789abcdef0123456789abcdef"}}, "http://127.0.0.1:1")
	if of := asked.Serving().Stories().Recorder(); of == nil || of.List(stories.Filter{}).Limit != 3<<20 {
		t.Error("stories are not told as the configuration has it")
	}
}
