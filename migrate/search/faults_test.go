package search_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/tests/ports"
)

var (
	faultSeed      = flag.Uint64("faults.seed", 0, "the seed of TestFaults, which it prints; 0 is a new one")
	faultSchedules = flag.Int("faults.schedules", map[bool]int{false: 25, true: 100}[os.Getenv("FWRUN_STRESS") == "1"],
		"how many schedules TestFaults has; 10 with -short")
)

const (
	beside  = 16 // schedules that run at the same time: most of the time they wait
	maxRuns = 60 // after which a schedule must have succeeded
)

// TestFaults runs files of every kind while requests fail at random, again and again until a run succeeds. The cluster and
// the records must then be as they are without faults. A failed schedule runs again with -run TestFaults/<n> and
// -faults.seed.
func TestFaults(t *testing.T) {
	node := searchtest.Shared(t)
	node.Clean(t)
	seed, count := *faultSeed, *faultSchedules
	if seed == 0 {
		seed = rand.Uint64()
	}
	if testing.Short() {
		count = min(count, 10)
	}
	t.Logf("-faults.seed=%d", seed)
	results := newSchedule(t, node, "qz", rand.New(rand.NewPCG(seed, 0))).results()
	var wait sync.WaitGroup
	next := make(chan int)
	for range beside {
		wait.Go(func() {
			for i := range next {
				t.Run(fmt.Sprint(i), func(t *testing.T) {
					newSchedule(t, node, fmt.Sprintf("q%dz", i), rand.New(rand.NewPCG(seed, uint64(i)))).check(results)
				})
			}
		})
	}
	for i := range count {
		next <- i
	}
	close(next)
	wait.Wait()
}

// schedule is one connection whose requests fail.
type schedule struct {
	*testing.T
	node   *searchtest.Node
	hosts  []*searchtest.Proxy
	urls   []string
	prefix string // of everything that it makes

	generation int // of the files

	mu     sync.Mutex // of what follows
	random *rand.Rand
	rate   float64
	left   int // faults that are still to come
	focus  func(*http.Request) bool
	log    []string
}

func newSchedule(t *testing.T, node *searchtest.Node, prefix string, random *rand.Rand) *schedule {
	s := &schedule{T: t, node: node, prefix: prefix, random: random}
	s.hosts = []*searchtest.Proxy{searchtest.NewProxy(t, node)}
	if s.random.IntN(2) == 0 {
		s.hosts = append(s.hosts, s.hosts[0].Another(t))
	}
	if s.random.IntN(4) == 0 {
		s.urls = []string{refusing(t)}
	}
	for i, host := range s.hosts {
		s.urls = append(s.urls, host.URL)
		host.Fail(func(r *http.Request) searchtest.Fault { return s.fault(i, r) })
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("requests:\n%s", strings.Join(s.log, "\n"))
		}
	})
	return s
}

// refusing returns the URL of a host that refuses connections: its port is nobody else's, least of all another schedule's.
func refusing(t *testing.T) string {
	port, err := ports.Free()
	if err != nil {
		t.Fatal(err)
	}
	return "http://127.0.0.1:" + port
}

// begin lets faults come. They hit everything, or more often what is hard to hit.
func (s *schedule) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rate, s.left = 0.05+0.3*s.random.Float64(), 2+s.random.IntN(10)
	s.focus = []func(*http.Request) bool{
		func(*http.Request) bool { return true },
		func(r *http.Request) bool { return r.Method != http.MethodGet && r.Method != http.MethodHead },
		func(r *http.Request) bool { return strings.Contains(r.URL.Path, search.Index+"/_") },
		func(r *http.Request) bool {
			return r.Method == http.MethodPost && !strings.Contains(r.URL.Path, "_mget")
		},
	}[s.random.IntN(4)]
	if s.random.IntN(2) == 0 {
		s.rate += 0.3
	}
}

// kinds are the faults, those that take time less often.
var kinds = []searchtest.Fault{
	searchtest.Reset, searchtest.Reset, searchtest.TooMany, searchtest.TooMany, searchtest.Unavailable, searchtest.Unavailable,
	searchtest.Lost, searchtest.Lost, searchtest.Lost, searchtest.Cut, searchtest.Gateway, searchtest.Slow, searchtest.Stalled,
}

func (s *schedule) fault(host int, r *http.Request) searchtest.Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := searchtest.None
	if s.left > 0 && s.focus(r) && s.random.Float64() < s.rate {
		s.left--
		f = kinds[s.random.IntN(len(kinds))]
	}
	s.log = append(s.log, fmt.Sprintf("%d %s %s: %v", host, r.Method, r.URL.RequestURI(), f))
	return f
}

