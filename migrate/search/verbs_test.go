package search_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/platform/fault"
)

// plan returns what a run would do, a line for each step.
func (d *desk) plan() string {
	d.Helper()
	folder := d.folder()
	review, err := folder.Review(d.Context(), false)
	if err != nil {
		d.Fatal(err)
	}
	var lines []string
	for _, item := range review.Due() {
		steps, err := folder.Target.Steps(d.Context(), item.Change, item.Record)
		if err != nil {
			d.Fatal(err)
		}
		for _, step := range steps {
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", item.State, step.Method, step.Path, step.Body, step.Note)))
		}
	}
	return strings.Join(lines, "\n")
}

// states returns the files and what is known of them.
func (d *desk) states() string {
	d.Helper()
	review, err := d.folder().Review(d.Context(), true)
	if err != nil {
		d.Fatal(err)
	}
	var all []string
	for _, item := range review.Items {
		all = append(all, strings.TrimPrefix(item.Path, "shop/")+" "+string(item.State))
	}
	return strings.Join(all, ", ")
}

// TestPlanWritesNothing: a plan has the requests, with their bodies, and the cluster is only read.
func TestPlanWritesNothing(t *testing.T) {
	const policy = `{"policy":{"default_state":"a"}}`
	d := newDesk(t, "shop/1-a-template.json", `{"settings":{}}`, "shop/2-b-policy.json", policy, "shop/3-c.json", aliases, "shop/4-d.json", aliases,
		"shop/5-e.json", `{"method":"POST","path":"/_bulk","body":[{}],"name":"fill it"}`, "shop/6-f.json", `{"method":"POST","path":"/f/_close"}`)
	d.cluster.Make("4-d")
	want := `due PUT /_index_template/1-a {"index_patterns":["1-a*"],"template":{"settings":{}}}
due PUT /_plugins/_ism/policies/2-b ` + policy + `
due PUT /3-c {"aliases":{}}
due    the index 4-d exists; the file is recorded only
due POST /_bulk "{}\n" fill it
due POST /f/_close`
	if got := d.plan(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, line := range d.cluster.Requests() {
		if !strings.HasPrefix(line, "GET ") && !strings.HasPrefix(line, "HEAD ") &&
			!strings.HasPrefix(line, "POST /framework_migrations/_mget ") && !strings.HasPrefix(line, "POST /framework_migrations/_search ") {
			t.Errorf("the plan sent %s", line)
		}
	}
	if _, err := d.try(); err != nil {
		t.Fatal(err)
	}
	if got := d.plan(); got != "" {
		t.Errorf("after the run: %s", got)
	}
	d.write("shop/2-b-policy.json", policy+" ", "shop/3-c.json", aliases+" ")
	for change, note := range map[search.IndexChange]string{
		search.Fail: "the run fails here unless --index-change says what to do", search.Skip: "the file is recorded only (--index-change=skip)",
		search.Update: "its mappings, dynamic settings and aliases are changed", search.Reindex: "its documents are copied to 3-c-",
	} {
		d.o.IndexChange = change
		got := d.plan()
		if !strings.HasPrefix(got, "changed PUT /_plugins/_ism/policies/2-b?if_seq_no=0&if_primary_term=1 "+policy+"\nchanged    the index 3-c exists") ||
			!strings.Contains(got, note) {
			t.Errorf("%s: %s", change, got)
		}
	}
}

// TestRecordsAtOnce: a baseline of many files is one request, whose answer may have failures inside.
func TestRecordsAtOnce(t *testing.T) {
	var files []string
	for i := range 300 {
		files = append(files, fmt.Sprintf("shop/%03d.json", i), aliases)
	}
	d := newDesk(t, files...)
	d.cluster.Answer(func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/_bulk") {
			return http.StatusOK, `{"errors":true,"items":[{"index":{"status":201}},{"index":{"status":429,"error":{"type":"x",` +
				`"reason":"the queue is full"}}}]}`
		}
		return 0, ""
	})
	if _, err := migrate.Baseline(t.Context(), d.folder(), "299.json", "ada"); err == nil ||
		!strings.Contains(err.Error(), "1 operations failed, the first with: the queue is full") {
		t.Errorf("a failure inside of the answer: %v", err)
	}
	d.cluster.Answer(func(*http.Request) (int, string) { return 0, "" })
	d.cluster.Requests()
	if noted, err := migrate.Baseline(t.Context(), d.folder(), "299.json", "ada"); err != nil || len(noted) != 300 || d.cluster.Documents() != 300 {
		t.Errorf("%d files are noted, and there are %d records: %v", len(noted), d.cluster.Documents(), err)
	}
	if sent := d.cluster.Requests(); len(sent) > 12 {
		t.Errorf("%d requests: %.100q", len(sent), sent)
	}
}

