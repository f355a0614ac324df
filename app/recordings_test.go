package app

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

const recorded = `import {
  Autowired, Cacheable, GetMapping, Lockable, QueueTemplate, RestController, Service, SqlTemplate, waitUntil,
} from "fwrun";

@Service
export class Things {
  @Autowired db: SqlTemplate;
  @Cacheable("things") find(id: number) { return { id, made: Date.now(), of: this.db.queryForObject("select name from things where id = ?", [id]) }; }
  @Cacheable("users") user(id: number) { return { id, password: "hidden-1" }; }
  @Lockable("nightly") locked() { return "had the lock"; }
}

@RestController
export class Api {
  @Autowired db: SqlTemplate;
  @Autowired things: Things;
  @Autowired queues: QueueTemplate;

  @GetMapping("/values") values() {
    return this.db.query("select 9007199254740993 as big, 1.5 as half, x'0102' as bytes, " +
      "null as missing, 'text' as text, 'hidden-2' as password").map((row) => ({
      ...row, big: String(row["big"]), bytes: [...(row["bytes"] as Uint8Array)] }));
  }
  @GetMapping("/batch") batch() { return this.db.batchUpdate("insert into things (name) values (:name)", [{ name: "b" }, { name: "c" }]); }
  @GetMapping("/key") key() { return this.db.update("insert into things (name) values (?)", ["d"]).generatedKey; }
  @GetMapping("/violates") violates() { try { this.db.update("insert into things (id, name) values (1, 'again')");
    } catch (error) { return { kind: error.kind, name: error.name }; } }
  @GetMapping("/rows") async rows() {
    const names: string[] = [];
    for await (const row of this.db.stream("select name from things order by id")) names.push(row["name"]);
    return names;
  }
  @GetMapping("/tx") async tx() {
    return this.db.transaction(async () => {
      this.db.update("update things set name = ? where id = 1", ["z"]);
      await new Promise((done) => setTimeout(done, 1));
      return this.db.queryForObject("select name from things where id = 1");
    });
  }
  @GetMapping("/cached") cached() { return [this.things.find(1), this.things.find(1)]; }
  @GetMapping("/cached-secret") secret() { return [this.things.user(1), this.things.user(1)].length; }
  @GetMapping("/lock") lock() { return this.things.locked(); }
  @GetMapping("/send") async send() { return (await this.queues.send("mails", { to: "a", count: 2 })).length > 0; }
  @GetMapping("/together") async together() {
    const all = await Promise.all([3, 1, 2].map((n) => fetch(PEER + "/" + n).then((answer) => answer.text())));
    return all.join();
  }
  @GetMapping("/elsewhere") async elsewhere() {
    const answer = await fetch(PEER + "/moved", { method: "POST", body: "a=b&token=hidden-3" });
    return { url: answer.url.length > 0, redirected: answer.redirected, body: await answer.text() };
  }
  @GetMapping("/unreachable") async unreachable() { try { await fetch("http://127.0.0.1:1/");
    } catch (error) { return { name: error.name, code: error.cause.code }; } }
  @GetMapping("/time") time() { const a = performance.now(); return { now: Date.now(), at: new Date(), ran: a, uuid: crypto.randomUUID(),
    luck: Math.random(), dice: crypto.getRandomValues(new Uint8Array(3)).join() }; }
  @GetMapping("/later") later() { waitUntil((async () => { await null; await fetch(PEER + "/after"); })()); return "now"; }
  @GetMapping("/breaks") breaks() { this.db.query("select 1"); throw new Error("broken"); }
}
`

// startRecorded starts an application whose requests are recorded.
func startRecorded(t *testing.T, peer string) (running *App, folder string, stop func()) {
	t.Helper()
	return startRemembering(t, map[string]string{
		"api.ts": strings.ReplaceAll(recorded, "PEER", `"`+peer+`"`),
		"config/application.yml": "datasource: [{ name: main, url: \"sqlite:a.db\" }]\nqueue: { connections: [{ name: main, url: \"memory:\" }] }\n" +
			"migrations: { onStart: true }\n",
		"migrations/main/001.sql": "create table things (id integer primary key, name text unique); insert into things (name) values ('a');",
	})
}

