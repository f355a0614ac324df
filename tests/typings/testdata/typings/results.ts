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
  new HttpStatus(); // error: Constructor of class 'HttpStatus' is private
  request.getHeadings(); // error: Property 'getHeadings' does not exist
  request.getQueryParam("page").length; // error: Object is possibly 'null'
  if (request.getMethod() === "get") throw new HttpRestException(409); // error: no overlap
  return ResponseEntity.ok({ nam: "x" }); // error: is not assignable to type 'ResponseEntity<User>'
}

export class Errors extends ErrorController {
  handleError(request: HttpRequest, response: ResponseEntity, status: HttpStatus, error: unknown) {
    if (status.getValue() >= 500 || status === HttpStatus.CONFLICT) response.withStatus(status);
    if (status.getValue() < HttpStatus.BAD_REQUEST.getValue()) response.withStatus(status.getValue() + 100);
    switch (status) { case HttpStatus.GONE: return; }
    switch (status.getValue()) { case 404: response.setBody(`${status} ${status.getReasonPhrase().length}`); }
    if (status === 404) response.withStatus(HttpStatus.of(404)); // error: no overlap
    if (response.getStatus() == 404) return; // error: no overlap
    if (status >= 500) return; // error: cannot be applied to types
    const given: int = status; // error: is not assignable to type 'number'
    switch (new HttpRestException(409).getStatus()) {
      case 409: return; // error: is not comparable to type
    }
    response.withStatus(given);
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

export class NumericErrors extends ErrorController {
  override handleError(request: HttpRequest, response: ResponseEntity, status: number) {
    if (status === 404 || status >= 500) response.withStatus(status);
    if (status === HttpStatus.NOT_FOUND) return; // error: no overlap
    status.getReasonPhrase(); // error: Property 'getReasonPhrase' does not exist
  }
}

export class IntErrors implements ErrorController {
  handleError(request: HttpRequest, response: ResponseEntity, status: int, error: Error) {
    switch (status) { case 404: return; case HttpStatus.GONE: return; } // error: is not comparable to type
  }
}

export class EitherErrors extends ErrorController {
  override async handleError(request: HttpRequest, response: ResponseEntity, status: HttpStatus | number) {
    const known = status instanceof HttpStatus ? status : HttpStatus.of(status);
    response.withStatus(known).withJson({ status: known.getValue() });
  }
}

export class TextErrors extends ErrorController {
  handleError(request: HttpRequest, response: ResponseEntity, status: string) {} // error: is not assignable to the same property
}
