import { Autowired, GetMapping, Id, Length, Repository, RequestParam, RestController, Table } from "fwrun";

@Table("recipes")
export class Recipe {
  /** @type {int} */ @Id id;
  /** @type {string} */ title;
  /** @type {string} */ text;
}

/** @extends {Repository<Recipe>} */
export class Recipes extends Repository {
  /** Titles count ten times as much as texts. In the snippet, [ and ] stand around what was found. */
  search(words, limit = 20) {
    return this.sql.query(
      `SELECT r.id, r.title, snippet(recipes_index, 1, '[', ']', '…', 12) AS found
         FROM recipes_index JOIN recipes r ON r.id = recipes_index.rowid
        WHERE recipes_index MATCH :pattern ORDER BY bm25(recipes_index, 10.0, 1.0) LIMIT :limit`,
      { pattern: pattern(words), limit },
    );
  }
}

/** What people type is not FTS5's language: each word is quoted, so that none is an operator; the last may be a beginning. */
function pattern(words) {
  const quoted = words.match(/[\p{L}\p{N}]+/gu)?.map((word) => `"${word}"`) ?? ['""'];
  return `${quoted.join(" ")}*`;
}

@RestController
export class RecipeController {
  /** @type {Recipes} */ @Autowired recipes;

  /** @param {string} q */
  @GetMapping("/recipes")
  search(@RequestParam @Length(1, 100) q) { return this.recipes.search(q); }
}