// startRemembering starts an application of these files as in development.
func startRemembering(t *testing.T, files map[string]string) (running *App, folder string, stop func()) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	started, err := Start(t.Context(), Options{
		Folder: folder, Dev: true,
		Logger: func(LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
	})
	if err != nil {
		t.Fatal(fault.Text(err))
	}
	running = started
	stop = sync.OnceFunc(func() {
		if err := running.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return running, folder, stop
}

// peerOfRecorded is a server that answers with the path.
func peerOfRecorded(t *testing.T) *httptest.Server {
	t.Helper()
	peer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/there", http.StatusSeeOther)
			return
		}
		_, _ = io.WriteString(w, "peer"+r.URL.Path)
	}))
	t.Cleanup(peer.Close)
	return peer
}

// TestRecordedRequests: what a request asks of its host is recorded, and a replay without any of it gives the same answer.
func TestRecordedRequests(t *testing.T) {
	peer := peerOfRecorded(t)
	running, folder, stop := startRecorded(t, peer.URL)
	paths := []string{
		"/values", "/batch", "/key", "/violates", "/rows", "/tx", "/cached", "/lock", "/send", "/together", "/elsewhere", "/unreachable",
		"/time", "/later", "/breaks", "/nowhere?password=hidden-4",
	}
	files := recordAll(t, running, folder, paths)
	stop()
	peer.Close()
	if err := os.RemoveAll(filepath.Join(folder, "data")); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) { replayAgain(t, folder, files[path]) })
	}
}

func replayAgain(t *testing.T, folder string, file *replay.File) {
	t.Helper()
	options := Options{Folder: folder, Profile: TestProfile, Logger: func(LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }}
	done, err := Replay(t.Context(), options, file, ReplayOptions{Console: slog.New(slog.DiscardHandler), Stray: func(context.Context, error) {}})
	if err != nil {
		t.Fatal(fault.Text(err))
	}
	for _, m := range done.Result.Missed {
		t.Errorf("%s: expected %s, received %s", m.Message, replay.Show(m.Expected), replay.Show(m.Received))
	}
	if c := file.Compare(&done.Answer); len(c.Differences) > 0 {
		text, _ := json.Marshal(c.Differences)
		t.Errorf("%s\n%s", text, done.Answer.Body)
	}
}