// TestVerbs: status, repair, baseline and unlock.
func TestVerbs(t *testing.T) {
	d := newDesk(t, "shop/1-a.json", aliases, "shop/2-b.json", aliases, "shop/3-c.json", aliases)
	if got := d.states(); got != "1-a.json due, 2-b.json due, 3-c.json due" {
		t.Errorf("at first: %s", got)
	}
	noted, err := migrate.Baseline(t.Context(), d.folder(), "2-b.json", "ada")
	if err != nil || !slices.Equal(noted, []string{"shop/1-a.json", "shop/2-b.json"}) {
		t.Errorf("baseline: %q %v", noted, err)
	}
	d.write("shop/2-b.json", aliases+" ")
	if noted, err := migrate.Baseline(t.Context(), d.folder(), "shop/2-b.json", "ada"); err != nil || len(noted) != 0 {
		t.Errorf("baseline again records what was recorded: %q %v", noted, err)
	}
	d.write("shop/2-b.json", aliases)
	if _, err := migrate.Baseline(t.Context(), d.folder(), "9.json", "ada"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("baseline of an unknown file: %v", err)
	}
	d.sent("baseline sends no file")
	d.run("what is due then", "HEAD /3-c", "PUT /3-c application/json "+aliases)
	d.write("shop/1-a.json", aliases+" ", "shop/3-c.json", aliases+"\r\n", "shop/4-d.json", aliases)
	delete(d.fsys, "shop/2-b.json")
	if got := d.states(); got != "1-a.json changed, 3-c.json changed, 4-d.json due, 2-b.json missing" {
		t.Errorf("after changes: %s", got)
	}
	noted, err = migrate.Repair(t.Context(), d.folder(), "ada")
	if err != nil || !slices.Equal(noted, []string{"shop/1-a.json", "shop/3-c.json"}) {
		t.Errorf("repair: %q %v", noted, err)
	}
	if got := d.states(); got != "1-a.json applied, 3-c.json applied, 4-d.json due, 2-b.json missing" {
		t.Errorf("after the repair: %s", got)
	}
	holder, err := d.folder().Target.Unlock(t.Context())
	if holder != "" || err != nil {
		t.Errorf("nobody holds the lock: %q %v", holder, err)
	}
}

// TestLockIsHeldAndReleased: the lock is a document, which is there while files run and gone after that.
func TestLockIsHeldAndReleased(t *testing.T) {
	d := newDesk(t)
	during, holder := "", ""
	err := d.folder().Target.Locked(t.Context(), nil, func(ctx context.Context) (err error) {
		during = d.cluster.Document("shop/.lock")
		holder, err = d.folder().Target.Unlock(ctx)
		return err
	})
	if err != nil || !strings.Contains(during, `"connection":"shop"`) || !strings.HasPrefix(holder, "process ") {
		t.Errorf("%v, the lock is %q, its holder %q", err, during, holder)
	}
	stopped := make(chan struct{})
	close(stopped)
	err = d.folder().Target.Locked(t.Context(), nil, func(ctx context.Context) error {
		return d.folder().Target.Locked(ctx, stopped, func(context.Context) error { return errors.New("two at once") })
	})
	if !errors.Is(err, migrate.ErrStopped) {
		t.Errorf("while another holds it: %v", err)
	}
	if d.cluster.Documents() != 0 {
		t.Error("the lock was not released")
	}
}

// TestLockIsRenewed: the holder renews the lock while files run, and ends when somebody has broken it.
func TestLockIsRenewed(t *testing.T) {
	d := newDesk(t)
	d.o.Lease = 60 * time.Millisecond
	renewed := make(chan string, 1)
	d.cluster.Answer(func(r *http.Request) (int, string) {
		if r.Method == http.MethodPut && strings.HasPrefix(r.URL.Path, "/framework_migrations/_doc/") {
			select {
			case renewed <- r.URL.RequestURI():
			default:
			}
		}
		return 0, ""
	})
	late := time.After(10 * time.Second)
	err := d.folder().Target.Locked(t.Context(), nil, func(ctx context.Context) error {
		select {
		case request := <-renewed:
			if request != "/framework_migrations/_doc/shop%2F.lock?if_seq_no=1&if_primary_term=1" {
				t.Errorf("it was renewed by %s", request)
			}
		case <-late:
			return errors.New("the lock was not renewed")
		}
		d.cluster.Forget()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late:
			return errors.New("nothing happened when the lock was broken")
		}
	})
	if err == nil || !strings.Contains(err.Error(), "the lock was lost") {
		t.Errorf("got %v", err)
	}
}

