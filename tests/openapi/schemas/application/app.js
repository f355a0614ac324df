import {
  Autowired, ConfigurationProperties, GetMapping, McpTool, PathVariable, PostMapping, QueueListener, QueueTemplate, RequestBody, RequestParam,
  RestController, Service,
} from "fwrun";
import { Args, Filter, Id, Job, Media, Names, Shape, Sort, Tag, Taken, User } from "./schemas.js";

@ConfigurationProperties({ prefix: "media", schema: Media })
export class MediaSettings {
  maxSize = 0;
  /** @type {string[]} */
  hosts = [];
  label = "";
}

@RestController
export class App {
  /** @type {QueueTemplate} */ @Autowired queue;
  /** @type {MediaSettings} */ @Autowired media;

  /**
   * @param {User} body
   * @returns {User}
   */
  @PostMapping("/users") add(@RequestBody body) { return body; }

  /** @returns {Promise<{ name: string }>} */
  @PostMapping("/taken") async taken(@RequestBody({ schema: Taken }) body) { return body; }

  /** @returns {Promise<Shape>} */
  @PostMapping("/shapes") shape(@RequestBody({ schema: Shape }) body) { return Promise.resolve(body); }

  /**
   * @param {Tag} body
   * @returns {Tag[]}
   */
  @PostMapping("/tags") tags(@RequestBody body) { return [body]; }

  /** @returns {{ id: number, name: string[], sort: string, min: number }} */
  @GetMapping("/find/{id}")
  find(
    @PathVariable({ schema: Id }) id, @RequestParam({ schema: Names }) name, @RequestParam({ schema: Sort }) sort = "asc",
    @RequestParam({ schema: Filter, required: false }) filter,
  ) {
    return { id, name, sort, min: filter?.min ?? 0 };
  }

  /** @returns {{ maxSize: number, hosts: string[], label: string }} */
  @GetMapping("/media") settings() { return { ...this.media }; }

  /** @returns {Promise<void>} */
  @PostMapping("/jobs") async job(@RequestParam n) { await this.queue.send("jobs", { n: Number(n) }); }
}

@Service
export class Worker {
  @QueueListener({ queue: "jobs", schema: Job }) work(job) { console.log(`worked on ${job.n}, twice ${job.double}`); }
}

@Service
export class Desk {
  /**
   * Adds.
   * @returns {string}
   */
  @McpTool({ schema: Args }) add(a, b) { return `${a} ${b}`; }

  /**
   * Shows a tag.
   * @param {Tag} tag
   * @returns {string}
   */
  @McpTool() tag(tag) { return tag.id; }
}
