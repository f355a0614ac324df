import { Autowired, Logger, QueueTemplate, Service, Transactional } from "fwrun";
import { MediaJob, MediaJobRepository, MediaRetry, MediaRetryRepository } from "./media-job.js";
import { MediaSettings } from "./media-settings.js";

/** What a user is told of a failure. The log says more. */
const FAILURE = "the file could not be processed";

/** The states of jobs. Each change is one transaction, and the message about it is part of that. */
@Service
export class MediaJobs {
  /** @type {MediaJobRepository} */
  @Autowired jobs;

  /** @type {MediaRetryRepository} */
  @Autowired retries;

  /** @type {QueueTemplate} */
  @Autowired queues;

  /** @type {MediaSettings} */
  @Autowired settings;

  /** @type {Logger} */
  @Autowired log;

  /** @param {int} id */
  find(id) {
    return this.jobs.findById(id);
  }

  /**
   * Returns those of the names that belong to a job.
   * @param {string[]} sourceNames
   */
  known(sourceNames) {
    return new Set(this.jobs.findBy({ sourceName: sourceNames }).map((job) => job.sourceName));
  }

  /**
   * A file was uploaded. Its job and the message are there together, or not at all.
   * @param {string} sourceName
   * @returns {Promise<int>}
   */
  @Transactional
  async accept(sourceName) {
    const jobId = /** @type {int} */ (this.jobs.insert({ sourceName }).id);
    this.retries.insert({ jobId, dueAt: this.after(1) });
    await this.send(jobId);
    return jobId;
  }

  /**
   * The variants are there.
   * @param {int} id
   * @param {string[]} variants
   */
  @Transactional
  done(id, variants) {
    if (this.jobs.done(id, JSON.stringify(variants))) this.retries.delete(id);
  }

  /**
   * The file is bad, and will be: nobody tries again.
   * @param {int} id
   */
  @Transactional
  reject(id) {
    this.jobs.fail(id, FAILURE);
    this.retries.delete(id);
  }

  /**
   * Something else is wrong. The sweeper tries again later.
   * @param {int} id
   */
  @Transactional
  fail(id) {
    this.jobs.fail(id, FAILURE);
  }

  /** Sends all jobs again that are due, and returns how many. */
  async retry() {
    let sent = 0;
    for (const due of this.retries.findDue(new Date())) {
      if (await this.retryOne(due)) sent++;
    }
    return sent;
  }

  /** @param {MediaRetry} due */
  @Transactional
  async retryOne({ jobId, attempts }) {
    if (!this.retries.claim(jobId, attempts, this.after(2 ** (attempts + 1)))) return false;
    if (attempts >= this.settings.retries) {
      this.log.error("a job is given up", { job: jobId });
      this.reject(jobId);
      return false;
    }
    this.jobs.reopen(jobId);
    await this.send(jobId);
    return true;
  }

  send(jobId) {
    return this.queues.send("media-jobs", { jobId });
  }

  after(times) {
    return new Date(Date.now() + times * this.settings.retryAfter);
  }
}
