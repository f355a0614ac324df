package searchtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// policies answers for the index management plugin.
type policies struct {
	mu       sync.Mutex
	all      map[string]stored
	managed  map[string]managed
	sequence int
	any      bool // a policy was stored at some time
}

type stored struct {
	policy            map[string]any
	version, sequence int
}

// managed is an index, with the policy and the version that it follows.
type managed struct {
	policy   string
	sequence int
}

func newPolicies() *policies {
	return &policies{all: map[string]stored{}, managed: map[string]managed{}}
}

func (p *policies) serve(w http.ResponseWriter, r *http.Request, rest string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kind, name, _ := strings.Cut(rest, "/")
	switch {
	case kind == "policies" && r.Method == http.MethodPut:
		p.put(w, r, name)
	case kind == "policies" && r.Method == http.MethodGet:
		p.get(w, name)
	case kind == "explain" && r.Method == http.MethodGet:
		p.explain(w)
	case kind == "change_policy" && r.Method == http.MethodPost:
		p.change(w, r, name)
	default:
		answer(w, http.StatusMethodNotAllowed, fmt.Sprintf(`{"error":"Incorrect HTTP method for uri [%s]","status":405}`, r.URL.Path))
	}
}

func (p *policies) put(w http.ResponseWriter, r *http.Request, name string) {
	var body struct{ Policy map[string]any }
	text, _ := io.ReadAll(r.Body)
	if json.Unmarshal(text, &body) != nil || body.Policy == nil {
		answer(w, http.StatusBadRequest, `{"error":{"root_cause":[],"type":"parsing_exception","reason":"expecting token of type [START_OBJECT] but `+
			`found [VALUE_STRING]"},"status":400}`)
		return
	}
	if body.Policy["default_state"] == nil {
		answer(w, http.StatusBadRequest, `{"error":{"type":"illegal_argument_exception","reason":"Policy must have a valid default state"},"status":400}`)
		return
	}
	before, exists := p.all[name]
	query := r.URL.Query()
	if exists && (query.Get("if_seq_no") != fmt.Sprint(before.sequence) || query.Get("if_primary_term") != "1") {
		answer(w, http.StatusConflict, fmt.Sprintf(
			`{"error":{"type":"version_conflict_engine_exception","reason":"[%s]: version conflict, document already exists (current `+
				`version [%d])"},"status":409}`,
			name, before.version))
		return
	}
	policy := body.Policy
	policy["policy_id"], policy["last_updated_time"], policy["schema_version"], policy["error_notification"] = name, 1, 21, nil
	after := stored{policy, before.version + 1, p.sequence}
	p.all[name], p.any = after, true
	p.sequence++
	status := http.StatusCreated
	if exists {
		status = http.StatusOK
	}
	answer(w, status, after.answer(name, map[string]any{"policy": policy}))
}

func (s stored) answer(name string, policy any) string {
	encoded, _ := json.Marshal(map[string]any{
		"_id": name, "_version": s.version, "_primary_term": 1, "_seq_no": s.sequence, "policy": policy,
	})
	return string(encoded)
}

func (p *policies) get(w http.ResponseWriter, name string) {
	s, exists := p.all[name]
	switch {
	case exists:
		answer(w, http.StatusOK, s.answer(name, s.policy))
	case p.any:
		answer(w, http.StatusNotFound, `{"error":{"type":"status_exception","reason":"Policy not found"},"status":404}`)
	default:
		answer(w, http.StatusNotFound, `{"error":{"type":"index_not_found_exception","reason":"no such index [.opendistro-ism-config]"},"status":404}`)
	}
}

func (p *policies) explain(w http.ResponseWriter) {
	all := map[string]any{"total_managed_indices": len(p.managed)}
	for index, m := range p.managed {
		all[index] = map[string]any{"index": index, "policy_id": m.policy, "policy_seq_no": m.sequence, "policy_primary_term": 1}
	}
	encoded, _ := json.Marshal(all)
	answer(w, http.StatusOK, string(encoded))
}

func (p *policies) change(w http.ResponseWriter, r *http.Request, names string) {
	var body struct {
		Policy string `json:"policy_id"`
	}
	if json.NewDecoder(r.Body).Decode(&body) != nil {
		answer(w, http.StatusBadRequest, `{"error":"no policy_id","status":400}`)
		return
	}
	count := 0
	for name := range strings.SplitSeq(names, ",") {
		if _, ok := p.managed[name]; ok {
			p.managed[name] = managed{body.Policy, p.all[body.Policy].sequence}
			count++
		}
	}
	answer(w, http.StatusOK, fmt.Sprintf(`{"updated_indices":%d,"failures":false,"failed_indices":[]}`, count))
}
