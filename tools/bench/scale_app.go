package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// scaleDTO, scaleService and scaleController are the three files of one controller of a growing application, as people write them: a
// class with constraints for bodies, a service that knows the next one, and five routes. %[1]d is the number of the controller,
// %[2]s and %[3]s what brings in another service.
const (
	scaleDTO = `import { Email, Length, Max, Min, NotBlank, Size } from "fwrun";

/** One position of an order. */
export class Line%[1]d {
  /** What is ordered, as the catalogue names it. */
  @NotBlank @Length(1, 40) sku: string;

  /** How many of it. */
  @Min(1) @Max(99) quantity: int;
}

/** An order as clients send it. The id is given by the server. */
export class Order%[1]d {
  id?: int;

  /** What people call it. */
  @NotBlank @Length(1, 80) title: string;

  /** Who gets the confirmation. */
  @Email email: string;

  @Size(0, 10) lines: Line%[1]d[] = [];
  note: string | null = null;
}
`
	scaleService = `import { Autowired, Service } from "fwrun";
import { Order%[1]d } from "./order-%[1]d.js";
%[2]s
/** Keeps the orders of shop %[1]d. */
@Service
export class OrderService%[1]d {
  %[3]sorders = new Map<int, Order%[1]d>();

  /** All orders, the newest first. */
  all(): Order%[1]d[] {
    return [...this.orders.values()].reverse();
  }

  find(id: int): Order%[1]d | undefined {
    return this.orders.get(id);
  }

  /** Keeps an order under the next id. */
  add(order: Order%[1]d): Order%[1]d {
    order.id = this.orders.size + 1;
    this.orders.set(order.id, order);
    return order;
  }

  remove(id: int): boolean {
    return this.orders.delete(id);
  }

  /** How many pieces are ordered, over all lines of all orders. */
  pieces(): int {
    let sum = 0;
    for (const order of this.orders.values()) {
      // An order without lines is a reservation.
      for (const line of order.lines) sum += line.quantity;
    }
    return sum;
  }
}
`
	scaleController = `import { Autowired, DeleteMapping, GetMapping, PathVariable, PostMapping, RequestBody, RequestMapping, RequestParam,
		RestController } from "fwrun";
import { Order%[1]d } from "./order-%[1]d.js";
import { OrderService%[1]d } from "./order-service-%[1]d.js";

/** The orders of shop %[1]d over HTTP. */
@RestController
@RequestMapping("/shops/%[1]d/orders")
export class OrderController%[1]d {
  @Autowired service: OrderService%[1]d;

  /** Lists orders. */
  @GetMapping list(@RequestParam limit: int = 20): Order%[1]d[] {
    return this.service.all().slice(0, limit);
  }

  /** What the shop is called, and how much is ordered there. */
  @GetMapping("/summary") summary() {
    return { shop: "Shop %[1]d", pieces: this.service.pieces() };
  }

  /** Finds an order by its id. */
  @GetMapping("/{id}") find(@PathVariable id: int) {
    const order = this.service.find(id);
    // People ask for orders that were cancelled long ago.
    return order ? { success: true, data: order } : { success: false, message: "Order not found" };
  }

  @PostMapping create(@RequestBody order: Order%[1]d) {
    return { success: true, data: this.service.add(order) };
  }

  @DeleteMapping("/{id}") remove(@PathVariable id: int) {
    return { success: this.service.remove(id) };
  }
}
`
)

// scaleFiles returns an application of that many controllers, by path: a hundred of them in each folder, the last one with the highest
// number. Every tenth service is given the one before it.
func scaleFiles(controllers int) map[string]string {
	files := map[string]string{}
	for i := range controllers {
		folder := fmt.Sprintf("area-%02d/", i/100)
		uses, field := "", ""
		if i%10 == 9 {
			uses = fmt.Sprintf("import { OrderService%[1]d } from \"./order-service-%[1]d.js\";\n", i-1)
			field = fmt.Sprintf("@Autowired neighbour: OrderService%d;\n  ", i-1)
		}
		files[fmt.Sprintf("%sorder-%d.ts", folder, i)] = fmt.Sprintf(scaleDTO, i)
		files[fmt.Sprintf("%sorder-service-%d.ts", folder, i)] = fmt.Sprintf(scaleService, i, uses, field)
		files[scaleEdited(i)] = fmt.Sprintf(scaleController, i)
	}
	return files
}

// scaleEdited returns the path of a controller's file.
func scaleEdited(i int) string { return fmt.Sprintf("area-%02d/order-controller-%d.ts", i/100, i) }

// writeScaleApp writes an application of that many controllers into a new folder.
func writeScaleApp(folder string, controllers int) error {
	for name, text := range scaleFiles(controllers) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
