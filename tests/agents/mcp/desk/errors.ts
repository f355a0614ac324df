import { Component, ErrorController, HttpRequest, HttpStatus, ResponseEntity } from "fwrun";

/** Answers what fails in endpoints, which agents read when a tool is one. */
@Component("errorController")
export class Errors extends ErrorController {
  handleError(request: HttpRequest, response: ResponseEntity, status: HttpStatus, error: Error) {
    response.withStatus(status).withJson({ error: error.message });
  }
}
