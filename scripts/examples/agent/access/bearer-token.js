import { Autowired, HandlerInterceptor, HttpRequest, HttpStatus, Interceptor, ResponseEntity } from "fwrun";
import { Callers } from "./callers.js";

/** Lets nobody pass without a token: neither to what agents use, nor to the endpoints that are called for them. */
@Interceptor("^/(mcp|orders)(/|$)")
export class BearerToken extends HandlerInterceptor {
  /** @type {Callers} */
  @Autowired callers;

  /**
   * @param {HttpRequest} request
   * @param {ResponseEntity} response
   */
  preHandle(request, response) {
    if (this.callers.of(request)) return true;
    response.withStatus(HttpStatus.UNAUTHORIZED).withHeader("WWW-Authenticate", "Bearer");
    return false;
  }
}
