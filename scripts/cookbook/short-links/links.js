import {
  Autowired, GetMapping, HttpRestException, Length, PathVariable, PostMapping, Random, RequestBody, ResponseEntity, RestController, SqlTemplate,
  UniqueViolation, Url,
} from "fwrun";

export class NewLink {
  /** @type {string} */ @Url @Length({ max: 2000 }) target;
}

@RestController
export class Links {
  /** @type {SqlTemplate} */ @Autowired sql;
  /** @type {Random} */ @Autowired random;

  /** @param {NewLink} link */
  @PostMapping("/links")
  create(@RequestBody link) {
    for (let attempt = 0; attempt < 5; attempt++) {
      const code = this.random.token(6); // 8 characters of 64: nobody finds links by trying
      try {
        this.sql.update("INSERT INTO links (code, target) VALUES (:code, :target)", { code, target: link.target });
        return ResponseEntity.created(`/to/${code}`).withJson({ code });
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error;
      }
    }
    throw new HttpRestException(503, "there is no free code; try again");
  }

  /** @param {string} code */
  @GetMapping("/to/{code}")
  follow(@PathVariable code) {
    const [link] = this.sql.query("UPDATE links SET visits = visits + 1 WHERE code = ? RETURNING target", code);
    if (!link) throw new HttpRestException(404, "there is no such link");
    return ResponseEntity.status(302).withHeader("Location", link.target).withHeader("Cache-Control", "no-store");
  }

  /** @param {string} code */
  @GetMapping("/links/{code}")
  visits(@PathVariable code) {
    const link = this.sql.queryForObject("SELECT * FROM links WHERE code = ?", code);
    if (!link) throw new HttpRestException(404, "there is no such link");
    return link;
  }
}
