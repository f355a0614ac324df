package search

import (
	"fmt"
	"strings"
	"testing"
)

// differ compares a file with a cluster's answer, as lines of key, file and cluster.
func differ(t *testing.T, name, text, answer string) string {
	t.Helper()
	c, problems := read(fileOf(name, text))
	if len(problems.Errors()) > 0 {
		t.Fatal(problems)
	}
	var lines []string
	for _, d := range differences(c, []byte(answer)) {
		lines = append(lines, fmt.Sprintf("%s: %s / %s", d.Key, d.File, d.Cluster))
	}
	return strings.Join(lines, "\n")
}

func TestDifferencesOfIndices(t *testing.T) {
	const generated = `"index.uuid":"x","index.creation_date":"1","index.version.created":"2","index.provided_name":"p",` +
		`"index.replication.type":"DOCUMENT"`
	settings := func(more string) string {
		return `{"p":{"aliases":{},"mappings":{},"settings":{` + generated + more + `}}}`
	}
	mappings := func(text string) string {
		return `{"p":{"aliases":{},"settings":{` + generated + `},"mappings":` + text + `}}`
	}
	aliases := func(text string) string {
		return `{"p-0123":{"mappings":{},"settings":{` + generated + `},"aliases":` + text + `}}`
	}
	for _, c := range []struct{ what, file, cluster, want string }{
		{"a text for a number", `{"settings":{"number_of_shards":1}}`, settings(`,"index.number_of_shards":"1"`), ""},
		{"a number for a text", `{"settings":{"number_of_shards":"1"}}`, settings(`,"index.number_of_shards":"1"`), ""},
		{"a boolean", `{"settings":{"index.hidden":true}}`, settings(`,"index.hidden":"true"`), ""},
		{"nested settings", `{"settings":{"index":{"mapping":{"total_fields":{"limit":10}}}}}`, settings(`,"index.mapping.total_fields.limit":"10"`), ""},
		{
			"settings with and without index", `{"settings":{"index.codec":"a","index":{"hidden":false},"refresh_interval":"5s"}}`,
			settings(`,"index.codec":"a","index.hidden":"false","index.refresh_interval":"5s"`), "",
		},
		{"a list of one", `{"settings":{"query":{"default_field":"a"}}}`, settings(`,"index.query.default_field":["a"]`), ""},
		{"a list", `{"settings":{"query.default_field":["a","b"]}}`, settings(`,"index.query.default_field":["a","b"]`), ""},
		{
			"a list in another order", `{"settings":{"query.default_field":["b","a"]}}`, settings(`,"index.query.default_field":["a","b"]`),
			`settings.index.query.default_field: ["b","a"] / ["a","b"]`,
		},
		{"null is the default", `{"settings":{"refresh_interval":null}}`, settings(""), ""},
		{"what only the cluster has", `{"settings":{}}`, settings(`,"index.number_of_shards":"1"`), ""},
		{"another value", `{"settings":{"number_of_shards":2}}`, settings(`,"index.number_of_shards":"1"`), `settings.index.number_of_shards: 2 / "1"`},
		{"a missing one", `{"settings":{"refresh_interval":"5s"}}`, settings(""), `settings.index.refresh_interval: "5s" / `},
		{"what each index has", `{"settings":{"index.uuid":"y","provided_name":"z"}}`, settings(""), ""},
		{
			"objects have a type", `{"mappings":{"properties":{"a":{"type":"object","properties":{"b":{"type":"long"}}}}}}`,
			mappings(`{"properties":{"a":{"properties":{"b":{"type":"long"}}}}}`), "",
		},
		{
			"texts of mappings", `{"mappings":{"dynamic":false,"properties":{"a":{"type":"keyword","ignore_above":256}}}}`,
			mappings(`{"dynamic":"false","properties":{"a":{"type":"keyword","ignore_above":256}}}`), "",
		},
		{
			"another type", `{"mappings":{"properties":{"a":{"type":"long"}}}}`, mappings(`{"properties":{"a":{"type":"text"},"b":{"type":"text"}}}`),
			`mappings.properties.a.type: "long" / "text"`,
		},
		{
			"a missing field", `{"mappings":{"properties":{"a":{"type":"long"},"b":{"type":"date"}}}}`, mappings(`{"properties":{"a":{"type":"long"}}}`),
			`mappings.properties.b.type: "date" / `,
		},
		{"what holds anyway", `{"mappings":{"_source":{"enabled":true},"properties":{"a":{"type":"keyword","index":true,"norms":false},` +
			`"b":{"type":"text","norms":true}}}}`, mappings(`{"properties":{"a":{"type":"keyword"},"b":{"type":"text"}}}`), ""},
		{
			"what does not hold anyway", `{"mappings":{"properties":{"a":{"type":"text","index":false,"norms":false}}}}`,
			mappings(`{"properties":{"a":{"type":"text"}}}`), "mappings.properties.a.index: false / \nmappings.properties.a.norms: false / ",
		},
		{"no mappings", `{"mappings":{}}`, mappings(`{}`), ""},
		{"an alias", `{"aliases":{"a":{}}}`, aliases(`{"a":{},"p":{}}`), ""},
		{"routing is two", `{"aliases":{"a":{"routing":"1"}}}`, aliases(`{"a":{"index_routing":"1","search_routing":"1"}}`), ""},
		{
			"a filter", `{"aliases":{"a":{"filter":{"term":{"b":1}}}}}`, aliases(`{"a":{"filter":{"term":{"b":2}}}}`),
			`aliases.a: {"filter.term.b":1} / {"filter.term.b":2}`,
		},
		{"a missing alias", `{"aliases":{"a":{}}}`, aliases(`{"b":{}}`), "aliases.a: {} / "},
		{"a byte order mark", "\ufeff" + `{"settings":{"number_of_shards":1}}`, settings(`,"index.number_of_shards":"1"`), ""},
	} {
		if got := differ(t, "p.json", c.file, c.cluster); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
	}
}

