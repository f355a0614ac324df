package search

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// applyPolicy puts the policy. One that exists is replaced by naming its version, which is read anew when another
// client was faster.
func (a *applying) applyPolicy(ctx context.Context) error {
	for n := 0; ; n++ {
		version, exists, err := a.policyVersion(ctx)
		if err != nil {
			return err
		}
		answer, err := a.put(ctx, cluster.Request{Method: a.method, Path: a.path + version, Body: a.body}, a.policyIsThere)
		switch {
		case err == nil && exists:
			return a.follow(ctx, answer)
		case err == nil:
			return nil
		case answer == nil || answer.Status != http.StatusConflict || n+1 == attempts:
			return err
		}
	}
}

// policyVersion returns the query that names the version of the policy on the cluster, empty if there is none.
// The numbers are those of the whole index of policies, so that 0 is one of them.
func (t *Target) policyVersionAt(ctx context.Context, path string) (query string, exists bool, err error) {
	answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodGet, Path: path})
	switch {
	case err != nil:
		return "", false, err
	case answer.Status == http.StatusNotFound:
		return "", false, nil
	case isUnknownPath(answer):
		return "", false, t.noIndexManagement()
	case !answer.OK():
		return "", false, answer.Err()
	}
	sequence, term := answer.Get("_seq_no"), answer.Get("_primary_term")
	if !sequence.Exists() || !term.Exists() {
		return "", false, fault.New("search.policy", fault.Internal, "the cluster's answer about the policy has no _seq_no and _primary_term")
	}
	return fmt.Sprintf("?if_seq_no=%d&if_primary_term=%d", sequence.Int(), term.Int()), true, nil
}

// isUnknownPath reports whether no part of the cluster serves the path: the plugin is missing that would.
func isUnknownPath(answer *cluster.Answer) bool {
	return answer.Status == http.StatusBadRequest && strings.HasPrefix(answer.Get("error").String(), "no handler found for uri")
}

func (t *Target) noIndexManagement() error {
	return fault.New("search.policy", fault.NotFound, fmt.Sprintf("the cluster of search connection %q has no index management", t.Name())).
		WithHint("install the plugin opensearch-index-management on the cluster, or remove the policy")
}

func (a *applying) policyVersion(ctx context.Context) (query string, exists bool, err error) {
	return a.policyVersionAt(ctx, a.path)
}

// policyIsThere reports whether the cluster has the policy as the file says.
func (a *applying) policyIsThere(ctx context.Context) (bool, error) {
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: a.path})
	if err != nil || !answer.OK() {
		return false, err
	}
	return len(differences(a.change, answer.Body)) == 0, nil
}

// follow finds the indices that a changed policy does not reach, because they are managed by the former one until
// they are switched, and switches them if that is wanted.
func (a *applying) follow(ctx context.Context, put *cluster.Answer) error {
	behind, err := a.behind(ctx, put)
	if err != nil || len(behind) == 0 {
		return err
	}
	names := strings.Join(behind, ", ")
	if !a.o.ApplyPolicies {
		a.warn("migration-policy-behind", fmt.Sprintf("indices that are managed already keep the former policy %q: %s", a.name, names),
			"run with --apply-policies to change that")
		return nil
	}
	answer, err := a.put(ctx, a.followRequest(behind), unknowable)
	if err != nil {
		return err
	}
	return a.failureInside(answer)
}

func (a *applying) followRequest(indices []string) cluster.Request {
	return cluster.Request{
		Method: http.MethodPost, Path: "/_plugins/_ism/change_policy/" + url.PathEscape(strings.Join(indices, ",")),
		Body: fmt.Appendf(nil, `{"policy_id":%s}`, quoted(a.name)),
	}
}

// behind returns the indices that a former version of the policy manages. A cluster that cannot say is a warning.
func (a *applying) behind(ctx context.Context, put *cluster.Answer) ([]string, error) {
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: "/_plugins/_ism/explain/*"})
	if err != nil {
		return nil, err
	}
	if !answer.OK() {
		a.warn("migration-policy-behind", fmt.Sprintf("the indices that follow the former policy %q cannot be listed: %v", a.name, answer.Err()),
			"indices that are managed already keep it; see POST /_plugins/_ism/change_policy")
		return nil, nil
	}
	current := int64(-1)
	if put != nil && put.Get("_seq_no").Exists() {
		current = put.Get("_seq_no").Int()
	}
	var behind []string
	for name, state := range answer.Get("@this").Map() {
		if state.Get("policy_id").Str == a.name && state.Get("policy_seq_no").Int() != current {
			behind = append(behind, name)
		}
	}
	slices.Sort(behind)
	return behind, nil
}
