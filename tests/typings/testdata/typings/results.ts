// Responses, requests and databases.

import { ErrorController, HttpRequest, HttpRestException, HttpStatus, ResponseEntity, SqlError, SqlTemplate } from "fwrun";

class User {
  name: string;
}

export function respond(request: HttpRequest): ResponseEntity<User> {
  ResponseEntity.created("/").withJSON({}); // error: Property 'withJSON' does not exist
  ResponseEntity.notfound(); // error: Property 'notfound' does not exist
  ResponseEntity.created(); // error: Expected 1 arguments
  ResponseEntity.ok().withStatus("409"); // error: Argument of type 'string' is not assignable
  ResponseEntity.ok().withCookie("a", "b", "tomorrow"); // error: is not assignable to parameter of type 'number | Date | undefined'
  ResponseEntity.status(HttpStatus.CONFLIT); // error: Property 'CONFLIT' does not exist
  new HttpStatus(); // error: Constructor of class 'HttpStatusCode' is private
  request.getHeaders(); // error: Property 'getHeaders' does not exist
  request.getQueryParam("page").length; // error: Object is possibly 'null'
  if (request.getMethod() === "get") throw new HttpRestException(409); // error: no overlap
  return ResponseEntity.ok({ nam: "x" }); // error: is not assignable to type 'ResponseEntity<User>'
}

export class Errors extends ErrorController {
  handleError(request: HttpRequest, response: ResponseEntity, status: HttpStatus, error: unknown) {
    if (status >= 500 || status == 404 || status === HttpStatus.CONFLICT) response.withStatus(status);
    if (status < HttpStatus.BAD_REQUEST) response.withStatus(status + 100);
    if (status === 404) response.withStatus(HttpStatus.of(404));
    switch (status) { case 409: case HttpStatus.GONE: return; }
    switch (status.getValue()) { case 404: response.setBody(`${status} ${status.getReasonPhrase().length}`); }
    const given: int = status;
    if (status > "404") return; // error: cannot be applied to types
    if (status == "404") response.withStatus(given); // error: no overlap
  }
}

export function query(sql: SqlTemplate): User[] {
  sql.query("SELECT ?", [{ a: 1 }]); // error: is not assignable to parameter of type 'SqlParams'
  sql.query("SELECT ?", () => 1, User).map((user) => user.nam); // error: Property 'nam' does not exist
  sql.queryForObject<User>("SELECT 1").name; // error: Object is possibly 'null'
  sql.transaction(() => {}, { isolation: "none" }); // error: is not assignable to type 'SqlIsolation
  sql.select("SELECT 1"); // error: Property 'select' does not exist
  try {
    return sql.query("SELECT * FROM users");
  } catch (error) {
    if (error instanceof SqlError && error.kind === "unique") return []; // error: no overlap
    throw error;
  }
}