func (s *schedule) note(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, text)
}

// check runs the files, and then files of which some have changed. The results are those of a run without faults.
func (s *schedule) check(results []string) {
	for s.generation = range results {
		files := s.files()
		s.begin()
		s.untilApplied(files)
		s.compare("the records", s.records(), wantedRecords(files))
		s.compare("the cluster", s.state(), results[s.generation])
		if s.Failed() {
			return
		}
	}
}

// results returns what a run without faults makes of the cluster.
func (s *schedule) results() []string {
	var results []string
	for s.generation = range 2 {
		if err := s.run(s.files()); err != nil {
			s.Fatal(err)
		}
		results = append(results, s.state())
	}
	return results
}

func (s *schedule) compare(what, got, want string) {
	if got != want {
		s.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
	}
}

// untilApplied runs files until a run succeeds. Between runs the operator decides what nobody knows.
func (s *schedule) untilApplied(files fstest.MapFS) {
	for range maxRuns {
		s.note("run")
		err := s.run(files)
		if err == nil {
			return
		}
		s.note("failed: " + fault.Text(err))
		if list := fault.Diagnose(err); len(list) > 0 &&
			(list[0].Code == "migration-interrupted" || strings.HasPrefix(list[0].Hint, "if an earlier run of the file did this")) {
			s.decide(files, list[0])
		}
	}
	s.Fatalf("no run of %d has succeeded", maxRuns)
}

func (s *schedule) run(files fstest.MapFS) error {
	_, err := migrate.Run(s.Context(), []*migrate.Folder{s.folder(files)}, migrate.RunOptions{By: "me"})
	for _, host := range s.hosts {
		host.AwaitIdle()
	}
	return err
}

func (s *schedule) folder(files fstest.MapFS) *migrate.Folder {
	settings := cluster.Settings{Name: s.prefix, Hosts: s.urls, NoProxy: true}
	s.mu.Lock()
	if s.left > 0 { // without faults even a slow machine has the time that it needs
		settings.Timeout = time.Second
	}
	s.mu.Unlock()
	c, err := cluster.Connect(settings)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(c.Close)
	target := search.New(c, search.Options{IndexChange: search.Update, Lease: 2 * time.Second})
	folder, err := migrate.Read(target, files, migrate.Options{})
	if err != nil {
		s.Fatal(err)
	}
	return folder
}

// decide does what the hint of an interrupted file says.
func (s *schedule) decide(files fstest.MapFS, d fault.Diagnostic) {
	took := s.took(d.Place.File)
	s.note(fmt.Sprintf("%s took effect: %v", d.Place.File, took))
	if !took {
		request := regexp.MustCompile(`\(DELETE (/\S+)\)`).FindStringSubmatch(d.Hint)
		if request == nil {
			s.Fatalf("the hint is %q", d.Hint)
		}
		s.node.Do(s.T, http.MethodDelete, request[1], "")
		return
	}
	s.mu.Lock()
	left := s.left
	s.left = 0 // the operator is patient
	s.mu.Unlock()
	command := regexp.MustCompile("`fwrun migrate baseline (\\S+) ").FindStringSubmatch(d.Hint)
	if command == nil {
		s.Fatalf("the hint is %q", d.Hint)
	}
	noted, err := migrate.Baseline(s.Context(), s.folder(files), command[1], "me")
	if err != nil || fmt.Sprint(noted) != fmt.Sprint(command[1:]) {
		s.Fatalf("baseline recorded %v, error %v", noted, err)
	}
	s.mu.Lock()
	s.left = left
	s.mu.Unlock()
}

// took looks if a request has taken effect.
func (s *schedule) took(file string) bool {
	switch {
	case strings.Contains(file, "generated"):
		return strings.Contains(s.documents(), fmt.Sprintf(`{"generated":%d}`, s.generation))
	case strings.Contains(file, "increment"):
		return slices.ContainsFunc(gjson.Get(s.documents(), `#.by|0`).Array(), func(g gjson.Result) bool { return int(g.Int()) == s.generation })
	case strings.Contains(file, "remover"):
		return !strings.Contains(s.documents(), "{}")
	case strings.Contains(file, "bulk"):
		return strings.Contains(s.documents(), `{"bulk":1}`)
	default:
		s.Fatalf("nobody knows how to look at %s", file)
		return false
	}
}

