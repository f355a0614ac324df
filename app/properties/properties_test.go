package properties

import (
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

func load(t *testing.T, text string) *config.Properties {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return props
}

// TestSections: a class finds its section as it is written, with places, and secrets hidden where they are shown.
func TestSections(t *testing.T) {
	props := load(t, "shop:\n  name: Ada\n  password: hunter2\n  sizes: [1, 2]\n")
	section, problems := Sections(props)("shop", []schema.SettingKey{{Name: "name", Kind: schema.String}})
	if len(problems) > 0 || !section.IsSection || len(section.Fields) != 3 {
		t.Fatalf("%+v, %v", section, problems)
	}
	for _, f := range section.Fields {
		switch f.Name {
		case "name":
			if f.Text != "Ada" || f.Place.Line != 2 || f.Secret {
				t.Errorf("got %+v", f)
			}
		case "password":
			if f.Text != "hunter2" || !f.Secret || f.Shown == "hunter2" {
				t.Errorf("got %+v", f)
			}
		case "sizes":
			if !f.IsList || len(f.Items) != 2 {
				t.Errorf("got %+v", f)
			}
		}
	}
	if line, own := Lines(props)(fault.Place{File: "config/application.yml", Line: 2}); line != "  name: Ada" || !own {
		t.Errorf("the line is %q, %v", line, own)
	}
}

// TestEnvironment: scripts find values by their keys, and placeholders are resolved as those of decorators are.
func TestEnvironment(t *testing.T) {
	props := load(t, "shop: { name: Ada, sizes: [1, 2], none: null }")
	e := Environment{props}
	if v, ok := e.Get("shop.name"); !ok || v != "Ada" {
		t.Errorf("got %v, %v", v, ok)
	}
	if v, ok := e.Get("shop.none"); ok {
		t.Errorf("got %v", v)
	}
	if list := e.Below("shop"); len(list) != 4 {
		t.Errorf("got %v", list)
	}
	if list := e.Below("nowhere"); list != nil {
		t.Errorf("got %v", list)
	}
	if v, err := e.Resolve("Hello ${shop.name}"); err != nil || v != "Hello Ada" {
		t.Errorf("got %v, %v", v, err)
	}
	if _, err := e.Resolve("${shop.nmae}"); err == nil {
		t.Error("a key that is not set has a value")
	}
	expand := Expander(props)
	if _, missing, problem := expand("${shop.nmae}", fault.Place{}); !missing || problem == nil {
		t.Errorf("got %v", problem)
	}
	if v, missing, problem := expand("${shop.name}", fault.Place{}); missing || problem != nil || v != "Ada" {
		t.Errorf("got %v, %v", v, problem)
	}
}
