import { Component, ErrorController, HttpRequest, HttpStatus, ResponseEntity } from "fwrun";
import { MediaSettings } from "./media-settings";

/** Answers errors as `{error: <text>}`. */
@Component("errorController")
export class MediaErrors extends ErrorController {
  constructor(private readonly settings: MediaSettings) {
    super();
  }

  handleError(request: HttpRequest, response: ResponseEntity, status: HttpStatus, error: any): void {
    const code = status.getValue();
    if (request.getUri() === "/media/upload" && [400, 413, 415].includes(code)) {
      // A form that is broken or too large does not get to the controller.
      response.withStatusCode(400).withJson({ error: `send one file of at most ${this.settings.maxBytes} bytes, as the field image of a multipart form` });
      return;
    }
    response.withJson({ error: code < 500 ? error.message : status.getReasonPhrase() });
  }
}
