package data

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/script"
)

func killSearch(t *testing.T) {
	script.Searching.Lock()
	defer script.Searching.Unlock()
	node := searchtest.Shared(t)
	node.Clean(t)
	target := &killedSearch{T: t, node: node, proxy: searchtest.NewProxy(t, node), dead: map[int64]bool{}}
	k := newKilling(t, "opensearch: [{ name: main, hosts: [\""+target.proxy.URL+"\"], migrations: { enabled: true } }]\n", target, "-m", "opensearch")
	k.run()
	target.expires(k)
}

// killedSearch is a cluster.
type killedSearch struct {
	*testing.T
	node  *searchtest.Node
	proxy *searchtest.Proxy
	dead  map[int64]bool // the processes that were killed
}

func (s *killedSearch) files(round int) map[string]string {
	return map[string]string{
		named(round, 1, "-template.json"): `{"settings":{"number_of_replicas":0}}`,
		named(round, 2, "-policy.json"):   `{"policy":{"description":"d","default_state":"hot","states":[{"name":"hot","actions":[],"transitions":[]}]}}`,
		named(round, 3, "-index.json"):    `{"settings":{"number_of_shards":1,"number_of_replicas":0}}`,
		named(round, 4, ".json"):          fmt.Sprintf(`{"method":"POST","path":"/hits/_doc?refresh=wait_for","body":{"round":%d}}`, round),
	}
}

// buried lets time pass for the lock of a process that was killed. Otherwise each would keep all others waiting for 30
// seconds.
func (s *killedSearch) buried(pid int) {
	s.dead[int64(pid)] = true
	s.proxy.AwaitIdle()
	const lock = "/" + search.Index + "/_doc/main%2F.lock"
	_, found := s.send(http.MethodGet, lock, "")
	if !s.dead[gjson.Get(found, "_source.lock.process").Int()] {
		return
	}
	var document map[string]map[string]any
	_ = json.Unmarshal([]byte(`{"lock":`+gjson.Get(found, "_source.lock").Raw+`}`), &document) // a document of this index
	document["lock"]["expires"] = time.Now().Add(-time.Hour)
	body, err := json.Marshal(map[string]any{"connection": "main", "lock": document["lock"]})
	if err != nil {
		s.Fatal(err)
	}
	// If another process was faster, the answer is 409.
	s.send(http.MethodPut, fmt.Sprintf("%s?if_seq_no=%d&if_primary_term=%d", lock, gjson.Get(found, "_seq_no").Int(),
		gjson.Get(found, "_primary_term").Int()), string(body))
}

// send sends a request of which any answer will do.
func (s *killedSearch) send(method, path, body string) (status int, answer string) {
	s.Helper()
	request, err := http.NewRequest(method, s.proxy.URL+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// rounds returns the rounds of the documents that files have added.
func (s *killedSearch) rounds() []int64 {
	s.proxy.AwaitIdle()
	s.send(http.MethodPost, "/hits/_refresh", "")
	var rounds []int64
	_, found := s.send(http.MethodGet, "/hits/_search?size=1000", "")
	for _, round := range gjson.Get(found, "hits.hits.#._source.round").Array() {
		rounds = append(rounds, round.Int())
	}
	slices.Sort(rounds)
	return rounds
}

// decide looks if a request has taken effect, and does what the hint says.
func (s *killedSearch) decide(k *killing, file, hint string) {
	var round int64
	if _, err := fmt.Sscanf(file, "%03d-4.json", &round); err != nil {
		s.Fatalf("%s is interrupted: %v", file, err)
	}
	parts := regexp.MustCompile("`fwrun migrate (baseline [^`]+)`.*\\(DELETE (/\\S+)\\)").FindStringSubmatch(hint)
	if parts == nil {
		s.Fatalf("the hint is %q", hint)
	}
	if slices.Contains(s.rounds(), round) {
		k.command(append(strings.Fields(parts[1]), k.folder)...)
		return
	}
	if status, answer := s.send(http.MethodDelete, parts[2], ""); status != http.StatusOK {
		s.Errorf("DELETE %s: %d %s", parts[2], status, answer)
	}
}

func (s *killedSearch) check(files map[string]string) {
	var want []int64
	for i := range len(files) / 4 {
		want = append(want, int64(i))
		for _, path := range []string{
			"/_index_template/" + named(i, 1, ""), "/_plugins/_ism/policies/" + named(i, 2, ""), "/" + named(i, 3, ""),
		} {
			if status, answer := s.send(http.MethodGet, path, ""); status != http.StatusOK {
				s.Errorf("%s: %d %s", path, status, answer)
			}
		}
	}
	if got := s.rounds(); !slices.Equal(got, want) {
		s.Errorf("documents of the rounds %v, want %v", got, want)
	}
	for _, name := range sortedNames(files) {
		_, record := s.send(http.MethodGet, "/"+search.Index+"/_doc/main%2F"+name, "")
		source := gjson.Get(record, "_source")
		if want := fmt.Sprintf("%x", sha256.Sum256([]byte(files[name]))); source.Get("content_hash").Str != want || len(source.Map()) != 6 {
			s.Errorf("the record of %s is %s", name, record)
		}
	}
}

// expires kills a runner that holds the lock, and leaves the lock alone: it ends by itself.
func (s *killedSearch) expires(k *killing) {
	const last = "999-template.json"
	held := make(chan struct{})
	var once sync.Once
	s.proxy.Fail(func(r *http.Request) searchtest.Fault {
		if r.URL.Path != "/_index_template/999" {
			return searchtest.None
		}
		once.Do(func() { close(held) })
		return searchtest.Stalled
	})
	harness.WriteFile(s.T, filepath.Join(k.folder, "migrations/main/"+last), "{}")
	holder := k.start()
	select {
	case <-held:
	case <-time.After(harness.Patience):
		s.Error("the runner does not get to its file")
	}
	holder.kill()
	s.proxy.Fail(func(*http.Request) searchtest.Fault { return searchtest.None })
	if result := k.start().await(s.T); !result.OK { // await kills one that waits much longer than the lock holds
		s.Errorf("it does not go on: %s", result.output)
	}
}
