package engine_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// bodied binds JSON to the type of a handler's first parameter, as an edge does.
type bodied struct {
	script
	param manifest.Param
	body  string
	raw   bool // pass the text to the constructor
}

func (c *bodied) Bind(s *engine.Scope) ([]engine.Value, error) {
	if c.raw {
		value, err := s.Construct(c.param.Type.Class, c.body)
		return []engine.Value{value}, err
	}
	value, found, err := schema.JSON(s, c.param.Type, gjson.Parse(c.body), schema.Limits{Depth: 64})
	if len(found) > 0 {
		return nil, &engine.JSONError{Reason: found[0].String()}
	}
	return []engine.Value{value}, err
}

const dtos = `
import { PostMapping, RestController, RequestBody, JsonProperty } from "fwrun";

export class Base { id: int; }
export class Plain extends Base {
	name: string;
	note?: string;
	get upper() { return this.name.toUpperCase(); }
	shout() { return this.name + "!"; }
}
export class Defaults {
	level: int = 3;
	tags: string[] = ["none"];
	made: string | null = null;
	#secret = 42;
	constructor() { this.made = "by the constructor"; }
	secret() { return this.#secret; }
}
export class Named { @JsonProperty("street_name") street: string; @JsonProperty({ name: "zip", aliases: ["plz"] }) code: string; }
export class Order extends Defaults { lines: Plain[]; address: Named; at: Date; extra: Record<string, int> }
export class Raw { constructor(public text: string) {} size() { return this.text.length; } }
export class Throws { a: int = 1; constructor() { throw new TypeError("cannot be made"); } }

@RestController
export class Api {
	@PostMapping("/plain") plain(@RequestBody p: Plain) {
		return [p instanceof Plain, p instanceof Base, Object.keys(p), p.upper, p.shout(), p];
	}
	@PostMapping("/defaults") defaults(@RequestBody d: Defaults) { return [d.secret(), d]; }
	@PostMapping("/order") order(@RequestBody o: Order) {
		return [o.lines.every((l) => l instanceof Plain), o.address instanceof Named, o.at instanceof Date, o.secret(), o];
	}
	@PostMapping("/raw") raw(@RequestBody({ disableParsing: true }) r: Raw) { return [r.size(), r]; }
	@PostMapping("/throws") throws(@RequestBody t: Throws) { return t; }
}
`

func TestInstances(t *testing.T) {
	app := boot(t, optionsFor(t, map[string]string{"api.ts": dtos}))
	for _, test := range []struct {
		name, body, want string
		raw              bool
	}{
		{"Api.plain", `{"id": 1, "name": "ann"}`, `[true,true,["id","name","note"],"ANN","ann!",{"id":1,"name":"ann"}]`, false},
		{
			"Api.plain", `{"id": 1, "name": "ann", "upper": "x", "shout": 1, "constructor": 2, "__proto__": {"y": 1}, "unknown": true}`,
			`[true,true,["id","name","note"],"ANN","ann!",{"id":1,"name":"ann"}]`, false,
		},
		{"Api.defaults", `{}`, `[42,{"level":3,"tags":["none"],"made":"by the constructor"}]`, false},
		{"Api.defaults", `{"level": 5, "tags": [], "made": null}`, `[42,{"level":5,"tags":[],"made":null}]`, false},
		{
			"Api.order", `{"lines": [{"id": 1, "name": "a"}], "address": {"street_name": "S", "plz": "1"}, "at": ` +
				`"2026-01-02T03:04:05Z", "extra": {"__proto__": 1}}`,
			`[true,true,true,42,{"level":3,"tags":["none"],"made":"by the constructor","lines":[{"id":1,"name":"a"}],` +
				`"address":{"street_name":"S","zip":"1"},"at":"2026-01-02T03:04:05.000Z","extra":{"__proto__":1}}]`, false,
		},
		{"Api.raw", `some text`, `[9,{"text":"some text"}]`, true},
	} {
		h := app.Manifest().Handlers[handler(app, test.name)]
		c := &bodied{param: h.Params[0], body: test.body, raw: test.raw}
		err := runHandler(t.Context(), app, h.Index, c)
		if got := strings.TrimPrefix(string(c.json), "before "); err != nil || got != test.want {
			t.Errorf("%s %s\n got  %s %v\n want %s", test.name, test.body, got, err, test.want)
		}
	}
}

func TestInstanceWhoseConstructorThrows(t *testing.T) {
	app := boot(t, optionsFor(t, map[string]string{"api.ts": dtos}))
	h := app.Manifest().Handlers[handler(app, "Api.throws")]
	err := runHandler(t.Context(), app, h.Index, &bodied{param: h.Params[0], body: `{}`})
	if got, want := outcome("", err), "throws TypeError: cannot be made\n    at api.ts:22:57"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestATypeThatIsSaidTwice: a bean is one candidate for a type that it has in two ways, by its class and by that which this extends.
func TestATypeThatIsSaidTwice(t *testing.T) {
	app := boot(t, optionsFor(t, map[string]string{"a.ts": `
		import { Autowired, GetMapping, RestController, Service } from "fwrun";
		interface Named { name(): string; }
		class Base implements Named { name() { return "base"; } }
		@Service export class Own extends Base implements Named { name() { return "own"; } }
		@RestController export class C {
			@Autowired one: Named;
			@Autowired all: Named[];
			@GetMapping("/") get() { return this.one.name() + " " + this.all.length; }
		}
	`}))
	if got := must(t, app, "C.get"); got != `"own 1"` {
		t.Errorf("got %s", got)
	}
}
