package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
)

// shop returns the two files of a service and a controller, as people write them.
func shop(i int) map[string]string {
	return map[string]string{
		fmt.Sprintf("shops/service-%d.ts", i): fmt.Sprintf(`import { Service } from "fwrun";

/** An order as clients send it. */
export class Order%[1]d {
  id?: int;
  title: string;
  lines: string[] = [];
}

/** Keeps the orders of shop %[1]d. */
@Service
export class Orders%[1]d {
  private orders = new Map<int, Order%[1]d>();

  all(): Order%[1]d[] {
    return [...this.orders.values()].reverse();
  }

  find(id: int): Order%[1]d | undefined {
    return this.orders.get(id);
  }

  async add(order: Order%[1]d): Promise<Order%[1]d> {
    order.id = this.orders.size + 1;
    this.orders.set(order.id, order);
    return order;
  }

  pieces(): int {
    let sum = 0;
    for (const order of this.orders.values()) {
      for (const line of order.lines) sum += line.length;
    }
    return sum;
  }
}
`, i),
		fmt.Sprintf("shops/controller-%d.ts", i): fmt.Sprintf(`import { GetMapping, RequestMapping, RequestParam, RestController } from "fwrun";
import { Order%[1]d, Orders%[1]d } from "./service-%[1]d.js";

@RestController
@RequestMapping("/shops/%[1]d")
export class Shop%[1]d {
  constructor(private orders: Orders%[1]d) {}

  @GetMapping("/orders")
  all(@RequestParam text: string): Order%[1]d[] {
    return this.orders.all().filter((order) => order.title.includes(text));
  }

  @GetMapping("/summary")
  async summary(@RequestParam title: string) {
    const order = await this.orders.add({ title, lines: [] });
    return { pieces: this.orders.pieces(), first: `+"`${order.title}: ${order.id}`"+` };
  }
}
`, i),
	}
}

// shops returns the files of an application.
func shops(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		for name, text := range shop(i) {
			files[name] = text
		}
	}
	return files
}

// alternate runs two things in turn, and reports how many times as long the second takes: at the median, and at best.
func alternate(b *testing.B, first, second func()) {
	var took [2][]time.Duration
	first()
	second()
	for b.Loop() {
		for i, run := range []func(){first, second} {
			began := time.Now()
			run()
			took[i] = append(took[i], time.Since(began))
		}
	}
	slices.Sort(took[0])
	slices.Sort(took[1])
	middle := len(took[0]) / 2
	b.ReportMetric(float64(took[1][middle])/float64(took[0][middle]), "times")
	b.ReportMetric(float64(took[1][0])/float64(took[0][0]), "times-at-best")
}

// BenchmarkBodies: what judging the bodies of functions adds to a check of 1,000 classes, and to a reload of a small application.
func BenchmarkBodies(b *testing.B) {
	b.Run("check", func(b *testing.B) {
		options := optionsFor(b, shops(500))
		options.Cache = b.TempDir()
		inspect := func(how engine.Bodies) func() {
			return func() {
				options.Bodies = how
				if _, warnings, err := engine.Inspect(b.Context(), options); err != nil || len(warnings) > 0 {
					b.Fatal(warnings, err)
				}
			}
		}
		alternate(b, inspect(engine.BodiesUnread), inspect(engine.BodiesReported))
	})
	b.Run("reload", func(b *testing.B) {
		options := optionsFor(b, shops(2))
		reload := func(how engine.Bodies) func() {
			reuse, n := &engine.Reuse{}, 0
			return func() {
				n++
				text := shop(1)["shops/controller-1.ts"] + fmt.Sprintf("// %d\n", n)
				if err := os.WriteFile(filepath.Join(options.Folder, "shops/controller-1.ts"), []byte(text), 0o600); err != nil {
					b.Fatal(err)
				}
				options.Bodies, options.Reuse = how, reuse
				a, err := engine.Boot(b.Context(), options)
				if err != nil {
					b.Fatal(err)
				}
				a.Settle()
				a.Close(b.Context())
			}
		}
		alternate(b, reload(engine.BodiesUnread), reload(engine.BodiesWarned))
	})
}
