package engine_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/schema"
)

// bodyShapes are documents that say nothing of their types.
func bodyShapes() map[string]string {
	rows, members := make([]string, 1000), make([]string, 50_000)
	for i := range rows {
		n := strconv.Itoa(i)
		rows[i] = `{"id":` + n + `,"customer":"Customer ` + n + `","email":"c` + n + `@example.org","status":"open","paid":false,"total":` + n +
			`.5,"currency":"EUR","country":"DE","note":null,"quantity":3}`
	}
	for i := range members {
		members[i] = `"key` + strconv.Itoa(i) + `":` + strconv.Itoa(i)
	}
	return map[string]string{
		"1000 rows of 10":   "[" + strings.Join(rows, ",") + "]",
		"99000 empty lists": "[" + strings.Repeat("[],", 98_999) + "[]]",
		"a map of 50000":    "{" + strings.Join(members, ",") + "}",
		"a text of 5 MB":    `{"text":"` + strings.Repeat("0123456789", 500_000) + `"}`,
		"three fields":      `{"id":1,"name":"Ada Lovelace","active":true}`,
		"five fields, nested": `{"id":42,"name":"Ada Lovelace","email":"ada@example.org","address":{"street":"12 St James's Square",` +
			`"city":"London"},"tags":["a","b","c"]}`,
	}
}

// bodyBound binds one document again and again, and then measures what one keeps.
type bodyBound struct {
	b    *testing.B
	text string
}

func (c *bodyBound) Bind(s *engine.Scope) ([]engine.Value, error) {
	document, limits := gjson.Parse(c.text), schema.Limits{Values: 1 << 30}
	bind := func() engine.Value {
		value, found, err := schema.JSON(s, &schema.Type{Kind: schema.Any, Name: "any"}, document, limits)
		if err != nil || found != nil {
			c.b.Fatal(found, err)
		}
		return value
	}
	c.b.ReportAllocs()
	for c.b.Loop() {
		bind()
	}
	kept := make([]engine.Value, 1+(1<<20)/len(c.text))
	before := heap()
	for i := range kept {
		kept[i] = bind()
	}
	c.b.ReportMetric(float64(heap()-before)/float64(len(kept)), "kept-B/op")
	runtime.KeepAlive(kept)
	return []engine.Value{s.Null()}, nil
}

func (c *bodyBound) Finish(*engine.Scope, engine.Value) error { return nil }

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkAnyBody measures the binding of bodies without a type, and what their values take.
func BenchmarkAnyBody(b *testing.B) {
	o := optionsFor(b, map[string]string{"same.js": `import { GetMapping, RequestParam } from "fwrun";
		export const same = GetMapping({ path: "/", params: { value: RequestParam() } })((value) => value);`})
	o.Pool.CPUTimeout, o.Pool.HandlerTimeout = 1<<40, 1<<40
	app := boot(b, o)
	for name, text := range bodyShapes() {
		b.Run(name, func(b *testing.B) {
			if err := runHandler(b.Context(), app, 0, &bodyBound{b: b, text: text}); err != nil {
				b.Fatal(err)
			}
		})
	}
}
