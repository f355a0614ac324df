import {
  DeleteMapping, GetMapping, HttpRestException, Length, NotBlank, PathVariable, PostMapping, RequestBody, RequestMapping, ResponseEntity,
  RestController, SqlTemplate,
} from "fwrun";

export class NewComment {
  @NotBlank @Length(1, 2000) text: string;
  parent: int | null = null;
}

export interface Comment {
  id: int;
  text: string;
  replies: Comment[];
}

@RestController
@RequestMapping("/comments")
export class Comments {
  constructor(private sql: SqlTemplate) {}

  /** A comment with all that was replied to it: one statement, whatever the depth. Parents come before their children. */
  @GetMapping("/{id}")
  tree(@PathVariable id: int): Comment {
    const rows = this.sql.query(
      `WITH RECURSIVE thread (id, parent, depth, text) AS (
         SELECT id, parent, depth, text FROM comments WHERE id = :id
         UNION ALL SELECT c.id, c.parent, c.depth, c.text FROM comments c JOIN thread t ON c.parent = t.id
       ) SELECT id, parent, text FROM thread ORDER BY depth, id LIMIT 1000`,
      { id },
    );
    if (rows.length === 0) throw new HttpRestException(404, `there is no comment ${id}`);
    const known = new Map<int, Comment>();
    for (const row of rows) {
      const comment = { id: row.id, text: row.text, replies: [] };
      known.set(row.id, comment);
      if (row.id !== id) known.get(row.parent)!.replies.push(comment);
    }
    return known.get(id)!;
  }

  @PostMapping
  add(@RequestBody { text, parent }: NewComment) {
    const depth = parent === null ? 0 : this.sql.queryForValue("SELECT depth + 1 FROM comments WHERE id = ?", parent);
    if (depth === null) throw new HttpRestException(422, `there is no comment ${parent}`);
    const id = this.sql.update("INSERT INTO comments (parent, depth, text) VALUES (:parent, :depth, :text)", { parent, depth, text }).generatedKey;
    return ResponseEntity.created(`/comments/${id}`).withJson({ id, text, replies: [] });
  }

  @DeleteMapping("/{id}")
  remove(@PathVariable id: int) { // and its replies, by the foreign key
    return this.sql.update("DELETE FROM comments WHERE id = ?", id).affectedRows > 0 ? ResponseEntity.noContent() : ResponseEntity.notFound();
  }
}
