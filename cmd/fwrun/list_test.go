package main

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestPrintColumns(t *testing.T) {
	for _, c := range []struct {
		rows [][]string
		want string
	}{
		{nil, ""},
		{[][]string{{"one"}}, "one\n"},
		{[][]string{{"a", "b", "c"}, {"long", "", "x"}, {"é", "wide"}}, "a     b     c\nlong        x\né     wide\n"},
	} {
		var b strings.Builder
		if err := printColumns(&b, painter{}, c.rows); err != nil || b.String() != c.want {
			t.Errorf("got\n%s%v, want\n%s", b.String(), err, c.want)
		}
	}
	var b strings.Builder
	if err := printColumns(&b, painter{true}, [][]string{{"a", "b"}, {"cc", "d"}}); err != nil ||
		b.String() != "\x1b[1ma\x1b[0m   b\n\x1b[1mcc\x1b[0m  d\n" {
		t.Errorf("colours take room: %q, %v", b.String(), err)
	}
}

var listedBeans = []app.Bean{
	{
		Name: "desk", Kind: "RestController", Type: "Desk", Place: fault.Place{File: "desk.js", Line: 3, Col: 1}, Primary: true, Lazy: true,
		Asks: []string{"sql", `a"b`},
	},
	{Name: "sql", Type: "SqlTemplate"},
}

func TestPrintBeans(t *testing.T) {
	found := &app.Inspection{Beans: listedBeans}
	const table = "desk  @RestController @Primary @Lazy  Desk         desk.js:3  ← sql, a\"b\nsql   host                            SqlTemplate\n"
	var b strings.Builder
	if err := printBeans(&b, painter{}, found); err != nil || b.String() != table {
		t.Errorf("got %v\n%s", err, b.String())
	}
	found.LeftOut = []app.LeftOut{{Name: "Mail", Why: "mail.host is not set", Place: fault.Place{File: "mail.js", Line: 9}}}
	b.Reset()
	if err := printBeans(&b, painter{}, found); err != nil || b.String() != table+"\nleft out:\nMail  mail.js:9  mail.host is not set\n" {
		t.Errorf("got %v\n%s", err, b.String())
	}
}

func TestWriteGraph(t *testing.T) {
	var b strings.Builder
	const want = "digraph beans {\n  rankdir=LR;\n  node [shape=box];\n" +
		"  \"desk\" [label=\"desk\\nDesk\"];\n  \"desk\" -> \"sql\";\n  \"desk\" -> \"a\\\"b\";\n  \"sql\" [label=\"sql\\nSqlTemplate\", style=dashed];" +
		"\n}\n"
	if err := writeGraph(&b, listedBeans); err != nil || b.String() != want {
		t.Errorf("got %v\n%s", err, b.String())
	}
	if got := quoteDOT(`a\b`); got != `"a\\b"` {
		t.Errorf("a backslash is %s", got)
	}
}

func TestJSONBeans(t *testing.T) {
	got := jsonBeansOf(&app.Inspection{Beans: listedBeans, LeftOut: []app.LeftOut{{Name: "Mail", Why: "no"}}})
	if len(got.Beans) != 2 || len(got.LeftOut) != 1 || got.LeftOut[0].Why != "no" {
		t.Fatalf("got %+v", got)
	}
	own, host := got.Beans[0], got.Beans[1]
	if own.Kind != "RestController" || !own.Primary || !own.Lazy || own.jsonPlace == nil || own.Line != 3 {
		t.Errorf("an own bean is %+v", own)
	}
	if host.Kind != "host" || host.Primary || host.Lazy || host.jsonPlace != nil {
		t.Errorf("a bean of the host is %+v", host)
	}
	if empty := jsonBeansOf(&app.Inspection{}); empty.Beans == nil || empty.LeftOut == nil {
		t.Error("an empty list is written as null")
	}
}

func TestPrintRoutes(t *testing.T) {
	routes := []app.Route{
		{Methods: []string{"GET", "HEAD"}, Path: "/é", Handler: "Desk.get", Place: fault.Place{File: "d.js", Line: 4}, Name: "read"},
		{Path: "/any/{id}", Handler: "f", Place: fault.Place{File: "f.js", Line: 10}},
	}
	var b strings.Builder
	const want = "> GET,HEAD  /é         Desk.get  d.js:4  read\n> ANY       /any/{id}  f         f.js:10\n"
	if err := printRoutes(&b, "> ", painter{}, routes); err != nil || b.String() != want {
		t.Errorf("got %v\n%s", err, b.String())
	}
}

func TestWhenOf(t *testing.T) {
	for want, s := range map[string]app.Schedule{
		"off: jobs.off is \"-\"": {Disabled: `jobs.off is "-"`, Cron: "* * * * *"},
		"cron 0 4 * * * (Local)": {Kind: "cron", Cron: "0 4 * * *", Zone: "Local"},
		"fixedRate 1m0s":         {Kind: "fixedRate", Interval: time.Minute},
		"fixedDelay 1s, first after 2s, overlapping, timeout 5s": {
			Kind: "fixedDelay", Interval: time.Second,
			InitialDelay: 2 * time.Second, Overlap: true, Timeout: 5 * time.Second,
		},
		"cron 0 4 * * * (Europe/Rome), first after 1ns, timeout 2562047h47m16.854775807s": {
			Cron: "0 4 * * *", Zone: "Europe/Rome", InitialDelay: 1,
			Timeout: 1<<63 - 1,
		},
	} {
		if got := whenOf(s); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if durationText(0) != "" || durationText(time.Second) != "1s" {
		t.Error("durations")
	}
}
