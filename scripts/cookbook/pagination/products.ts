import {
  GetMapping, HttpRestException, Id, Max, Min, OneOf, Repository, RequestMapping, RequestParam, RestController, SqlTemplate, Table,
} from "fwrun";

@Table("products")
export class Product {
  @Id id: int;
  name: string;
  price: int;
}

export class Products extends Repository<Product> {}

const text = new TextEncoder();

/** What a client gives back to go on: opaque, so that it can change. */
const cursorOf = ({ price, id }: Product) => text.encode(JSON.stringify([price, id])).toBase64({ alphabet: "base64url" });

function placeOf(cursor: string): { price: int; id: int } {
  try {
    const [price, id] = JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" })));
    if (Number.isSafeInteger(price) && Number.isSafeInteger(id)) return { price, id };
  } catch {} // what follows is the answer to both
  throw new HttpRestException(400, "this cursor is not one of ours");
}

@RestController
@RequestMapping("/products")
export class ProductController {
  constructor(private products: Products, private sql: SqlTemplate) {}

  /** By number: clients can jump to a page, and learn how many there are. */
  @GetMapping
  page(
    @RequestParam @Min(0) page: int = 0,
    @RequestParam @Min(1) @Max(100) size: int = 20,
    @RequestParam @OneOf("name", "price", "price desc") sort: string = "name",
  ) {
    return this.products.findPage({ page, size, sort });
  }

  /** By cursor: the last page costs as little as the first, and rows that come or go meanwhile move nothing. */
  @GetMapping("/by-price")
  after(@RequestParam cursor: string | null, @RequestParam @Min(1) @Max(100) limit: int = 20) {
    const rows = this.sql.query<Product>(
      "SELECT id, name, price FROM products WHERE (price, id) > (:price, :id) ORDER BY price, id LIMIT :more",
      { ...(cursor ? placeOf(cursor) : { price: -1, id: 0 }), more: limit + 1 }, // one more tells whether there are others
    );
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? cursorOf(items[limit - 1]) : null };
  }
}
