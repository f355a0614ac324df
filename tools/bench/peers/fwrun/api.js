import {
  Autowired,
  GetMapping,
  HttpRestException,
  HttpStatus,
  PathVariable,
  PostMapping,
  RequestBody,
  RequestParam,
  RestController,
  SqlTemplate,
} from "fwrun";
import { Person } from "./person.js";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

@RestController
export class Api {
  /** @type {SqlTemplate} */
  @Autowired sql;

  @GetMapping("/hello")
  hello() {
    return "Hello, world!";
  }

  /**
   * @param {int} id
   * @param {bool} verbose
   */
  @GetMapping("/users/{id}")
  user(@PathVariable id, @RequestParam verbose = false) {
    return { id, name: `User ${id}`, email: `user${id}@example.com`, verbose, created: "2026-01-02T03:04:05.000Z" };
  }

  /** @param {Person} person */
  @PostMapping("/users")
  create(@RequestBody person) {
    if (!EMAIL.test(person.email)) throw new HttpRestException(HttpStatus.BAD_REQUEST, "email must be an email");
    if (person.age < 0 || person.age > 150) {
      throw new HttpRestException(HttpStatus.BAD_REQUEST, "age must be between 0 and 150");
    }
    return person;
  }

  @GetMapping("/list")
  list() {
    const records = [];
    for (let i = 0; i < 100; i++) {
      records.push({
        id: i,
        name: `User ${i}`,
        email: `user${i}@example.com`,
        age: 20 + (i % 50),
        active: i % 2 === 0,
        score: i * 1.5,
      });
    }
    return records;
  }

  @GetMapping("/rows")
  rows() {
    return this.sql.query("SELECT id, name, email, age, score, created FROM records ORDER BY id");
  }
}
