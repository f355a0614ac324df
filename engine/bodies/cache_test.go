package bodies

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/source"
)

// variants are texts that a file may have in turn; without a text it is not there.
func variants() map[string][]string {
	return map[string][]string{
		"app.ts": {
			appOf("return this.users.find()"), appOf("return this.users.all()"), appOf("return this.made.find()"), appOf("return later()"),
			appOf("return this.users.nope()"), appOf("return new User()"),
		},
		"other.js": {
			"import { GetMapping } from \"fwrun\";\nimport { Users } from \"./index\";\nexport class Other {\n" +
				"  /** @param {Users} users */\n  constructor(users) { this.users = users; this.held = new Users(); }\n  @GetMapping\n" +
				"  all() { return this.users.all(); }\n  @GetMapping\n  held() { return this.held.find(); }\n}\n",
			"import { GetMapping } from \"fwrun\";\nexport class Other {\n  @GetMapping\n  all() { return 1; }\n}\n",
		},
		"index.ts": {"export * from \"./users\";\n", "export { Users, later } from \"./more\";\n", "export { Few as Users, later } from \"./more\";\n", ""},
		"users.ts": {
			"import { User } from \"~/user\";\nexport class Users { find(): User { return null!; } all(): User[] { return []; } }\n" +
				"export function later(): User { return null!; }\n",
			"import { Base } from \"./base\";\nexport class Users extends Base {}\nexport async function later(): Promise<string> { return \"\"; }\n",
		},
		"users/index.ts": {"", "export class Users { find(): string { return \"\"; } all(): string[] { return []; } }\n"},
		"more.ts": {
			"export class Users { find(): int { return 1; } }\nexport class Few { all(): int[] { return []; } }\nexport function later() {}\n",
			"export class Users {}\nexport class Few {}\nexport function later(): int { return 1; }\n",
		},
		"base.ts": {
			"import { User } from \"./user\";\nexport class Base { find(): User | null { return null; } all(): User[] { return []; } }\n",
			"export class Base { find(): boolean { return true; } all(): any[] { return []; } }\n", "",
		},
		"user.ts":     {"export class User { id: int; }\n", "export class User { id: int; name: string; }\n", "class User { id: int; }\n"},
		"old/user.ts": {"export class User { was: int; }\n"},
		"far.js":      {"export const far = 1;\n", "export function far(app) { app.made = null; }\n", "export const far = (app) => { app.held = 1; };\n"},
		"heir.js": {
			"", "import { Other } from \"./other\";\nexport class Heir extends Other { again() { this.held = null; } }\n",
			"import { Users } from \"./index\";\nexport class Heir extends Users {}\n",
		},
	}
}

func appOf(body string) string {
	return "import { GetMapping } from \"fwrun\";\nimport { Users, later } from \"./index\";\nimport { User } from \"./user\";\n" +
		"export class App {\n  made = new Users();\n  constructor(private users: Users) {}\n  @GetMapping\n  all() { " + body + "; }\n}\n"
}

// TestCacheOfEdits: after each of many edits, verdicts and results are those of a judge without memory; and what an edit cannot change is not
// found again.
func TestCacheOfEdits(t *testing.T) {
	random, exports := rand.New(rand.NewPCG(41, 1)), hostExports(t)
	files, all := map[string]string{}, variants()
	names := slices.Sorted(maps.Keys(all))
	for _, name := range names {
		files[name] = all[name][0]
	}
	paths := source.Paths{Patterns: []source.PathPattern{{Pattern: "~/*", Targets: []string{"*"}}}}
	var cache Cache
	kept, found := 0, map[string]bool{}
	for range 400 {
		name := names[random.IntN(len(names))]
		files[name] = all[name][random.IntN(len(all[name]))]
		if random.IntN(10) == 0 {
			paths.Patterns[0].Targets = []string{[]string{"*", "old/*"}[random.IntN(2)]}
		}
		before := cache.before().results
		problems, results := shownWith(files, paths, exports, &cache)
		freshProblems, freshResults := shownWith(files, paths, exports, nil)
		if problems != freshProblems || results != freshResults {
			t.Fatalf("after %s is\n%s\nwith a cache:\n%s%s\nwithout:\n%s%s", name, files[name], problems, results, freshProblems, freshResults)
		}
		for path, f := range cache.before().results {
			if f == before[path] {
				kept++
			}
		}
		found[problems+results] = true
	}
	if kept < 200 || len(found) < 30 {
		t.Errorf("%d of 800 results were kept, and %d answers differed", kept, len(found))
	}
}

