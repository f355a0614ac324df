package actuator_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/actuator"
)

func TestMappings(t *testing.T) {
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{actuator.Mappings("app", func() actuator.Routing {
		return actuator.Routing{
			Mappings: []actuator.Mapping{
				{
					Methods: []string{"POST", "PUT"}, Patterns: []string{"/users"}, Consumes: []string{"application/json", "!text/plain"},
					Produces: []string{"application/json"},
					Handler:  "users.Users#add(User)", Class: "users.Users", Method: "add", Descriptor: "(User)User",
				},
				{Patterns: []string{"/error"}, Handler: "f"},
				{Patterns: []string{"/**"}, Handler: "ResourceHttpRequestHandler [static/]", Bare: true},
			},
			Filters:  []actuator.Filter{{Name: "Guard", Class: "Guard", Patterns: []string{"^/a"}}},
			Servlets: []actuator.Servlet{{Name: "dispatcherServlet", Class: "c", Patterns: []string{"/"}}},
		}
	})}})
	want := `{"contexts":{"app":{"mappings":{"dispatcherServlets":{"dispatcherServlet":[` +
		`{"predicate":"{POST || PUT [/users], consumes [application/json || !text/plain], produces [application/json]}",` +
		`"handler":"users.Users#add(User)","details":{"handlerMethod":{"className":"users.Users","name":"add",` +
		`"descriptor":"(User)User"},"requestMappingConditions":{"consumes":[{"mediaType":"application/json","negated":false},{"mediaType":"text/plain",` +
		`"negated":true}],"headers":[],"methods":["POST","PUT"],"params":[],"patterns":["/users"],"produces":[{"mediaType":"application/json",` +
		`"negated":false}]}}},{"predicate":"{ [/error]}","handler":"f","details":{"requestMappingConditions":{"consumes":[],"headers":[],"methods":[],` +
		`"params":[],"patterns":["/error"],"produces":[]}}},{"predicate":"/**","handler":"ResourceHttpRequestHandler [static/]"}]},` +
		`"servletFilters":[{"servletNameMappings":[],"urlPatternMappings":["^/a"],"name":"Guard","className":"Guard"}],` +
		`"servlets":[{"mappings":["/"],"name":"dispatcherServlet","className":"c"}]}}}}`
	if got := body(t, s, "/actuator/mappings"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestMappingsOfEndpoints: the endpoints list themselves.
func TestMappingsOfEndpoints(t *testing.T) {
	s := serverOf(t, actuator.Options{Prefix: "/shop", Endpoints: []actuator.Endpoint{things(), deep()}})
	var lines []string
	for _, m := range s.MappingsOf() {
		lines = append(lines, strings.Join(m.Methods, ",")+" "+m.Patterns[0]+" "+m.Handler)
	}
	want := "GET /shop/actuator Actuator root web endpoint\n" +
		"GET /shop/actuator/things Actuator web endpoint 'things'\n" +
		"GET /shop/actuator/things/{name} Actuator web endpoint 'things-name'\n" +
		"POST /shop/actuator/things/{name} Actuator web endpoint 'things-name'\n" +
		"GET /shop/actuator/deep/{*path} Actuator web endpoint 'deep-path'"
	if got := strings.Join(lines, "\n"); got != want {
		t.Error(got)
	}
}

func TestScheduledTasks(t *testing.T) {
	at := time.Date(2026, 11, 22, 7, 25, 25, 70654246, time.FixedZone("", 3600))
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{actuator.ScheduledTasks(func() []actuator.ScheduledTask {
		return []actuator.ScheduledTask{
			{
				Target: "Jobs.failing", Cron: "* * * * * *", Zone: "UTC", Next: at,
				Last: actuator.LastRun{Status: actuator.Failed, Time: at, Failure: "TypeError", Message: "bad job"},
			},
			{
				Target: "Jobs.slow", FixedDelay: 2 * time.Second, InitialDelay: 500 * time.Millisecond, Running: 1, Runs: 3, Skipped: 2,
				Last: actuator.LastRun{Status: actuator.Started, Time: at},
			},
			{Target: "Jobs.often", FixedRate: 3 * time.Second},
			{Target: "Jobs.never", Trigger: "disabled"},
		}
	})}})
	const moment = `"2026-11-22T06:25:25.070654246Z"`
	want := `{"cron":[{"runnable":{"target":"Jobs.failing"},"expression":"* * * * * *",` +
		`"lastExecution":{"status":"ERROR","time":` + moment + `,"exception":{"type":"TypeError","message":"bad job"}},"nextExecution":{"time":` + moment +
		`},"zone":"UTC","running":0,"runs":0,"skipped":0}],` +
		`"custom":[{"runnable":{"target":"Jobs.never"},"trigger":"disabled","running":0,"runs":0,"skipped":0}],` +
		`"fixedDelay":[{"runnable":{"target":"Jobs.slow"},"initialDelay":500,"interval":2000,"lastExecution":{"status":"STARTED","time":` + moment +
		`},"running":1,"runs":3,"skipped":2}],` +
		`"fixedRate":[{"runnable":{"target":"Jobs.often"},"initialDelay":0,"interval":3000,"running":0,"runs":0,"skipped":0}]}`
	if got := body(t, s, "/actuator/scheduledtasks"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