// files returns a file of each kind. Some of the second generation have changed.
func (s *schedule) files() fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"1-P-logs-template.json": `{"settings":{"number_of_replicas":0,"refresh_interval":"1Gs"}}`,
		"2-P-full.json":          `{"index_patterns":["P-full-*"],"priority":7,"template":{"mappings":{"properties":{"at":{"type":"date"}}}}}`,
		"3-P-keep-policy.json":   `{"policy":{"description":"G","default_state":"hot","states":[{"name":"hot","actions":[],"transitions":[]}]}}`,
		"4/P-items-index.json": `{"settings":{"number_of_shards":1,"number_of_replicas":0},"aliases":{"P-goods":{}},` +
			`"mappings":{"dynamic":false,"properties":{"gG":{"type":"keyword"}}}}`,
		"5-pipeline.json":  `{"method":"PUT","path":"/_ingest/pipeline/P-clean","body":{"processors":[]}}`,
		"6-document.json":  `{"method":"PUT","path":"/P-items/_doc/1","body":{"by":[]}}`,
		"6-removed.json":   `{"method":"PUT","path":"/P-items/_doc/2","body":{}}`,
		"6-remover.json":   `{"method":"DELETE","path":"/P-items/_doc/2"}`,
		"7-generated.json": `{"method":"POST","path":"/P-items/_doc","body":{"generated":G}}`,
		"8-increment.json": `{"method":"POST","path":"/P-items/_update/1","body":{"script":{"source":"ctx._source.by.add(params.g)","params":{"g":G}}}}`,
		"9-bulk.json":      `{"method":"POST","path":"/_bulk","body":[{"index":{"_index":"P-items","_id":"b"}},{"bulk":1}]}`,
	} {
		text = strings.NewReplacer("G", fmt.Sprint(s.generation), "P", s.prefix).Replace(strings.ReplaceAll(text, "PUT", "\x00"))
		text = strings.NewReplacer("\x00", "PUT", s.prefix+"OST", "POST").Replace(text)
		files[s.prefix+"/"+strings.ReplaceAll(name, "P", s.prefix)] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// documents returns what the index has, in an order of its own.
func (s *schedule) documents() string {
	s.node.Do(s.T, http.MethodPost, "/"+s.prefix+"-items/_refresh", "")
	hits := gjson.Get(s.node.Do(s.T, http.MethodGet, "/"+s.prefix+"-items/_search?size=1000", ""), "hits.hits.#._source").Array()
	texts := make([]string, len(hits))
	for i, hit := range hits {
		texts[i] = hit.Raw
	}
	slices.Sort(texts)
	return "[" + strings.Join(texts, ",\n") + "]"
}

// state returns what the files have made, without what differs between two runs.
func (s *schedule) state() string {
	p := s.prefix
	parts := []string{
		s.node.Do(s.T, http.MethodGet, "/_index_template/1-"+p+"-logs", ""),
		s.node.Do(s.T, http.MethodGet, "/_index_template/2-"+p+"-full", ""),
		gjson.Get(s.fromProxy("/_plugins/_ism/policies/3-"+p+"-keep"), "policy").Raw,
		gjson.Get(s.node.Do(s.T, http.MethodGet, "/"+p+"-items", ""), p+"-items.{aliases,mappings,settings.index.number_of_replicas}").Raw,
		s.node.Do(s.T, http.MethodGet, "/_ingest/pipeline/"+p+"-clean", ""),
		s.documents(),
	}
	return strings.ReplaceAll(strings.Join(parts, "\n"), p, "P")
}

func (s *schedule) fromProxy(path string) string {
	s.mu.Lock()
	s.left = 0
	s.mu.Unlock()
	response, err := http.Get(s.hosts[0].URL + path)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return string(body)
}

// records returns the records of the connection.
func (s *schedule) records() string {
	s.node.Do(s.T, http.MethodPost, "/"+search.Index+"/_refresh", "")
	found := s.node.Do(s.T, http.MethodGet, "/"+search.Index+"/_search?size=1000&q=connection:"+s.prefix, "")
	var lines []string
	for _, hit := range gjson.Get(found, "hits.hits").Array() {
		if strings.HasSuffix(hit.Get("_id").Str, "/.lock") {
			continue // it ends by itself
		}
		source := hit.Get("_source")
		lines = append(lines, fmt.Sprintf("%s %s by %s, %d fields, lock %s",
			hit.Get("_id").Str, source.Get("content_hash").Str, source.Get("executed_by").Str, len(source.Map()), source.Get("lock").Raw))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func wantedRecords(files fstest.MapFS) string {
	var lines []string
	for name, file := range files {
		lines = append(lines, fmt.Sprintf("%s %x by me, 6 fields, lock ", name, sha256.Sum256(file.Data)))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
