package management

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/host/certs/certstest"
	"github.com/fwrun/fwrun/platform/fault"
)

func healthText(h health.Health, err error) string {
	text := h.Status
	for _, d := range h.Details {
		text += fmt.Sprintf(" %s=%v", d.Name, d.Value)
	}
	if err != nil {
		text += " error: " + err.Error()
	}
	return text
}

func TestDisk(t *testing.T) {
	folder := t.TempDir()
	for name, c := range map[string]struct {
		least        int64
		path, status string
	}{
		"room": {1, folder, "UP"}, "no bound": {0, folder, "UP"}, "negative": {-5, folder, "UP"}, "full": {1 << 62, folder, "DOWN"},
		"nothing there": {1, filepath.Join(folder, "none"), "UP"},
	} {
		h, err := checkDisk(c.path, c.least)(t.Context())
		if h.Status != c.status || (err != nil) != (name == "nothing there") {
			t.Errorf("%s: %s", name, healthText(h, err))
		}
		_, free, known := diskSpace(c.path)
		if !known && name != "nothing there" {
			t.Skip("this system does not say how much room there is")
		}
		for _, want := range []string{fmt.Sprintf("threshold=%d", c.least), "path=" + c.path, fmt.Sprintf("exists=%v", err == nil)} {
			if !strings.Contains(healthText(h, err), " "+want) {
				t.Errorf("%s: %s lacks %s", name, healthText(h, err), want)
			}
		}
		if known && (free == 0 || h.Details[0].Name != "total" || h.Details[1].Name != "free" || h.Details[0].Value.(uint64) < free) {
			t.Errorf("%s: %s", name, healthText(h, err))
		}
	}
	if _, err := diskHealth(filepath.Join(folder, "none"), 1); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(),
		"the folder of the application cannot be read: ") {
		t.Error(err)
	}
}

func TestCluster(t *testing.T) {
	for body, want := range map[string]string{
		`200 {"cluster_name": "c", "status": "green", "number_of_nodes": 3}`: "UP cluster_name=c status=green number_of_nodes=3",
		`200 {"cluster_name": "c", "status": "red", "number_of_nodes": 1}`:   "DOWN cluster_name=c status=red number_of_nodes=1",
		`200 {"cluster_name": "c", "status": "yellow"}`:                      "UP cluster_name=c status=yellow number_of_nodes=0",
		`503 {}`:     " error: the cluster answers 503",
		`200 <html>`: " error: the cluster's answer is not JSON: invalid character '<' looking for beginning of value",
		`0 gone`:     " error: gone",
	} {
		c := Cluster{Name: "logs", Health: func(context.Context) (int, []byte, error) {
			var status int
			_, err := fmt.Sscan(body, &status)
			_, text, _ := strings.Cut(body, " ")
			if status == 0 {
				err = errors.New(text)
			}
			return status, []byte(text), err
		}}
		if got := healthText(c.check(t.Context())); got != want {
			t.Errorf("%s: %s", body, got)
		}
		if list := searchIndicators([]Cluster{c}); len(list) != 1 || list[0].Name != "logs" || healthText(list[0].Check(t.Context())) != want {
			t.Error(list)
		}
	}
}

type pinged struct{ err error }

func (p pinged) Ping(context.Context) error { return p.err }

