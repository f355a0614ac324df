import { HandlerInterceptor, HttpRequest, HttpStatus, Interceptor, ResponseEntity, Value } from "fwrun";

/** Lets those pass who have the token: to the tools, and to the endpoints that tools call. */
@Interceptor("^/(mcp|orders)(/|$)")
export class Guard extends HandlerInterceptor {
  @Value("${desk.token}") token: string;

  preHandle(request: HttpRequest, response: ResponseEntity): boolean {
    if (request.getFirstHeader("Authorization") === `Bearer ${this.token}`) return true;
    response.withStatus(HttpStatus.UNAUTHORIZED).withHeader("WWW-Authenticate", "Bearer");
    return false;
  }
}
