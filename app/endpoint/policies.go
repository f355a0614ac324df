package endpoint

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/host/cors"
	"github.com/fwrun/fwrun/host/forwarded"
	"github.com/fwrun/fwrun/platform/config"
)

// ReadPolicies reads the policies for clients. ofAgents is the rule of CORS that framework.mcp implies; nil if there is none.
func ReadPolicies(r *config.Reader, ofAgents *cors.Rule) host.Policies {
	return host.Policies{CORS: readCORS(r, ofAgents), Trust: readTrust(r)}
}

// readCORS reads the rules for some paths, in their order, followed by the rule for the MCP endpoint and the
// rule for all paths.
func readCORS(r *config.Reader, ofAgents *cors.Rule) *cors.Policy {
	sections := r.Items("server.cors.paths")
	for _, one := range sections {
		one.Require("path", "origins")
	}
	ownRules := len(sections)
	rules := make([]cors.Rule, len(sections))
	for i, one := range sections {
		rules[i] = readRule(one)
		rules[i].Path = one.String("path")
	}
	if r.Has("server.cors.origins") {
		sections = append(sections, r.Under("server.cors"))
		rules = append(rules, readRule(sections[ownRules]))
	}
	if ofAgents != nil {
		rules = slices.Insert(rules, ownRules, *ofAgents)
		sections = slices.Insert(sections, ownRules, r.Under("framework.mcp"))
	}
	if len(rules) == 0 {
		return nil
	}
	policy, mistakes := cors.New(rules)
	for _, m := range mistakes {
		sections[m.Rule].Reject(m.Field, m.Text, m.Hint)
	}
	return policy
}

func readRule(r *config.Reader) cors.Rule {
	return cors.Rule{
		Origins:        r.Strings("origins"),
		Methods:        r.Strings("methods"),
		Headers:        r.Strings("headers"),
		Exposed:        r.Strings("exposed-headers"),
		Credentials:    r.Bool("credentials"),
		MaxAge:         r.Duration("max-age"),
		PrivateNetwork: r.Bool("private-network"),
	}
}

func readTrust(r *config.Reader) *forwarded.Trust {
	kinds := map[string]forwarded.Kind{"x-forwarded": forwarded.XForwarded, "forwarded": forwarded.Standard}
	kind := kinds[r.String("server.forwarded-headers")]
	trust, err := forwarded.NewTrust(r.Strings("server.trusted-proxies"), kind)
	if err != nil {
		r.Reject("server.trusted-proxies", fmt.Sprintf("contains an invalid entry: %v", err),
			"for example server.trusted-proxies: [127.0.0.1, 10.0.0.0/8, loopback, private, unix]")
	}
	return trust
}
