import { ImageError, Images, Logger, QueueListener, QueueMessage, Service } from "fwrun";
import { MediaJobs } from "./media-jobs";
import { MediaSettings } from "./media-settings";

/** The message about a job. */
export class MediaMessage {
  jobId: int;
}

/** The variants of an image, by the end of their names. */
const SIZES = {
  large: { width: 1600, height: 1600 },
  medium: { width: 800, height: 800 },
  small: { width: 200, height: 200, fit: "cover" },
} as const;

/** Makes the variants of what was uploaded. */
@Service
export class MediaWorker {
  constructor(
    private readonly jobs: MediaJobs,
    private readonly images: Images,
    private readonly settings: MediaSettings,
    private readonly log: Logger,
  ) {}

  /** A message may come twice. The variants of a job have the same names each time, and a job that is done stays so. */
  @QueueListener("media-jobs", { maxAttempts: 3, backoff: "2s", timeout: "1m" })
  async work({ jobId }: MediaMessage, message: QueueMessage): Promise<void> {
    const job = this.jobs.find(jobId);
    if (job?.status !== "pending") return;
    try {
      this.jobs.done(jobId, await this.variants(job.sourceName));
    } catch (error) {
      if (error instanceof ImageError && error.reason !== "timeout") {
        this.log.warn("a file is rejected", { job: jobId, reason: error.reason, cause: error.cause });
        this.jobs.reject(jobId);
      } else if (message.isLastAttempt()) {
        this.log.error("a file could not be processed", { job: jobId, error });
        this.jobs.fail(jobId);
      } else {
        throw error;
      }
    }
  }

  /** Makes all variants, or none, and returns their names. The header of the file is read first: it says how many pixels there are. */
  private async variants(sourceName: string): Promise<string[]> {
    const { inbox, variants, maxPixels } = this.settings;
    const names = Object.keys(SIZES).map((size) => `${sourceName}-${size}.jpg`);
    const options = Object.values(SIZES).map((size, i) => ({ ...size, to: `${variants}/${names[i]}` }));
    await this.images.resize(`${inbox}/${sourceName}`, options, { maxPixels });
    return names;
  }
}
