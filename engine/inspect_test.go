package engine_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine"
)

func TestInspectMakesNoBean(t *testing.T) {
	said := &diary{}
	o := optionsFor(t, map[string]string{"a.js": `
		import { GetMapping, PostConstruct, RestController } from "fwrun";
		say("loaded");
		@RestController export class A {
			constructor() { say("made"); }
			@PostConstruct up() { say("up"); }
			@GetMapping("/a") a() { return 1; }
		}`, "b.js": `export const b = 1;`})
	api := newFakeAPI()
	api.said = said.write
	o.API = api
	m, warnings, err := engine.Inspect(t.Context(), o)
	if err != nil || len(warnings) != 0 {
		t.Fatal(err, warnings)
	}
	if len(m.Routes) != 1 || m.Routes[0].Path != "/a" || m.Handlers[m.Routes[0].Handler].Name != "A.a" {
		t.Errorf("the routes are %v", m.Routes)
	}
	if got := strings.Join(m.Files, " "); got != "a.js b.js" {
		t.Errorf("the files are %q", got)
	}
	if said.text() != "loaded" {
		t.Errorf("the scripts did %q, want only their modules to run", said.text())
	}
}

func TestInspectReportsLikeBoot(t *testing.T) {
	o := optionsFor(t, map[string]string{"a.js": `
		import { Autowired, GetMapping, Service } from "fwrun";
		@Service export class A { @Autowired lost; }
		export const x = GetMapping("/x")((n) => n);`})
	_, _, inspected := engine.Inspect(t.Context(), o)
	_, booted := engine.Boot(t.Context(), o)
	if inspected == nil || booted == nil || inspected.Error() != booted.Error() {
		t.Errorf("Inspect says\n%v\nBoot says\n%v", inspected, booted)
	}
}