func TestStore(t *testing.T) {
	for url, remote := range map[string]bool{"memory:": false, "Memory:": false, "redis://ada:tulip@example.com": true, "": true} {
		if got := (Store{URL: url}).isRemote(); got != remote {
			t.Errorf("%q is remote: %v", url, got)
		}
	}
	for _, c := range []struct {
		of   any
		want string
	}{{nil, "UP store=redis"}, {pinged{}, "UP store=redis"}, {pinged{errors.New("gone")}, "UP store=redis error: gone"}} {
		if got := healthText(Store{"REDIS://ada:tulip@example.com", c.of}.check(t.Context())); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	for dialect, want := range map[string]string{
		"sqlite": "SQLite", "Postgres": "PostgreSQL", "postgresql": "PostgreSQL", "mysql": "MySQL",
		"other": "other",
	} {
		if got := databaseName(dialect); got != want {
			t.Errorf("%s is %s", dialect, got)
		}
	}
}

func TestCertificates(t *testing.T) {
	authority, err := certstest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for state, c := range map[string]struct {
		begin, end time.Time
		status     string
	}{
		"VALID": {now.Add(-time.Hour), now.Add(48 * time.Hour), "UP"}, "EXPIRING": {now.Add(-time.Hour), now.Add(23 * time.Hour), "UP"},
		"EXPIRED": {now.Add(-time.Hour), now.Add(-time.Minute), "OUT_OF_SERVICE"}, "NOT_YET_VALID": {
			now.Add(time.Hour), now.Add(2 * time.Hour),
			"OUT_OF_SERVICE",
		},
	} {
		made, err := authority.Issue(certstest.Options{Name: "shop.example.com", NotBefore: c.begin, NotAfter: c.end})
		if err != nil {
			t.Fatal(err)
		}
		pair := certs.Pair{Certificate: filepath.Join(t.TempDir(), "a.pem"), Key: filepath.Join(t.TempDir(), "a.key")}
		if err := errors.Join(os.WriteFile(pair.Certificate, made.Certificate, 0o600), os.WriteFile(pair.Key, made.Key, 0o600)); err != nil {
			t.Fatal(err)
		}
		store, problems := certs.Load(certs.Settings{Pairs: []certs.Pair{pair}}, slog.New(slog.DiscardHandler))
		if store == nil {
			t.Fatal(problems[0])
		}
		h, err := checkCertificates(store, 24*time.Hour)(t.Context())
		want := fmt.Sprintf("%s certificates=[map[name:shop.example.com notAfter:%s state:%s]]", c.status, c.end.UTC().Format(time.RFC3339), state)
		if got := healthText(h, err); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestFailures(t *testing.T) {
	late := asker{within: time.Second}.inTime(t.Context(), fmt.Errorf("x: %w", vm.ErrHandlerTimeout))
	for want, err := range map[string]error{
		"no answer within 1s": late, "gone: redis://ada:******@example.com": asker{}.inTime(t.Context(), errors.New("gone: redis://ada:tulip@example.com")),
		"public: cause": fault.New("a", fault.Unavailable, "public").Because(errors.New("cause")), "late": fault.New("a", fault.Timeout,
			"late").Because(errors.New("cause")),
	} {
		if got := describeFailure(err); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestComponentsThatChange(t *testing.T) {
	var log strings.Builder
	changed := healthChanged(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}})))
	changed("db", health.Of(health.Up), health.Of(health.Down).With("left", 1).With("error", "gone"))
	changed("db", health.Of(health.Down), health.Of(health.Up).With("left", 1))
	changed(health.ReadinessState, health.Of(health.Up), health.Of(health.Down))
	if want := "level=WARN msg=\"a component is not well\" component=db status=DOWN error=gone\nlevel=INFO msg=\"a component is well again\" " +
		"component=db status=UP\n"; log.String() != want {
		t.Errorf("got %s\nwant %s", log.String(), want)
	}
}

func TestAppendParts(t *testing.T) {
	one, two := health.Indicator{Name: "a", Check: health.Indicator{}.Check}, health.Indicator{Name: "b"}
	if got := appendParts(nil, "db", nil); got != nil {
		t.Error(got)
	}
	if got := appendParts(nil, "db", []health.Indicator{one}); len(got) != 1 || got[0].Name != "db" || got[0].Parts != nil {
		t.Error(got)
	}
	if got := appendParts([]health.Indicator{one}, "db", []health.Indicator{one, two}); len(got) != 2 || got[1].Name != "db" ||
		len(got[1].Parts) != 2 {
		t.Error(got)
	}
}

// TestLateIsLate: the deadline of a call is the end of its context as well, and whichever is seen first, the bean was late.
func TestLateIsLate(t *testing.T) {
	ended, end := context.WithDeadline(t.Context(), time.Now())
	defer end()
	<-ended.Done()
	left, leave := context.WithCancel(t.Context())
	leave()
	asked := asker{within: time.Second}
	for _, test := range []struct {
		name string
		ctx  context.Context
		err  error
		want fault.Kind
	}{
		{"the deadline was seen first", ended, vm.ErrHandlerTimeout, fault.Timeout},
		{"the end of the context was seen first", ended, vm.ErrCanceled, fault.Timeout},
		{"nobody asks any more", left, vm.ErrCanceled, fault.Canceled},
		{"another failure", ended, errors.New("oh"), fault.Internal},
	} {
		if got := fault.KindOf(asked.inTime(test.ctx, test.err)); got != test.want {
			t.Errorf("%s: the kind is %v, want %v", test.name, got, test.want)
		}
	}
}
