package lsp

import (
	"os"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// report is a script that imports a package, a file that is on the disk, and one that is not.
const report = `import { sides } from "dice";
import { GetMapping, RestController } from "fwrun";
import { TaskService } from "../../tasks/task-service";
import { line } from "../lines";

@RestController
export class Report {
  constructor(private tasks: TaskService) {}
  @GetMapping("/report") all(): unknown[] { return [line, sides, this.tasks.findAll()]; }
}
`

// TestNewFolder: a file in a folder that is not on the disk has diagnostics and answers like any other, be it a script or a migration.
func TestNewFolder(t *testing.T) {
	t.Parallel()
	folder := created(t)
	harness.WriteFile(t, folder+"/node_modules/dice/package.json", `{ "name": "dice", "type": "module", "main": "main.js" }`)
	harness.WriteFile(t, folder+"/node_modules/dice/main.js", "export const sides = 6;\n")
	harness.WriteFile(t, folder+"/tsconfig.json", `{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }`)
	s := serve(t, folder, nil)
	const name, beside = "reports/daily/report.ts", "reports/lines.ts"
	const controller, migration = "tasks/task-controller.ts", "migrations/main/later/003-a.sql"
	versions := map[string]int{}
	// write opens or changes a file, and returns what is said of it.
	write := func(name, text string) string {
		s.texts[name] = text
		if versions[name]++; versions[name] == 1 {
			s.Open(s.path(name), "typescript", text)
		} else {
			s.Change(s.path(name), versions[name], text)
		}
		var said []string
		for _, d := range s.Diagnostics(s.path(name), versions[name]) {
			said = append(said, d.Message)
		}
		return strings.Join(said, "; ")
	}
	s.open(controller)
	versions[controller] = 1
	before := s.texts[controller]
	for _, c := range []struct{ name, text, want string }{
		{beside, "export const line = 1;\n", ""},
		{"reports/daily/index.mts", "export const day = 1;\n", ""},
		{name, report, ""},
		{name, strings.Replace(report, "findAll", "findEach", 1), "TaskService has no member findEach"},
		{name, strings.Replace(report, "{ line }", "{ lime }", 1), `lime`},
		{name, strings.Replace(report, "task-service", "task-servize", 1), `"../../tasks/task-servize"`},
		{name, strings.Replace(report, `"dice"`, `"mice"`, 1), `there is no package "mice"`},
		{name, "@RestController", "Unexpected end of file"},
		{name, report, ""},
		{controller, `import { day } from "@/reports/daily";` + "\n" + before + "\nexport const one = day;\n", ""},
		{controller, `import { Rapport } from "../reports/daily/report";` + "\n" + before + "\nexport const one = Rapport;\n", "Rapport"},
		{controller, before, ""},
		{migration, "CREATE TABL later (id INTEGER);\n", "TABL"},
		{migration, "CREATE TABLE later (id INTEGER);\n", ""},
	} {
		if said := write(c.name, c.text); !strings.Contains(said, c.want) || c.want == "" && said != "" {
			t.Errorf("%s: said %q, want %q\n%s", c.name, said, c.want, c.text)
		}
	}
	if lenses := s.ask("codeLens", name, "import", 0); !strings.Contains(lenses, "GET /report") {
		t.Errorf("lenses: %s", lenses)
	}
	if got := s.ask("definition", name, "tasks: TaskService", 2); !strings.Contains(got, "task-service.ts") {
		t.Errorf("the service is at %s", got)
	}
	for _, made := range []string{"reports", "migrations/main/later"} {
		if _, err := os.Stat(s.path(made)); err == nil {
			t.Errorf("there is %s", made)
		}
	}
}