// TestLineEnds: a file of which only the line ends or the byte order mark have changed has another hash, so it is applied
// again, with a warning. An index that exists is no reason to fail then.
func TestLineEnds(t *testing.T) {
	const lf, crlf, bom = "{\n\"priority\": 1, \"index_patterns\": [\"a*\"]\n}", "{\r\n\"priority\": 1, \"index_patterns\": [\"a*\"]\r\n}", "\ufeff"
	d := newDesk(t, "shop/a-template.json", lf, "shop/b.json", "{\n\"aliases\": {}\n}")
	put := "PUT /_index_template/a application/json "
	d.run("at first", put+lf, "HEAD /b", "PUT /b application/json {\n\"aliases\": {}\n}")
	for _, mark := range []string{"", bom} {
		d.write("shop/a-template.json", mark+crlf)
		d.write("shop/b.json", mark+"{\r\n\"aliases\": {}\r\n}")
		report := d.run("other line ends", put+mark+crlf, "HEAD /b")
		if len(report.Problems) != 2 || report.Problems[0].Code != "migration-line-ends" {
			t.Errorf("%q: %v", mark, report.Problems)
		}
		if report := d.run("once more"); len(report.Problems) != 0 {
			t.Errorf("%q, once more: %v", mark, report.Problems)
		}
	}
	d.write("shop/b.json", "{\n\"aliases\": {}\n}")
	noted, err := migrate.Repair(t.Context(), d.folder(), "ada")
	if err != nil || !slices.Equal(noted, []string{"shop/b.json"}) {
		t.Errorf("repair: %q %v", noted, err)
	}
	if report := d.run("after the repair"); len(report.Problems) != 0 {
		t.Errorf("after the repair: %v", report.Problems)
	}
	const post = "{\"method\": \"POST\", \"path\": \"/b/_doc\", \"body\": {}}"
	for _, text := range []string{post + "\n", post + "\r\n"} {
		d.write("shop/c.json", text)
		if report := d.run("a request that may have an effect each time", "POST /b/_doc application/json {}"); len(report.Ran) != 1 {
			t.Errorf("%q: %v", text, report.Ran)
		}
	}
}

// TestRenamedRequests: a request that may have another effect each time is not sent again because its file has another name. What a file
// makes otherwise is named after the file, or the same if it is sent again.
func TestRenamedRequests(t *testing.T) {
	const post, put = `{"method":"POST","path":"/b/_doc","body":{}}`, `{"method":"PUT","path":"/b/_doc/1","body":{}}`
	d := newDesk(t, "shop/1.json", post, "shop/2.json", put, "shop/a.json", aliases)
	d.run("at first", "POST /b/_doc application/json {}", "PUT /b/_doc/1 application/json {}", "HEAD /a", "PUT /a application/json "+aliases)
	for _, name := range []string{"1", "2", "a"} {
		delete(d.fsys, "shop/"+name+".json")
	}
	d.write("shop/0.json", put, "shop/x/1.json", post, "shop/b.json", aliases)
	report, err := d.try()
	if err == nil || err.Error() != "migrations/shop/x/1.json: the file was renamed after it ran as shop/1.json" || len(report.Ran) != 2 {
		t.Errorf("%v, and %d ran", err, len(report.Ran))
	}
	if got := d.states(); got != "0.json applied, b.json applied, x/1.json renamed, 2.json missing, a.json missing" {
		t.Error(got)
	}
	noted, err := migrate.Repair(t.Context(), d.folder(), "ada")
	if err != nil || !slices.Equal(noted, []string{"shop/x/1.json"}) {
		t.Errorf("repair: %q %v", noted, err)
	}
	d.cluster.Requests()
	d.run("after the repair")
}

