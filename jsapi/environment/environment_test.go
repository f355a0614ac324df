package environment_test

import (
	"errors"
	"testing"

	"github.com/fwrun/fwrun/jsapi/environment"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
)

// settings has a few settings of each type.
type settings map[string]any

func (s settings) Get(key string) (any, bool) {
	value, ok := s[key]
	return value, ok
}

func (s settings) Below(prefix string) []environment.Property {
	return []environment.Property{{Key: prefix + ".b", Value: int64(1)}, {Key: prefix + ".__proto__", Value: "x"}}
}

func (s settings) Profiles() []string { return []string{"dev", "local"} }

func (s settings) Resolve(text string) (any, error) {
	if text == "${none}" {
		return nil, errors.New("none is not set")
	}
	return int64(7), nil
}

func TestEnvironment(t *testing.T) {
	p := realmtest.New(t, environment.Module(settings{"name": "shop", "list": []any{int64(1), "b"}, "map": map[string]any{"z": true, "a": nil}}))
	p.SetBean("environment", "environment", "")
	p.Cases([][2]string{
		{`environment instanceof Environment`, "true"},
		{`JSON.stringify(environment)`, "{}"},
		{`environment.get("name")`, "shop"},
		{`[environment.get("none"), environment.get("none", 5)].join("|")`, "|5"},
		{`JSON.stringify([environment.get("list"), environment.get("map")])`, `[[1,"b"],{"a":null,"z":true}]`},
		{`environment.getRequired("name")`, "shop"},
		{`environment.getRequired("none")`, "throws Error: none is not set"},
		{`environment.has("name") + " " + environment.has("none")`, "true false"},
		{`JSON.stringify(environment.getAll("a"))`, `{"a.b":1,"a.__proto__":"x"}`},
		{`environment.getProfiles().join()`, "dev,local"},
		{
			`[environment.acceptsProfiles("prod", "dev"), environment.acceptsProfiles("!prod"), environment.acceptsProfiles("!dev")].join()`,
			"true,true,false",
		},
		{`environment.resolve("${n}")`, "7"},
		{`environment.resolve("${none}")`, "throws Error: none is not set"},
		{`environment.get(1)`, `throws TypeError: a key must be a text, such as "users.pageSize"`},
		{`new Environment()`, "throws TypeError: an Environment cannot be made with new; inject it with @Autowired"},
		{`Environment.prototype.get.call({})`, "throws TypeError: get was called on something that is not an Environment; " +
			"call it as this.environment.get(…)"},
		{`Object.getOwnPropertyNames(Environment.prototype).join()`, "constructor,get,getRequired,has,getAll,getProfiles,acceptsProfiles,resolve"},
	})
}

func TestNoSettings(t *testing.T) {
	p := realmtest.New(t, environment.Module(nil))
	if _, err := p.Realm.Bean("environment", ""); err == nil {
		t.Error("there is a bean without settings")
	}
}
