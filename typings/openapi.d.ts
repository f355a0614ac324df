/** The OpenAPI document of the routes: what comments and types do not say. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnFunction = import("./decorators").OnFunction;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /**
   * Says of a handler, in the OpenAPI document, what its comment does not, or says it better.
   *
   * `@Operation("Finds a user", { id: "findUser", tags: ["people"] }) find(id: int) { … }`
   */
  export const Operation: OnMethod & Called<OnMethod & OnFunction, OperationOptions, "summary">;

  /** The options of {@link Operation}. */
  export interface OperationOptions {
    /** What the handler does, in one line. Default: the first paragraph of its comment, or else its name as words. */
    summary?: string;
    /** More about it, as Markdown. Default: the rest of its comment. */
    description?: string;
    /** The operationId, by which generated clients call it: letters, digits and _. Default: the controller without "Controller", and the method: "Users_find". */
    id?: string;
    /** The groups that it belongs to. Default: the controller without "Controller". */
    tags?: string | readonly string[];
    /** Whether clients should stop using it. Default: whether its comment has `@deprecated`. */
    deprecated?: boolean;
  }

  /**
   * Declares an answer of a handler, in the OpenAPI document, where its code cannot say it: that of a `ResponseEntity`, or a failure with
   * a body of its own. What the server answers is not changed by it.
   *
   * On a controller it is an answer of all its handlers, and on the error controller, as `@ApiResponse("default", { type: Failure })`, the
   * body of every failure with that status.
   *
   * `@ApiResponse(201, { type: User, headers: { Location: "where it is" } }) create(user: User) { … }`
   */
  export const ApiResponse: CalledWith<OnClass & OnMethod & OnFunction, ApiResponseOptions, "status">;

  /** The options of {@link ApiResponse}. */
  export interface ApiResponseOptions {
    /** The status, a range such as "4XX", or "default" for every other answer. */
    status: number | string;
    /** When it is answered. Default: the name of the status. */
    description?: string;
    /** The type of the body, as a text or a class. Default: of a success the result of the handler, of a failure a problem (RFC 9457). */
    type?: TypeOption;
    /** The media type of the body. Default: that of the type. */
    mediaType?: string;
    /** Its headers, by name: what each says, or that and its type as a text. Default: a string. */
    headers?: Record<string, string | { type?: string; description?: string }>;
  }

  /** Leaves a handler, or every handler of a class, out of the OpenAPI document. It answers as before. */
  export const ApiHidden: OnClass & OnMethod & (() => OnClass & OnMethod & OnFunction);
}