// TestPoliciesAreReplacedByTheirVersion: a policy that exists is replaced by naming its version, read anew after a conflict.
func TestPoliciesAreReplacedByTheirVersion(t *testing.T) {
	const path, one, two = "/_plugins/_ism/policies/a", `{"policy":{"default_state":"a"}}`, `{"policy":{"default_state":"b"}}`
	d := newDesk(t, "shop/a-policy.json", one)
	d.run("a new policy", "GET "+path, "PUT "+path+" application/json "+one)
	d.write("shop/a-policy.json", two)
	conflicts := 1
	d.cluster.Answer(func(r *http.Request) (int, string) {
		if r.Method == http.MethodPut && r.URL.Path == path && conflicts > 0 {
			conflicts--
			return http.StatusConflict, `{"error":{"type":"version_conflict_engine_exception","reason":"no"},"status":409}`
		}
		return 0, ""
	})
	again := []string{"GET " + path, "PUT " + path + "?if_seq_no=0&if_primary_term=1 application/json " + two}
	d.run("a changed policy", append(append(again, again...), "GET /_plugins/_ism/explain/*")...)
	d.cluster.Forget()
	d.run("a lost record", "GET "+path, "PUT "+path+"?if_seq_no=1&if_primary_term=1 application/json "+two, "GET /_plugins/_ism/explain/*")
}

// TestRefusedForNow: a request that a busy cluster refuses is sent again; one that may have had an effect is looked up, or not
// sent again.
func TestRefusedForNow(t *testing.T) {
	for _, c := range []struct {
		name, text, method string
		status             int
		want               []string
	}{
		{
			"a.json", aliases, http.MethodPut, http.StatusTooManyRequests,
			[]string{"HEAD /a", "PUT /a application/json " + aliases, "PUT /a application/json " + aliases},
		},
		{"a.json", aliases, http.MethodPut, http.StatusServiceUnavailable, []string{
			"HEAD /a", "PUT /a application/json " + aliases, "HEAD /a",
			"PUT /a application/json " + aliases,
		}},
		{"a.json", `{"method":"POST","path":"/a/_close"}`, http.MethodPost, http.StatusTooManyRequests, []string{"POST /a/_close", "POST /a/_close"}},
		{"a.json", `{"method":"POST","path":"/a/_close"}`, http.MethodPost, http.StatusServiceUnavailable, []string{"POST /a/_close"}},
	} {
		d := newDesk(t, "shop/"+c.name, c.text)
		refusals := 1
		d.cluster.Answer(func(r *http.Request) (int, string) {
			if r.Method == c.method && strings.HasPrefix(r.URL.Path, "/a") && refusals > 0 {
				refusals--
				return c.status, `{"error":{"type":"busy","reason":"later"},"status":0}`
			}
			return 0, ""
		})
		_, err := d.try()
		if (err != nil) != (len(c.want) == 1) {
			t.Errorf("%s %d: %v", c.text, c.status, err)
		}
		d.sent(fmt.Sprintf("%s %d", c.text, c.status), c.want...)
	}
}

// TestFailureInside200: an answer with status 200 that reports a failure fails the file, and it is not recorded.
func TestFailureInside200(t *testing.T) {
	for answer, want := range map[string]string{
		`{"errors":true,"items":[{"index":{"status":200}},{"index":{"error":{"reason":"no field a"}}}]}`: "1 operations failed, the first with: no field a",
		`{"failures":[{"cause":{"reason":"no field b"}}]}`:                                               "1 documents failed, the first with: no field b",
		`{"acknowledged":false,"rolled_over":false,"conditions":{"[max_docs: 1]":false}}`:                "the index was not rolled over",
		`{"acknowledged":false}`: "the nodes did not acknowledge it in time",
		`{"timed_out":true}`:     "it timed out before its end",
		`{"updated_indices":0,"failures":true,"failed_indices":[{"index_name":"c"}]}`: `it failed for [{"index_name":"c"}]`,
		`{"errors":false,"failures":[],"rolled_over":false,"dry_run":true}`:           "",
	} {
		d := newDesk(t, "shop/a.json", `{"method":"POST","path":"/_some"}`)
		d.cluster.Answer(func(r *http.Request) (int, string) {
			if r.URL.Path == "/_some" {
				return http.StatusOK, answer
			}
			return 0, ""
		})
		_, err := d.try()
		if want == "" && (err != nil || d.cluster.Documents() != 1) || want != "" &&
			(err == nil || d.cluster.Documents() != 0 || !strings.Contains(fault.Diagnose(err)[0].Message, want)) {
			t.Errorf("%s: got %v, %d records", answer, err, d.cluster.Documents())
		}
	}
}
