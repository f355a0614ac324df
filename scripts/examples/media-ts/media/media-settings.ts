import { ConfigurationProperties, Min } from "fwrun";

/** The section `media` of config/application.yml. */
@ConfigurationProperties("media")
export class MediaSettings {
  /** The folder of what was uploaded. */
  inbox: string;
  /** The folder of what is made of it. */
  variants: string;
  /** The largest upload. */
  @Min(1) maxBytes: DataSize;
  /** The most pixels of an image that is decoded. */
  @Min(1) maxPixels: int;
  /** When the sweeper sends a job again that is not done. */
  retryAfter: Duration;
  /** How often it does. */
  retries: int;
  /** The age at which it deletes files that belong to no job. */
  orphanAge: Duration;
}
