import { Length, NotBlank } from "fwrun";

/** What a request sends. An invalid body is answered with 400 and the reason. */
export class NewTask {
  /** @type {string} */
  @NotBlank @Length(1, 200) title;
}

/** A task, in the database and in answers. */
export class Task extends NewTask {
  /** @type {int} */
  id;

  /** @type {bool} */
  done;
}
