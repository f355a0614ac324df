import { DeleteMapping, GetMapping, McpTool, PathVariable, PostMapping, Principal } from "fwrun";
import { RequestBody, RequestMapping, RestController, RolesAllowed, SqlTemplate } from "fwrun";

export class Note {
  text: string;
}

/** Notes, for those who are known: security.rules says so. */
@RestController
@RequestMapping("/notes")
export class Notes {
  constructor(private readonly sql: SqlTemplate) {}

  /** Lists the notes of whom the agent works for. */
  @McpTool
  @GetMapping
  list(who: Principal) {
    return this.sql.query("SELECT id, text FROM notes WHERE author = ? ORDER BY id", [who.getName()]);
  }

  @PostMapping
  add(@RequestBody note: Note, who: Principal): void {
    this.sql.update("INSERT INTO notes (author, text) VALUES (?, ?)", [who.getName(), note.text]);
  }

  /** Deletes a note of anybody. */
  @McpTool
  @DeleteMapping("/{id}")
  @RolesAllowed("ADMIN")
  remove(@PathVariable id: int) {
    return { deleted: this.sql.update("DELETE FROM notes WHERE id = ?", [id]).affectedRows };
  }
}
