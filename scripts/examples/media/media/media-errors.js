import { Autowired, Component, ErrorController } from "fwrun";
import { MediaSettings } from "./media-settings.js";

/** Answers errors as `{error: <text>}`. */
@Component("errorController")
export class MediaErrors extends ErrorController {
  /** @type {MediaSettings} */
  @Autowired settings;

  handleError(request, response, status, error) {
    const code = status.getValue();
    if (request.getUri() === "/media/upload" && [400, 413, 415].includes(code)) {
      // A form that is broken or too large does not get to the controller.
      response.withStatusCode(400).withJson({ error: `send one file of at most ${this.settings.maxBytes} bytes, as the field image of a multipart form` });
      return;
    }
    response.withJson({ error: code < 500 ? error.message : status.getReasonPhrase() });
  }
}