func TestDifferencesOfTemplates(t *testing.T) {
	for _, c := range []struct{ what, file, cluster, want string }{
		{
			"what was wrapped", `{"settings":{"number_of_shards":1},"mappings":{}}`,
			`{"index_patterns":["logs*"],"template":{"settings":{"index":{"number_of_shards":"1"}},"mappings":{}},"composed_of":[]}`, "",
		},
		{
			"a pattern as a text", `{"index_patterns":"l*","priority":7,"template":{"aliases":{"a":{}}}}`,
			`{"index_patterns":["l*"],"template":{"aliases":{"a":{}}},"composed_of":[],"priority":7}`, "",
		},
		{"no template", `{"index_patterns":["l*"]}`, `{"index_patterns":["l*"],"composed_of":[]}`, ""},
		{
			"members of its own", `{"index_patterns":["l*"],"version":3,"_meta":{"a":{"b":1}},"composed_of":["c"]}`,
			`{"index_patterns":["l*"],"composed_of":["c"],"version":3,"_meta":{"a":{"b":1}}}`, "",
		},
		{
			"a data stream's field", `{"index_patterns":["l*"],"data_stream":{}}`,
			`{"index_patterns":["l*"],"composed_of":[],"data_stream":{"timestamp_field":{"name":"@timestamp"}}}`, "",
		},
		{
			"another field of a data stream", `{"index_patterns":["l*"],"data_stream":{"timestamp_field":{"name":"at"}}}`,
			`{"index_patterns":["l*"],"composed_of":[],"data_stream":{"timestamp_field":{"name":"@timestamp"}}}`,
			`data_stream.timestamp_field.name: "at" / "@timestamp"`,
		},
		{"another priority", `{"index_patterns":["l*"],"priority":7}`, `{"index_patterns":["l*"],"composed_of":[],"priority":8}`, "priority: 7 / 8"},
		{
			"other patterns", `{"index_patterns":["l*","m*"]}`, `{"index_patterns":["l*"],"composed_of":[]}`, `index_patterns: ["l*","m*"] / ["l*"]`,
		},
		{
			"what only the cluster has", `{"index_patterns":["l*"],"template":{"settings":{"codec":"a"}}}`,
			`{"index_patterns":["l*"],"composed_of":["c"],"template":{"settings":{"index":{"codec":"a","hidden":"true"}},` +
				`"mappings":{"properties":{"x":{"type":"long"}}}},"priority":9}`,
			"composed_of:  / [\"c\"]\npriority:  / 9\ntemplate.mappings.properties.x.type:  / \"long\"\ntemplate.settings.index.hidden:  / \"true\"",
		},
		{
			"dynamic templates", `{"mappings":{"dynamic_templates":[{"a":{"match":"*_at","mapping":{"type":"date"}}}]}}`,
			`{"index_patterns":["logs*"],"template":{"mappings":{"dynamic_templates":[{"a":{"mapping":{"type":"date"},"match":"*_at"}}]}},"composed_of":[]}`,
			"",
		},
	} {
		answer := `{"index_templates":[{"name":"logs","index_template":` + c.cluster + `}]}`
		if got := differ(t, "logs-template.json", c.file, answer); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
	}
}

