import { Id, Query, Repository, Table } from "fwrun";

/** An upload, and what became of it. */
@Table("media_job", { naming: "snake_case" })
export class MediaJob {
  @Id id: int;
  /** The file in the inbox: 32 random hexadecimal digits. */
  sourceName: string;
  status: "pending" | "done" | "failed" = "pending";
  /** The files that were made of it. */
  variants: list<string> = [];
  /** What its user may know about a failure. */
  error: string | null = null;
}

/** A job is pending, then done or failed; a failed one may be pending again. Each method reports whether the job was in a state to be changed. */
export class MediaJobRepository extends Repository<MediaJob> {
  /** `variants` is JSON. */
  @Query("UPDATE media_job SET status = 'done', variants = :variants WHERE id = :id AND status = 'pending'")
  done(id: int, variants: string): boolean {
    return this.result;
  }

  @Query("UPDATE media_job SET status = 'failed', error = :error WHERE id = :id AND status = 'pending'")
  fail(id: int, error: string): boolean {
    return this.result;
  }

  @Query("UPDATE media_job SET status = 'pending', error = NULL WHERE id = :id AND status <> 'done'")
  reopen(id: int): boolean {
    return this.result;
  }
}

/** When the sweeper sends a job again, unless it is done before. */
@Table("media_retry", { naming: "snake_case" })
export class MediaRetry {
  @Id({ generated: false }) jobId: int;
  attempts: int = 0;
  dueAt: Date;
}

export class MediaRetryRepository extends Repository<MediaRetry> {
  @Query("SELECT * FROM media_retry WHERE due_at <= :now ORDER BY due_at LIMIT 100")
  findDue(now: Date): MediaRetry[] {
    return this.result;
  }

  /** Counts an attempt, and reports whether the job is still to be done and nobody else counts this attempt. */
  @Query("UPDATE media_retry SET attempts = attempts + 1, due_at = :dueAt WHERE job_id = :jobId AND attempts = :attempts")
  claim(jobId: int, attempts: int, dueAt: Date): boolean {
    return this.result;
  }
}