// shownWith judges files and infers results, both at once.
func shownWith(files map[string]string, paths source.Paths, exports []string, cache *Cache) (problems, results string) {
	in := inputOf(files, cache)
	in.Project, in.Exports = in.Project.WithPaths(paths), exports
	var both sync.WaitGroup
	both.Go(func() { problems = shown(Judge(in)) })
	var list []string
	for _, r := range Results(in) {
		list = append(list, fmt.Sprintf("%s:%d:%d %s of %s\n", r.Path, r.Pos.Line, r.Pos.Col, bareType(r.Type), r.Type.From))
	}
	both.Wait()
	return problems, strings.Join(list, "")
}

func inputOf(files map[string]string, cache *Cache) Input {
	in := Input{Cache: cache}
	var read []*source.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if text := []byte(files[name]); len(text) > 0 {
			in.Files, read = append(in.Files, NewFile(name, text)), append(read, source.Read(name, text))
		}
	}
	in.Project = source.NewProject(read...)
	return in
}

// BenchmarkResults: what inferring the results of 50 files of 150 lines costs after a change of one, as a share of inferring them afresh.
func BenchmarkResults(b *testing.B) {
	files := map[string]string{}
	for i := range 50 {
		var text strings.Builder
		fmt.Fprintf(&text, "import { GetMapping } from \"fwrun\";\nimport { Tasks%[1]d } from \"./tasks-%[1]d\";\n", (i+1)%50)
		fmt.Fprintf(&text, "export class Task%[1]d { id: int; }\nexport class Tasks%[1]d {\n", i)
		fmt.Fprintf(&text, "  constructor(private next: Tasks%d) {}\n", (i+1)%50)
		for n := range 20 {
			fmt.Fprintf(&text, "  find%[1]d(id: int): Task%[2]d | null {\n    return id > %[1]d ? null : new Task%[2]d();\n  }\n", n, i)
			fmt.Fprintf(&text, "  @GetMapping(\"/tasks/%d/%d\")\n  async get%d(id: int) {\n", i, n, n)
			fmt.Fprintf(&text, "    const found = this.next.find%d(id);\n    return { id, found };\n  }\n", n)
		}
		files[fmt.Sprintf("tasks-%d.ts", i)] = text.String() + "}\n"
	}
	var cache Cache
	Results(inputOf(files, &cache))
	Judge(inputOf(files, &cache))
	var fresh, kept []time.Duration
	for n := 0; b.Loop(); n++ {
		files["tasks-7.ts"] = strings.TrimRight(files["tasks-7.ts"], "/ 0123456789") + fmt.Sprintf("// %d", n)
		for _, cache := range []*Cache{nil, &cache} {
			in := inputOf(files, cache)
			began := time.Now()
			Results(in)
			if took := time.Since(began); cache == nil {
				fresh = append(fresh, took)
			} else {
				kept = append(kept, took)
				Judge(in)
			}
		}
	}
	slices.Sort(fresh)
	slices.Sort(kept)
	middle := len(fresh) / 2
	b.ReportMetric(float64(fresh[middle].Microseconds())/1000, "ms-fresh")
	b.ReportMetric(float64(kept[middle].Microseconds())/1000, "ms-kept")
	b.ReportMetric(float64(kept[middle])/float64(fresh[middle]), "of-fresh")
}
