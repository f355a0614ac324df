/** Interceptors of requests, and the error controller. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;

  /**
   * Its methods are called around the requests of certain paths. It is registered with
   * {@link Interceptor} or by a {@link WebMvcConfigurer}, and may extend this class or only have its methods, each of which may
   * be async.
   *
   * `@Interceptor("^/admin(/|$)")`, and below it:
   *
   *     export class Guard extends HandlerInterceptor {
   *       preHandle(request, response) {
   *         if (request.getFirstHeader("Authorization") === "Bearer secret") return true;
   *         response.withStatus(HttpStatus.UNAUTHORIZED).withHeader("WWW-Authenticate", "Bearer");
   *         return false;
   *       }
   *     }
   */
  export class HandlerInterceptor {
    /**
     * Returns true to let a request pass, or false to reject it; anything else is an error. A rejected request gets what was set on
     * the response, with 403 if no status was set. The body of the request is not read yet. Headers and cookies that are set here are
     * sent with every answer, including errors.
     */
    preHandle?(request: HttpRequest, response: ResponseEntity): boolean | Promise<boolean>;
    /** Called with the handler's response, which may still be changed; last interceptor first. Not called if the handler failed. */
    postHandle?(request: HttpRequest, response: ResponseEntity): void | Promise<void>;
    /**
     * Called after the response is written, last interceptor first, if its preHandle let the request pass. The response has
     * the status that the client gets. The error is the error of the handler, or null.
     */
    afterCompletion?(request: HttpRequest, response: ResponseEntity, error: unknown): void | Promise<void>;
  }

  /** The options of {@link Interceptor}. */
  export interface InterceptorOptions extends NameOptions {
    /**
     * RE2 expressions for paths, without the context path. Default: all paths. An expression may match any part of the path;
     * `^` and `$` match its beginning and end. A path has no slash at its end: `^/admin(/|$)` matches `/admin` and all paths
     * below it.
     */
    patterns?: string | RegExp | (string | RegExp)[];
    /** Paths that are excluded. */
    exclude?: string | RegExp | (string | RegExp)[];
    /** Interceptors with smaller numbers run first; 0 by default. */
    order?: int;
  }

  /** A class that is a bean and a {@link HandlerInterceptor}: `@Interceptor("^/admin(/|$)", "^/super(/|$)")`. */
  export const Interceptor: OnClass &
    Called<OnClass, InterceptorOptions, "patterns"> &
    ((...patterns: (string | RegExp)[]) => OnClass);

  /** Registers interceptors: a {@link Configuration} that extends it, or implements it. */
  export class WebMvcConfigurer {
    /** Called once in every worker, before it serves. It must register the same ones each time. */
    addInterceptors?(registry: InterceptorRegistry): void | Promise<void>;
  }

  /** Registers the interceptors of a {@link WebMvcConfigurer}. */
  export interface InterceptorRegistry {
    /**
     * Adds an interceptor for the paths of RE2 expressions, or for all. They are called in this order, and before classes with
     * {@link Interceptor}.
     */
    addInterceptor(interceptor: HandlerInterceptor, ...patterns: (string | RegExp)[]): InterceptorRegistration;
  }

  /** An interceptor that was added. */
  export interface InterceptorRegistration {
    /** Excludes paths. */
    exclude(...patterns: (string | RegExp)[]): this;
    /** Interceptors with smaller numbers run first; 0 by default. */
    order(order: int): this;
  }

  /** The handler that a {@link ControllerInterceptor} runs before. */
  export interface HandlerInfo {
    /** `"UserController.find"`. */
    readonly name: string;
    /** The class. */
    readonly controller: string;
    /** The method. */
    readonly method: string;
    /** The route's path: `"/users/{id}"`. */
    readonly path: string;
    /** The name that the mapping gives it; empty if there is none. */
    readonly routeName: string;
  }

  /** A controller with methods that run around each of its handlers: a {@link RestController} that extends or implements it. */
  export class ControllerInterceptor {
    /** Like {@link HandlerInterceptor.preHandle}, after the arguments are bound: the body has been read. */
    preHandle?(request: HttpRequest, response: ResponseEntity, handler: HandlerInfo): boolean | Promise<boolean>;
    /** Like {@link HandlerInterceptor.postHandle}, and called after those. */
    postHandle?(request: HttpRequest, response: ResponseEntity, handler: HandlerInfo): void | Promise<void>;
  }

  /**
   * Answers errors: the bean `errorController`.
   *
   * `@Component("errorController")`, and below it:
   *
   *     export class Errors extends ErrorController {
   *       handleError(request, response, status, error) {
   *         response.withStatus(status).withJson({ success: false, message: status.getReasonPhrase() });
   *       }
   *     }
   */
  export class ErrorController {
    /**
     * Fills a new response, which already has the status and its headers. Headers and cookies that were set
     * before the error are sent, too, unless it sets the same names. If it throws, the default answer is sent.
     */
    handleError(
      request: HttpRequest,
      response: ResponseEntity,
      /** An {@link HttpStatus}, or its number if the parameter is declared as `int` or `number`. */
      status: HttpStatus | number,
      /** The error that was thrown; an {@link HttpRestException} for requests that fwrun rejects, a {@link RefusedRequest} for invalid values. */
      error: any,
    ): void | Promise<void>;
  }
}
