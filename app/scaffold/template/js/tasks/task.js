/** What a request sends. A body that does not fit is answered with 400, and says why. */
export class NewTask {
  /** @type {string} */
  title;
}

/** A task, in the database and in answers. */
export class Task extends NewTask {
  /** @type {int} */
  id;

  /** @type {bool} */
  done;
}
