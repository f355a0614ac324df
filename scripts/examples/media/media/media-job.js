import { Id, Query, Repository, Table } from "fwrun";

/** An upload, and what became of it. */
@Table("media_job", { naming: "snake_case" })
export class MediaJob {
  /** @type {int} */
  @Id id;

  /**
   * The file in the inbox: 32 random hexadecimal digits.
   * @type {string}
   */
  sourceName;

  /** @type {"pending" | "done" | "failed"} */
  status = "pending";

  /**
   * The files that were made of it.
   * @type {list<string>}
   */
  variants = [];

  /**
   * What its user may know about a failure.
   * @type {?string}
   */
  error = null;
}

/**
 * A job is pending, then done or failed; a failed one may be pending again. Each method reports whether the job was in a state to be changed.
 * @extends {Repository<MediaJob>}
 */
export class MediaJobRepository extends Repository {
  /**
   * @param {int} id
   * @param {string} variants  as JSON
   * @returns {boolean}
   */
  @Query("UPDATE media_job SET status = 'done', variants = :variants WHERE id = :id AND status = 'pending'")
  done(id, variants) {
    return this.result;
  }

  /**
   * @param {int} id
   * @param {string} error
   * @returns {boolean}
   */
  @Query("UPDATE media_job SET status = 'failed', error = :error WHERE id = :id AND status = 'pending'")
  fail(id, error) {
    return this.result;
  }

  /**
   * @param {int} id
   * @returns {boolean}
   */
  @Query("UPDATE media_job SET status = 'pending', error = NULL WHERE id = :id AND status <> 'done'")
  reopen(id) {
    return this.result;
  }
}

/** When the sweeper sends a job again, unless it is done before. */
@Table("media_retry", { naming: "snake_case" })
export class MediaRetry {
  /** @type {int} */
  @Id({ generated: false }) jobId;

  /** @type {int} */
  attempts = 0;

  /** @type {Date} */
  dueAt;
}

/** @extends {Repository<MediaRetry>} */
export class MediaRetryRepository extends Repository {
  /**
   * @param {Date} now
   * @returns {MediaRetry[]}
   */
  @Query("SELECT * FROM media_retry WHERE due_at <= :now ORDER BY due_at LIMIT 100")
  findDue(now) {
    return this.result;
  }

  /**
   * Counts an attempt, and reports whether the job is still to be done and nobody else counts this attempt.
   * @param {int} jobId
   * @param {int} attempts
   * @param {Date} dueAt
   * @returns {boolean}
   */
  @Query("UPDATE media_retry SET attempts = attempts + 1, due_at = :dueAt WHERE job_id = :jobId AND attempts = :attempts")
  claim(jobId, attempts, dueAt) {
    return this.result;
  }
}
