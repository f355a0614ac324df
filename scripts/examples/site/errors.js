import { Component, ErrorController } from "fwrun";

/** Answers browsers that look for what is not there with a page, and everybody else with JSON. */
@Component("errorController")
export class Errors extends ErrorController {
  handleError(request, response, status) {
    const inBrowser = request.getFirstHeader("Accept")?.includes("text/html");
    if (status.getValue() === 404 && inBrowser) response.withFile("404.html", { root: "public" });
    else response.withJson({ status: status.getValue(), title: status.getReasonPhrase() });
  }
}
