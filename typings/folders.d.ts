/** Files in folders. */
declare module "fwrun" {
  export {};

  /**
   * Lists and deletes files, such as uploads that were moved, and what {@link Images} has written. Inject it by its type. A relative path
   * begins in the folder of the application; a path that leads out of it, also by a symbolic link, is an error, unless it is in one of the
   * folders of `files.folders`. The work is done outside of the worker, which serves other requests meanwhile.
   *
   *     for (const { name, modified } of await this.files.list("inbox")) {
   *       if (modified < yesterday) await this.files.delete("inbox/" + name);
   *     }
   */
  export class Files {
    private constructor();
    /** Lists the regular files of a folder, but not those of folders in it, sorted by name. A folder that does not exist has none. */
    list(folder: string): Promise<FileInfo[]>;
    /** Deletes a file, and resolves to whether there was one. A symbolic link is deleted itself; a folder is an error. */
    delete(path: string): Promise<boolean>;
  }

  /** A file in a folder. */
  export interface FileInfo {
    /** The name, without the folder. */
    name: string;
    /** The size in bytes. */
    size: int;
    /** When the content was changed last. */
    modified: Date;
  }
}
