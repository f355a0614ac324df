import { ConfigurationProperties, Min } from "fwrun";

/** The section `media` of config/application.yml. */
@ConfigurationProperties("media")
export class MediaSettings {
  /**
   * The folder of what was uploaded.
   * @type {string}
   */
  inbox;

  /**
   * The folder of what is made of it.
   * @type {string}
   */
  variants;

  /**
   * The largest upload.
   * @type {DataSize}
   */
  @Min(1) maxBytes;

  /**
   * The most pixels of an image that is decoded.
   * @type {int}
   */
  @Min(1) maxPixels;

  /**
   * When the sweeper sends a job again that is not done.
   * @type {Duration}
   */
  retryAfter;

  /**
   * How often it does.
   * @type {int}
   */
  retries;

  /**
   * The age at which it deletes files that belong to no job.
   * @type {Duration}
   */
  orphanAge;
}
