package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
)

// TestToolMetrics: calls are counted by tool and outcome, and their durations by tool; nothing else makes a
// series.
func TestToolMetrics(t *testing.T) {
	a, _ := startAgents(t, desk)
	calls := []string{
		callOf("work", `{"how":"well"}`), callOf("work", `{"how":"well"}`), callOf("work", `{"how":"not"}`), callOf("work", `{"how":"no way"}`),
		callOf("work", `{"how":"denied"}`),
		callOf("work", `{"how":"broken"}`), callOf("rest", `{"status":204}`), callOf("rest", `{"status":404}`), callOf("rest", `{"status":403}`),
		callOf("rest", `{"status":500}`),
		callOf("hidden", `{}`), callOf("nothing", `{}`), callOf("work", `[]`), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
	}
	for _, one := range calls {
		askAgents(t, a, one, keyed...)
	}
	askAgents(t, a, callOf("work", `{"how":"well"}`)) // is refused before it counts as a call
	if got, want := series(t, a, "mcp_tool_"), []string{
		"mcp_tool_calls{outcome=denied,tool=rest} 1", "mcp_tool_calls{outcome=denied,tool=work} 1", "mcp_tool_calls{outcome=internal,tool=rest} 1",
		"mcp_tool_calls{outcome=internal,tool=work} 1", "mcp_tool_calls{outcome=ok,tool=rest} 1", "mcp_tool_calls{outcome=ok,tool=work} 2",
		"mcp_tool_calls{outcome=tool_error,tool=rest} 1", "mcp_tool_calls{outcome=tool_error,tool=work} 2",
		"mcp_tool_duration{tool=rest} 4", "mcp_tool_duration{tool=work} 6",
	}; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestToolMetricsOutliveReloads: the metrics belong to the process.
func TestToolMetricsOutliveReloads(t *testing.T) {
	a, _ := startAgents(t, desk)
	askAgents(t, a, callOf("rest", `{"status":204}`), keyed...)
	if err := a.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	askAgents(t, a, callOf("rest", `{"status":204}`), keyed...)
	if got, want := series(t, a, "mcp_tool_"), []string{"mcp_tool_calls{outcome=ok,tool=rest} 2", "mcp_tool_duration{tool=rest} 2"}; !slices.Equal(got,
		want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestAgentRequestMetrics: requests of agents are measured by method, tool and error, and clients cannot make up series.
func TestAgentRequestMetrics(t *testing.T) {
	a, _ := startAgents(t, desk)
	for _, one := range []string{
		callOf("work", `{"how":"well"}`), callOf("work", `{"how":"not"}`), callOf("work", `{"how":"denied"}`), callOf("work", `[]`),
		callOf("nothing", `{}`),
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":"made/up"}`, `{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{`,
	} {
		askAgents(t, a, one, keyed...)
	}
	if got, want := series(t, a, "mcp_server_"), []string{
		"mcp_server_operation_duration_seconds{error_type=-32601,mcp_method_name=_OTHER} 1",
		"mcp_server_operation_duration_seconds{error_type=-32602,mcp_method_name=tools/call} 2",
		"mcp_server_operation_duration_seconds{error_type=tool_error,gen_ai_tool_name=work,mcp_method_name=tools/call} 2",
		"mcp_server_operation_duration_seconds{gen_ai_tool_name=work,mcp_method_name=tools/call} 1",
		"mcp_server_operation_duration_seconds{mcp_method_name=ping} 1",
		"mcp_server_operation_duration_seconds{mcp_method_name=tools/list} 1",
	}; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// series lists the metrics whose names begin so: of a duration only the count, and the sum must be positive.
func series(t *testing.T, a *app.App, begin string) (list []string) {
	t.Helper()
	families, err := a.Serving().Metrics().Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if !strings.HasPrefix(family.GetName(), begin) {
			continue
		}
		for _, m := range family.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetName()+"="+l.GetValue())
			}
			count := m.GetCounter().GetValue()
			if h := m.GetHistogram(); h != nil {
				count = float64(h.GetSampleCount())
				if sum := h.GetSampleSum(); sum <= 0 || sum > 60 {
					t.Errorf("%s: %v took %v seconds", family.GetName(), labels, sum)
				}
			}
			slices.Sort(labels)
			list = append(list, fmt.Sprintf("%s{%s} %v", family.GetName(), strings.Join(labels, ","), count))
		}
	}
	slices.Sort(list)
	return list
}
