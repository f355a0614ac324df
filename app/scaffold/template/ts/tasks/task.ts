import { Length, NotBlank } from "fwrun";

/** What a request sends. An invalid body is answered with 400 and the reason. */
export class NewTask {
  @NotBlank @Length(1, 200) title: string;
}

/** A task, in the database and in answers. */
export interface Task extends NewTask {
  id: int;
  done: boolean;
}
