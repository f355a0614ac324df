import { Length, NotBlank } from "fwrun";

/** What a request sends. A body that does not fit is answered with 400, and says why. */
export class NewTask {
  @NotBlank @Length(1, 200) title: string;
}

/** A task, in the database and in answers. */
export interface Task extends NewTask {
  id: int;
  done: boolean;
}