func TestDifferencesOfPolicies(t *testing.T) {
	const added = `"policy_id":"keep","last_updated_time":1700000000000,"schema_version":21,"error_notification":null,`
	const retry = `"retry":{"count":3,"backoff":"exponential","delay":"1m"},`
	for _, c := range []struct{ what, file, cluster, want string }{
		{
			"what the cluster adds", `"description":"d","default_state":"hot","states":[{"name":"hot","actions":[{"delete":{}}],"transitions":[]}]`,
			added + `"description":"d","default_state":"hot","states":[{"name":"hot","actions":[{` + retry + `"delete":{}}],"transitions":[]}]`, "",
		},
		{
			"a retry of its own", `"states":[{"actions":[{"retry":{"count":5,"backoff":"linear","delay":"1h"},"delete":{}}]}]`,
			added + `"states":[{"actions":[{` + retry + `"delete":{}}]}]`,
			"states[0].actions[0].retry.backoff: \"linear\" / \nstates[0].actions[0].retry.count: 5 / \nstates[0].actions[0].retry.delay: \"1h\" / ",
		},
		{
			"numbers as texts", `"states":[{"actions":[{"rollover":{"min_doc_count":"10"}}],"transitions":[{"state_name":"w",` +
				`"conditions":{"min_index_age":"1d"}}]}]`,
			added + `"states":[{"actions":[{` + retry + `"rollover":{"min_doc_count":10,"copy_alias":false}}],"transitions":[{"state_name":"w",` +
				`"conditions":{"min_index_age":"1d"}}]}]`, "",
		},
		{
			"a template as an object", `"ism_template":{"index_patterns":["l*"],"priority":1}`,
			added + `"ism_template":[{"index_patterns":["l*"],"priority":1,"last_updated_time":1700000000000}]`, "",
		},
		{
			"the priority of a template", `"ism_template":[{"index_patterns":["l*"]}]`,
			added + `"ism_template":[{"index_patterns":["l*"],"priority":0,"last_updated_time":1700000000000}]`, "",
		},
		{"a description", `"description":"a"`, added + `"description":"b"`, `description: "a" / "b"`},
		{
			"a state", `"states":[{"name":"hot"},{"name":"cold"}]`, added + `"states":[{"name":"hot"}]`, `states[1].name: "cold" / `,
		},
		{"what only the cluster has", `"states":[]`, added + `"states":[{"name":"hot"}]`, `states[0].name:  / "hot"`},
		{
			"a notification", `"error_notification":{"channel":{"id":"a"}}`,
			strings.Replace(added, "null", `{"channel":{"id":"b"}}`, 1) + `"x":null`, `error_notification.channel.id: "a" / "b"`,
		},
	} {
		cluster := strings.TrimSuffix(c.cluster, ",")
		answer := `{"_id":"keep","_version":1,"_seq_no":0,"_primary_term":1,"policy":{` + cluster + `}}`
		if got := differ(t, "keep-policy.json", `{"policy":{`+c.file+`}}`, answer); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
	}
}
