package app_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestInspectTellsTheRoutes(t *testing.T) {
	folder := unpack(t, `
-- users.js --
import { Autowired, HttpRequest, PathVariable, PostMapping, RequestBody, RequestMapping, RequestParam, RestController, SqlTemplate } from "fwrun";
export class User { /** @type {string} */ name; }
@RestController
@RequestMapping("/users")
export class Users {
  /** @type {SqlTemplate} */ @Autowired sql;
  constructor() { throw new Error("no bean is made"); }
  /** @param {HttpRequest} request  @param {int} id  @param {User} user */
  @PostMapping({ path: "/{id}", consumes: "application/json", produces: "text/plain" })
  put(request, @PathVariable id, @RequestParam({ source: "header", name: "X-Tenant" }) tenant, @RequestParam loud = false, @RequestBody user) {}
  @RequestMapping("/") all() {}
}
-- config/application.yml --
server:
  context-path: api/
datasource:
  - name: main
    url: "sqlite:users.db"
`)
	before := files(t, folder)
	found, err := app.Inspect(t.Context(), app.Options{Folder: folder, Logger: silent})
	if err != nil {
		t.Fatal(err)
	}
	want := []app.Route{
		{Path: "/api/users", Handler: "Users.all", Place: fault.Place{File: "users.js", Line: 11, Col: 24}},
		{
			Methods: []string{"POST"}, Path: "/api/users/{id}", Handler: "Users.put", Place: fault.Place{File: "users.js", Line: 10, Col: 3},
			Consumes: []string{"application/json"}, Produces: []string{"text/plain"},
			Parameters: []app.Parameter{
				{Name: "id", In: "path", Type: "int", Required: true, Schema: []byte(`{"type":"integer"}`)},
				{Name: "X-Tenant", In: "header", Type: "string", Required: true, Schema: []byte(`{"type":"string"}`)},
				{Name: "loud", In: "request", Type: "bool", Schema: []byte(`{"type":"boolean","default":false}`)},
				{
					Name: "user", In: "body", Type: "User", Required: true,
					Schema: []byte(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`),
				},
			},
		},
	}
	if !reflect.DeepEqual(found.Routes, want) {
		t.Errorf("the routes are\n%+v\nwant\n%+v", found.Routes, want)
	}
	if after := files(t, folder); after != before {
		t.Errorf("there was\n%s\nand now there is\n%s", before, after)
	}
}

func TestInspectReportsMistakes(t *testing.T) {
	for name, archive := range map[string]string{
		"of the configuration": "-- config/application.yml --\nserver:\n  port: eighty\n-- a.js --\n",
		"of the scripts":       "-- a.js --\nimport { Get } from \"fwrun\"; Get();\n",
	} {
		_, err := app.Inspect(t.Context(), app.Options{Folder: unpack(t, archive), Logger: silent})
		if !errors.As(err, new(fault.List)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := app.Inspect(t.Context(), app.Options{Folder: "nowhere"}); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}
