import { Autowired, Files, Lockable, Logger, Scheduled, Service } from "fwrun";
import { MediaJobs } from "./media-jobs.js";
import { MediaSettings } from "./media-settings.js";

/** Looks after what was interrupted: by a crash, a full disk, a broker that could not be reached. */
@Service
export class MediaSweeper {
  /** @type {MediaJobs} */
  @Autowired jobs;

  /** @type {Files} */
  @Autowired files;

  /** @type {MediaSettings} */
  @Autowired settings;

  /** @type {Logger} */
  @Autowired log;

  /** Sends jobs again that are due. In a cluster, one process at a time does. */
  @Scheduled({ fixedDelay: "${media.sweep}" })
  @Lockable("media-retries")
  async retry() {
    const sent = await this.jobs.retry();
    if (sent > 0) this.log.info("jobs are sent again", { sent });
  }

  /** Deletes files that belong to no job. */
  @Scheduled({ fixedDelay: "${media.sweep}" })
  @Lockable("media-orphans")
  async clean() {
    const { inbox, variants } = this.settings;
    const deleted = (await this.deleteOrphans(inbox)) + (await this.deleteOrphans(variants));
    if (deleted > 0) this.log.info("files without a job are deleted", { deleted });
  }

  /**
   * Deletes old files that belong to no job, and returns how many. A new file may be about to get its job. The names of all others begin
   * with the source name of their job.
   * @param {string} folder
   */
  async deleteOrphans(folder) {
    const before = Date.now() - this.settings.orphanAge;
    const old = (await this.files.list(folder)).filter(({ modified }) => modified.getTime() <= before);
    let deleted = 0;
    for (let i = 0; i < old.length; i += 500) {
      const some = old.slice(i, i + 500).map(({ name }) => name);
      const known = this.jobs.known(some.map(sourceName));
      for (const name of some.filter((name) => !known.has(sourceName(name)))) {
        if (await this.files.delete(`${folder}/${name}`)) deleted++;
      }
    }
    return deleted;
  }
}

const sourceName = (fileName) => fileName.split("-", 1)[0];
