import {
  Autowired, ConfigurationProperties, GetMapping, McpTool, PathVariable, PostMapping, QueueListener, QueueTemplate, RequestBody, RequestParam,
  RestController, Service,
} from "fwrun";
import { Args, Filter, Id, Job, Media, Names, Shape, Sort, Tag, Taken, User } from "./schemas.js";

@ConfigurationProperties({ prefix: "media", schema: Media })
export class MediaSettings {
  maxSize = 0;
  hosts: string[] = [];
  label = "";
}

@RestController
export class App {
  @Autowired private queue!: QueueTemplate;
  constructor(private media: MediaSettings) {}

  @PostMapping("/users") add(@RequestBody body: User): User { return body; }

  @PostMapping("/taken") async taken(@RequestBody({ schema: Taken }) body: { name: string }): Promise<{ name: string }> { return body; }

  @PostMapping("/shapes") shape(@RequestBody body: Shape): Promise<Shape> { return Promise.resolve(body); }

  @PostMapping("/tags") tags(@RequestBody body: Tag): Tag[] { return [body]; }

  @GetMapping("/find/{id}")
  find(
    @PathVariable({ schema: Id }) id: number, @RequestParam({ schema: Names }) name: string[], @RequestParam({ schema: Sort }) sort = "asc",
    @RequestParam({ schema: Filter }) filter?: { min: number },
  ): { id: number; name: string[]; sort: string; min: number } {
    return { id, name, sort, min: filter?.min ?? 0 };
  }

  @GetMapping("/media") settings(): { maxSize: number; hosts: string[]; label: string } { return { ...this.media }; }

  @PostMapping("/jobs") async job(@RequestParam n: string): Promise<void> { await this.queue.send("jobs", { n: Number(n) }); }
}

@Service
export class Worker {
  @QueueListener({ queue: "jobs", schema: Job }) work(job: { n: number; double: number }): void { console.log(`worked on ${job.n}, twice ${job.double}`); }
}

@Service
export class Desk {
  /** Adds. */
  @McpTool({ schema: Args }) add(a: number, b: string): string { return `${a} ${b}`; }

  /** Shows a tag. */
  @McpTool() tag(tag: Tag): string { return tag.id; }
}
