package source

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// BenchmarkRead50x150 reads an application of 50 controllers of about 150 lines each,
// half of them JavaScript with JSDoc and half TypeScript.
func BenchmarkRead50x150(b *testing.B) {
	fsys := fstest.MapFS{}
	var paths []string
	size := 0
	for i := range 50 {
		path, text := fmt.Sprintf("app/thing%d-controller.js", i), javaScriptController(i)
		if i%2 == 1 {
			path, text = fmt.Sprintf("app/thing%d-controller.ts", i), typeScriptController(i)
		}
		if n := strings.Count(text, "\n"); n < 140 || n > 170 {
			b.Fatalf("%s has %d lines", path, n)
		}
		fsys[path] = &fstest.MapFile{Data: []byte(text)}
		paths = append(paths, path)
		size += len(text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		p, err := ReadAll(fsys, paths)
		if err != nil || len(p.Files()) != 50 {
			b.Fatal(err)
		}
	}
}

func javaScriptController(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `import { RestController, RequestMapping, GetMapping, PathVariable, RequestParam, Autowired,
  ResponseEntity } from "fwrun";
import { Thing%[1]dService } from "./thing%[1]d-service.js";
import { Thing%[1]d } from "./thing%[1]d.js";

/** Things of kind %[1]d. */
@RestController
@RequestMapping("/things/%[1]d")
export class Thing%[1]dController {
  /** @type {Thing%[1]dService} */
  @Autowired things;

  @Value("${things.pageSize}") pageSize = 20;
`, n)
	for i := range 8 {
		fmt.Fprintf(&b, `
  /**
   * Find thing number %[1]d by its id, or by the name it had before.
   * @param {int} id  identifier of the thing
   * @param {?string} name  former name, if any
   * @param {array{limit: int, after?: string}} [page]  which part of the list
   * @returns {Promise<Thing%[2]d>}
   */
  @GetMapping({ path: "/{id}/part%[1]d", produces: ["application/json"] })
  async find%[1]d(@PathVariable id, @RequestParam({ required: false }) name, page = { limit: this.pageSize / 2 }) {
    const found = await this.things.find(id, { name, limit: page.limit });
    if (!found || /^\s*$/.test(found.name)) {
      return ResponseEntity.notFound().withJson({ message: `+"`no thing ${id} of ${name ?? `kind ${page.limit}`}`"+` });
    }
    // the last one seen stays on top
    this.seen = [found, ...(this.seen ?? [])].slice(0, 10);
    return ResponseEntity.ok().withJson({ success: true, data: found });
  }
`, i, n)
	}
	b.WriteString("}\n")
	return b.String()
}

func typeScriptController(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `import { RestController, RequestMapping, PostMapping, PathVariable, RequestBody,
  type int } from "fwrun";
import { Thing%[1]dService } from "./thing%[1]d-service.js";
import type { Thing%[1]d, Filter } from "./thing%[1]d.js";

export enum Kind%[1]d { SMALL = "small", LARGE = "large" }

export interface Page%[1]d<T> { items: T[]; total: int; next?: string | null }

@RestController()
@RequestMapping("/things/%[1]d")
export class Thing%[1]dController {
  private readonly cache = new Map<string, Page%[1]d<Thing%[1]d>>();

  constructor(private readonly things: Thing%[1]dService, private log?: Logger) {}
`, n)
	for i := range 7 {
		fmt.Fprintf(&b, `
  /**
   * Change thing number %[1]d.
   *
   * The kind stays as it is unless the body says otherwise.
   * @param id    identifier of the thing
   * @param thing what it shall become
   */
  @PostMapping({ path: ["/{id}/part%[1]d", "/{id}/again"], consumes: ["application/json"] })
  public async change%[1]d(
    @PathVariable() id: int,
    @RequestBody() thing: Partial<Thing%[2]d> & { kind?: Kind%[2]d },
    filter: Filter<Thing%[2]d> | null = null,
  ): Promise<Page%[2]d<Thing%[2]d>> {
    const key = `+"`${id}:${filter ? filter.name : \"\"}`"+`;
    const known = this.cache.get(key);
    if (known !== undefined && known.total < 10 / 2) return known;
    const page = await this.things.change<Thing%[2]d>(id, { ...thing, changed: new Date() });
    return page as Page%[2]d<Thing%[2]d>;
  }
`, i, n)
	}
	b.WriteString("}\n")
	return b.String()
}
