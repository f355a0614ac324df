package lsp

import (
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// TestTypes: with types on, what TypeScript finds in saved files is reported beside what fwrun finds, and nothing of it where a text is not saved.
func TestTypes(t *testing.T) {
	t.Parallel()
	nodejs.RequireCompiler(t)
	folder := created(t)
	compiler := harness.Repository(t, "typings/node_modules/typescript")
	harness.WriteFile(t, folder+"/config/application-typed.yml", "check: { typescript: '"+compiler+"' }\n")
	const name, text = "wrong.ts", "export const count: number = String(1);\n"
	harness.WriteFile(t, folder+"/"+name, text)
	s := serve(t, folder, map[string]any{"types": true, "profile": "typed"})
	found := s.open(name)
	if len(found) != 1 || found[0].Code != "ts2322" || found[0].Source != "typescript" || found[0].Range.Start.Character != 13 {
		t.Errorf("found %v", found)
	}
	s.Change(s.path(name), 2, "\n"+text)
	if found := s.Diagnostics(s.path(name), 2); len(found) > 0 {
		t.Errorf("of what is not saved: %v", found)
	}
}