// TestUnrecordedRequests: what cannot be recorded says why.
func TestUnrecordedRequests(t *testing.T) {
	running, _, _ := startRecorded(t, "http://127.0.0.1:1")
	if _, err := running.Send(t.Context(), inproc.Request{Method: http.MethodGet, Target: "/cached-secret"}); err != nil {
		t.Fatal(err)
	}
	if _, err := running.Serving().Stories().SaveAsTest(1, ""); err == nil || !strings.Contains(fault.Text(err), "may have a secret in it (password)") {
		t.Error(err)
	}
	if _, err := running.Send(t.Context(), inproc.Request{
		Method: http.MethodPost, Target: "/values",
		Headers: [][2]string{{"Content-Type", "application/octet-stream"}}, Body: []byte{0, 1, 2, 255},
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := running.Serving().Stories().SaveAsTest(2, ""); err == nil || !strings.Contains(fault.Text(err), "4 bytes") {
		t.Error(err)
	}
	large := `{"a":"` + strings.Repeat("x", 9<<20) + `"}`
	if _, err := running.Send(t.Context(), inproc.Request{
		Method: http.MethodPost, Target: "/values",
		Headers: [][2]string{{"Content-Type", "application/json"}}, Body: []byte(large),
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := running.Serving().Stories().SaveAsTest(3, ""); err == nil || !strings.Contains(fault.Text(err), "its body was not kept") {
		t.Error(err)
	}
}

// TestRecordedSenders: who has sent a request is recorded, and not what proves it; one that uses its session is not recorded.
func TestRecordedSenders(t *testing.T) {
	running, folder, stop := startRemembering(t, map[string]string{
		"api.ts": `import { ApiKeys, GetMapping, RestController, RolesAllowed, Service } from "fwrun";
@Service export class Keys extends ApiKeys {
  find(key: string) { return key === "hidden-5" ? { name: "reports", roles: ["ADMIN"], scopes: ["read"] } : undefined; }
}
@RestController export class Api {
  @GetMapping("/who") @RolesAllowed("ADMIN") who(who: Principal) { return [who.getName(), who.getRoles(), who.getScopes(), Math.random()]; }
  @GetMapping("/mine") mine(session: Session | null) { session!.set("seen", true); return Math.random(); }
}
`,
		"config/application.yml": "security: { api-keys: { header: X-Partner }, session: { enabled: true } }\n",
	})
	send := func(path string, want int) {
		t.Helper()
		got, err := running.Send(t.Context(), inproc.Request{Method: http.MethodGet, Target: path, Headers: [][2]string{{"X-Partner", "hidden-5"}}})
		if err != nil || got.Status != want {
			t.Fatalf("%s: %d %s, %v", path, got.Status, got.Body, err)
		}
	}
	send("/mine", http.StatusOK)
	if _, err := running.Serving().Stories().SaveAsTest(1, ""); err == nil || !strings.Contains(fault.Text(err), "it uses its session") {
		t.Error(err)
	}
	send("/who", http.StatusOK)
	name, err := running.Serving().Stories().SaveAsTest(2, "")
	if err != nil {
		t.Fatal(fault.Text(err))
	}
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	file, err := replay.Parse(text)
	if err != nil || strings.Contains(string(text), "hidden-5") || file.Request.As == nil || file.Request.As.Name != "reports" {
		t.Fatalf("%v\n%s", err, text)
	}
	stop()
	replayAgain(t, folder, file)
	file.Request.As = nil
	done, err := Replay(t.Context(), Options{
		Folder: folder, Profile: TestProfile,
		Logger: func(LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
	}, file,
		ReplayOptions{Console: slog.New(slog.DiscardHandler), Stray: func(context.Context, error) {}})
	if err != nil || done.Answer.Status != http.StatusUnauthorized {
		t.Errorf("nobody is asked for: %v, %d", err, done.Answer.Status)
	}
}

// TestRecordedErrors: of requests that have not failed nothing stays, so that there is room for those that do.
func TestRecordedErrors(t *testing.T) {
	folder := t.TempDir()
	kept := filepath.Join(folder, "kept")
	const script = `import { Autowired, GetMapping, RestController, SqlTemplate } from "fwrun";
@RestController export class Api {
  /** @type {SqlTemplate} */ @Autowired db;
  @GetMapping("/works") works() { return this.db.queryForScalar("select ? as long", ["x".repeat(800_000)]).length; }
  @GetMapping("/breaks") breaks() { throw new Error(this.db.queryForScalar("select 'broken'")); }
}`
	const config = "datasource: [{ name: main, url: \"sqlite::memory:\" }]\n"
	for name, text := range map[string]string{"api.js": script, "config/application.yml": config} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	running, err := Start(t.Context(), Options{
		Folder: folder, Env: []string{"RECORD_FOLDER=" + kept, "RECORD_ONLY_ERRORS=true"},
		Logger: func(LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
	})
	if err != nil {
		t.Fatal(fault.Text(err))
	}
	defer func() { _ = running.Close(context.WithoutCancel(t.Context())) }()
	for _, path := range append(slices.Repeat([]string{"/works"}, 50), "/breaks") { // more than all recordings may take together
		if _, err := running.Send(t.Context(), inproc.Request{Method: http.MethodGet, Target: path}); err != nil {
			t.Fatal(err)
		}
	}
	running.serving.Load().stories.Close()
	files, err := filepath.Glob(filepath.Join(kept, "*get-breaks"+replay.Suffix))
	if all, _ := os.ReadDir(kept); err != nil || len(files) != 1 || len(all) != 1 {
		t.Errorf("%d files, %d of them of the request that has failed, %v", len(all), len(files), err)
	}
}
