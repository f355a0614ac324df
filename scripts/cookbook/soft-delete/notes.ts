import {
  DeleteMapping, GetMapping, HttpRestException, NotBlank, PathVariable, PostMapping, RequestBody, RequestMapping, ResponseEntity, RestController,
  Scheduled, SqlTemplate,
} from "fwrun";

export class Note {
  @NotBlank slug: string;
  @NotBlank text: string;
}

@RestController
@RequestMapping("/notes")
export class Notes {
  constructor(private sql: SqlTemplate) {}

  @GetMapping
  list() { return this.sql.query("SELECT id, slug, text FROM notes ORDER BY id"); }

  @PostMapping
  create(@RequestBody note: Note) {
    const id = this.sql.update("INSERT INTO all_notes (slug, text) VALUES (:slug, :text)", note).generatedKey;
    return ResponseEntity.created(`/notes/${id}`).withJson({ id, ...note });
  }

  @DeleteMapping("/{id}")
  remove(@PathVariable id: int) {
    const { affectedRows } = this.sql.update("UPDATE all_notes SET deleted_at = CURRENT_TIMESTAMP WHERE id = ? AND deleted_at IS NULL", id);
    if (affectedRows === 0) throw new HttpRestException(404, `there is no note ${id}`);
    return ResponseEntity.noContent();
  }

  /** A slug that somebody else has taken meanwhile is answered with 409. */
  @PostMapping("/{id}/restore")
  restore(@PathVariable id: int) {
    const { affectedRows } = this.sql.update("UPDATE all_notes SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL", id);
    if (affectedRows === 0) throw new HttpRestException(404, `no note ${id} was deleted`);
    return this.sql.queryForMap("SELECT id, slug, text FROM notes WHERE id = ?", id);
  }

  @Scheduled("0 30 3 * * *")
  purge() { return this.sql.update("DELETE FROM all_notes WHERE deleted_at < datetime('now', '-30 days')").affectedRows; }
}
