import {
  Autowired, GetMapping, PostMapping, QueueListener, QueueRejectException, QueueRetryException, QueueTemplate, RequestBody, ResponseEntity,
  RestController, Service, SqlTemplate, Url,
} from "fwrun";

export class Job {
  /** @type {string} */ @Url url;
}

@Service
export class Imports {
  /** @type {SqlTemplate} */ @Autowired sql;

  /** @param {Job} job */
  @QueueListener("imports")
  async run(job, message) {
    const answer = await fetch(job.url); // what it throws is tried again, after 5, 10, 20 and 40 seconds
    if (answer.status === 404) throw new QueueRejectException("there is nothing at this address"); // trying again is of no use
    if (answer.status === 429) throw new QueueRetryException("too many requests", `${Number(answer.headers.get("Retry-After")) || 60}s`);
    if (!answer.ok) throw new Error(`status ${answer.status} in attempt ${message.getAttempt()}`);
    const { byteLength } = await answer.arrayBuffer();
    this.sql.update("INSERT INTO imports (url, bytes) VALUES (?, ?) ON CONFLICT (url) DO UPDATE SET bytes = excluded.bytes", [job.url, byteLength]);
  }

  /** Dead letters come here, and are kept for people. Without this listener they wait for `fwrun queues . replay imports`. */
  @QueueListener("imports.dead")
  failed(/** @type {Job} */ job, message) {
    const [reason, attempts] = ["dead-error", "dead-attempts"].map((name) => message.getHeader(name));
    this.sql.update("INSERT INTO problems (url, reason, attempts) VALUES (?, ?, ?)", [job.url, reason ?? message.getHeader("dead-reason"), Number(attempts)]);
  }
}

@RestController
export class ImportController {
  /** @type {QueueTemplate} */ @Autowired queues;
  /** @type {SqlTemplate} */ @Autowired sql;

  /** @param {Job} job */
  @PostMapping("/imports")
  async begin(@RequestBody job) {
    const id = await this.queues.send("imports", job, { unique: job.url }); // not again while it waits
    return ResponseEntity.accepted({ id });
  }

  @GetMapping("/problems") problems() { return this.sql.query("SELECT url, reason, attempts FROM problems ORDER BY id"); }
}
