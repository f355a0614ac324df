/** What takes part in requests besides their handlers. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;

  /**
   * What is called around the requests of certain paths, before anything is said about them. It is registered with
   * {@link Interceptor} or by a {@link WebMvcConfigurer}, and may extend this class or just have its methods, each of which may
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
     * Lets a request pass with true, or refuses it with false; anything else is an error. A refused request gets what was set on
     * the response, 403 when no status was. The body of the request is not read yet. Headers and cookies that are set here are sent
     * with whatever the answer is, an error too.
     */
    preHandle?(request: HttpRequest, response: ResponseEntity): boolean | Promise<boolean>;
    /** Called with the handler's response, which may still be changed; the last interceptor first. Not when it failed. */
    postHandle?(request: HttpRequest, response: ResponseEntity): void | Promise<void>;
    /**
     * Called when the response is written, the last interceptor first, for those whose preHandle let the request pass. The error is
     * what the handler failed with, or null.
     */
    afterCompletion?(request: HttpRequest, response: ResponseEntity, error: unknown): void | Promise<void>;
  }

  /** The options of {@link Interceptor}. */
  export interface InterceptorOptions extends NameOptions {
    /**
     * RE2 expressions over the path, without the context path; all paths when there is none. An expression matches anywhere:
     * `^` and `$` are the ends of the path, which has no slash at its end: `^/admin(/|$)` is for `/admin` and what is below it.
     */
    patterns?: string | RegExp | (string | RegExp)[];
    /** Paths that are left out. */
    exclude?: string | RegExp | (string | RegExp)[];
    /** Smaller ones go first; 0. */
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

  /** Takes what a {@link WebMvcConfigurer} registers. */
  export interface InterceptorRegistry {
    /**
     * Adds an interceptor for the paths of RE2 expressions, or for all. They are called in this order, and before those that carry
     * {@link Interceptor}.
     */
    addInterceptor(interceptor: HandlerInterceptor, ...patterns: (string | RegExp)[]): InterceptorRegistration;
  }

  /** An interceptor that was added. */
  export interface InterceptorRegistration {
    /** Leaves paths out. */
    exclude(...patterns: (string | RegExp)[]): this;
    /** Smaller ones go first; 0. */
    order(order: int): this;
  }

  /** The handler that a {@link ControllerInterceptor} stands before. */
  export interface HandlerInfo {
    /** `"UserController.find"`. */
    readonly name: string;
    /** The class. */
    readonly controller: string;
    /** The method. */
    readonly method: string;
    /** The route's path: `"/users/{id}"`. */
    readonly path: string;
    /** The name that the mapping gives it; empty for none. */
    readonly routeName: string;
  }

  /** A controller that is asked before each of its handlers: a {@link RestController} that extends it, or implements it. */
  export class ControllerInterceptor {
    /** As {@link HandlerInterceptor.preHandle}, when the arguments are bound: the body is read. */
    preHandle?(request: HttpRequest, response: ResponseEntity, handler: HandlerInfo): boolean | Promise<boolean>;
    /** As {@link HandlerInterceptor.postHandle}, and called after those. */
    postHandle?(request: HttpRequest, response: ResponseEntity, handler: HandlerInfo): void | Promise<void>;
  }

  /**
   * Answers whatever goes wrong: the bean `errorController`.
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
     * Fills a fresh response. The status is set already, and so are the headers that go with it. Headers and cookies that were set
     * before the error are sent, too, unless it sets those of the same name. If it throws, the default answers.
     */
    handleError(
      request: HttpRequest,
      response: ResponseEntity,
      status: HttpStatus,
      /** What was thrown; an {@link HttpRestException} for what the host refuses, a {@link RefusedRequest} when values did not bind. */
      error: any,
    ): void | Promise<void>;
  }
}
