package health_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/health"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
)

func TestHealth(t *testing.T) {
	p := realmtest.New(t, health.Module())
	p.Cases([][2]string{
		{`JSON.stringify(Health.up())`, `{"status":"UP"}`},
		{`JSON.stringify(Health.up().withDetail("b", 1).withDetail("a", { c: [2] }))`, `{"status":"UP","details":{"b":1,"a":{"c":[2]}}}`},
		{`JSON.stringify(Health.down())`, `{"status":"DOWN"}`},
		{
			`JSON.stringify(Health.down(new TypeError("no desk")).withDetail("desk", 7))`,
			`{"status":"DOWN","details":{"error":"TypeError: no desk","desk":7}}`,
		},
		{`class NoDesk extends Error {}; Health.down(new NoDesk("gone")).getDetails().error`, "NoDesk: gone"},
		{`Health.down(new Error("plain")).getDetails().error`, "Error: plain"},
		{`Health.down(new Error()).getDetails().error`, "Error"},
		{`Health.down("a text").getDetails().error`, "a text"},
		{`Health.down({ message: "odd" }).getDetails().error`, "Object: odd"},
		{`Health.down(Object.create(null)).getDetails().error`, "Error"},
		{`[Health.outOfService(), Health.unknown(), Health.status(" FATAL ")].map((h) => h.getStatus()).join()`, "OUT_OF_SERVICE,UNKNOWN,FATAL"},
		{`const h = Health.up(); h === h.withDetail("a", 1) && h instanceof Health`, "true"},
		{`JSON.stringify(Health.up().withDetail("__proto__", 1).withDetail("none"))`, `{"status":"UP","details":{"__proto__":1,"none":null}}`},
		{`Health.status()`, `throws TypeError: Health.status takes a code, such as "FATAL"`},
		{`Health.status("")`, `throws TypeError: Health.status takes a code, such as "FATAL"`},
		{`Health.up().withDetail(1, 2)`, "throws TypeError: withDetail takes a name and a value"},
		{`new Health()`, "throws TypeError: a Health cannot be made with new; use Health.up(), .down(error), .outOfService(), .unknown() or .status(code)"},
		{`new (class Desk extends HealthIndicator {})().health()`, "throws TypeError: Desk extends HealthIndicator, but has no method health"},
		{`new (class About extends InfoContributor {})().contribute()`, "throws TypeError: About extends InfoContributor, but has no method contribute"},
	})
}

func TestRead(t *testing.T) {
	p := realmtest.New(t, health.Module())
	informers := realmtest.Can[engine.Informers](p)
	for script, want := range map[string]string{
		`Health.up()`:                        "UP",
		`Health.status("x").withDetail("a")`: `x {"a":null}`,
		`({ $status: "UP" })`:                "",
		`Object.create(Health.prototype)`:    "",
		`"UP"`:                               "",
		`undefined`:                          "",
	} {
		value, err := p.Value(script)
		if err != nil {
			t.Fatal(script, err)
		}
		status, details, ok := informers.Health(value)
		if details != nil {
			p.Set("details", details)
			status += " " + p.Eval("JSON.stringify(details)")
		}
		if status != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", script, status, ok)
		}
	}
	builder, read, err := informers.InfoBuilder()
	if err != nil {
		t.Fatal(err)
	}
	p.Set("info", builder)
	p.Cases([][2]string{
		{`info.withDetail("team", "core").withDetail("desk", { n: 1 }) === info && info instanceof InfoBuilder`, "true"},
		{`info.withDetail({})`, "throws TypeError: withDetail takes a name and a value"},
	})
	p.Set("told", read())
	p.Cases([][2]string{{`JSON.stringify(told)`, `{"team":"core","desk":{"n":1}}`}})
}
