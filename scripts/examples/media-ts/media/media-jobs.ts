import { Logger, QueueTemplate, Service, Transactional } from "fwrun";
import { MediaJob, MediaJobRepository, MediaRetry, MediaRetryRepository } from "./media-job";
import { MediaSettings } from "./media-settings";

/** What a user is told of a failure. The log says more. */
const FAILURE = "the file could not be processed";

/** The states of jobs. Each change is one transaction, and the message about it is part of that. */
@Service
export class MediaJobs {
  constructor(
    private readonly jobs: MediaJobRepository,
    private readonly retries: MediaRetryRepository,
    private readonly queues: QueueTemplate,
    private readonly settings: MediaSettings,
    private readonly log: Logger,
  ) {}

  find(id: int): MediaJob | null {
    return this.jobs.findById(id);
  }

  /** Returns those of the names that belong to a job. */
  known(sourceNames: string[]): Set<string> {
    return new Set(this.jobs.findBy({ sourceName: sourceNames }).map((job) => job.sourceName));
  }

  /** A file was uploaded. Its job and the message are there together, or not at all. */
  @Transactional
  async accept(sourceName: string): Promise<int> {
    const jobId = this.jobs.insert({ sourceName }).id!;
    this.retries.insert({ jobId, dueAt: this.after(1) });
    await this.send(jobId);
    return jobId;
  }

  /** The variants are there. */
  @Transactional
  done(id: int, variants: string[]): void {
    if (this.jobs.done(id, JSON.stringify(variants))) this.retries.delete(id);
  }

  /** The file is bad, and will be: nobody tries again. */
  @Transactional
  reject(id: int): void {
    this.jobs.fail(id, FAILURE);
    this.retries.delete(id);
  }

  /** Something else is wrong. The sweeper tries again later. */
  @Transactional
  fail(id: int): void {
    this.jobs.fail(id, FAILURE);
  }

  /** Sends all jobs again that are due, and returns how many. */
  async retry(): Promise<number> {
    let sent = 0;
    for (const due of this.retries.findDue(new Date())) {
      if (await this.retryOne(due)) sent++;
    }
    return sent;
  }

  @Transactional
  async retryOne({ jobId, attempts }: MediaRetry): Promise<boolean> {
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

  private send(jobId: int) {
    return this.queues.send("media-jobs", { jobId });
  }

  private after(times: number) {
    return new Date(Date.now() + times * this.settings.retryAfter);
  }
}
