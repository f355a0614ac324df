/**
 * Tools, resources and prompts for agents, over the Model Context Protocol (MCP).
 *
 * An application with at least one of them serves agents at /mcp; no setting is needed.
 */
declare module "fwrun" {
  export {};

  type OnMethod = import("./decorators").OnMethod;
  type OnFunction = import("./decorators").OnFunction;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of {@link McpTool}. */
  export interface McpToolOptions {
    /** The description by which agents choose the tool. Default: the first paragraph of the comment. One of the two is required. */
    description?: string;
    /**
     * The name, which must be unique: 1 to 128 letters, digits, `_`, `-` and `.`. Default: made from class and method, as
     * "order_find_open" from `OrderController.findOpen`; for a function, its name. Agents know tools by name, so set it for
     * tools that you publish.
     */
    name?: string;
    /** The title that clients show to users. */
    title?: string;
    /**
     * The schema of all arguments, which replaces the one made from the types. Its properties must be exactly the arguments,
     * and those without a default value must be required.
     */
    inputSchema?: McpSchema;
    /**
     * A schema of zod, valibot, arktype or another library for the object of all arguments: the method gets what it makes, by the names of the
     * parameters. Only for methods of services.
     */
    schema?: StandardSchema;
    /** The schema of the result, which replaces the one made from its type. Not together with `outputType`. */
    outputSchema?: McpSchema;
    /** The type of the result, if it is not declared: for example, of the body of a {@link ResponseEntity}. */
    outputType?: TypeOption;
    /** The HTTP method of the calls. It must be one of the methods of the mapping, and is required if the mapping has several. */
    httpMethod?: RequestMethod;
    /**
     * Whether it changes nothing. Default: true for GET and HEAD, otherwise false. This and the next three options are hints
     * for clients, which may ask their user before a call; they are not permissions.
     */
    readOnly?: boolean;
    /** Whether it may delete or overwrite data. Default: true, except for PUT. Not sent for read-only tools. */
    destructive?: boolean;
    /** Whether calling it twice has the same effect as calling it once. Default: true for PUT and DELETE. Not sent for read-only tools. */
    idempotent?: boolean;
    /** Whether it interacts with systems outside the application, such as a web search. Not sent unless it is set. */
    openWorld?: boolean;
    /** The toolsets it belongs to, by which clients choose tools: `/mcp?toolset=orders,billing`. */
    toolset?: string | readonly string[];
    /** The time limit of a call: a number of seconds, or a text such as "5s". Default: `framework.mcp.toolTimeout`. */
    timeout?: DurationOption;
    /** The largest number of calls in a period, of all callers of this process together: "10/1m". Further calls get an error. */
    rateLimit?: string;
    /** The largest size of a result: a number of bytes, or a text such as "64KiB". Default: `framework.mcp.maxResultBytes`. */
    maxResultBytes?: number | string;
  }

  /** A JSON Schema (2020-12). Its top level must describe an object. */
  export interface McpSchema {
    /** Always "object". */
    type: "object";
    /** The schemas of its properties. */
    properties?: Record<string, object | boolean>;
    /** The required properties. */
    required?: readonly string[];
    /** Any other keyword. Clients get all of them; only those that the guide lists are enforced. */
    [keyword: string]: unknown;
  }

  /**
   * Makes a method or a function a tool that agents can call. It is an endpoint of a {@link RestController}, which is called
   * by an internal request, including interceptors, or a method of a {@link Service} or {@link Component}. Arguments and
   * result are described by their types and comments.
   *
   * `@GetMapping("/{id}")` `@McpTool({ name: "order_find" }) find(@PathVariable id: int): Order { … }`
   *
   *     export const add = McpTool({ name: "add", description: "Adds two numbers." })(
   *       GetMapping({ path: "/add", params: { a: RequestParam(), b: RequestParam() } })((a: int, b: int) => ({ sum: a + b })));
   *
   * An agent that sends invalid arguments gets a message about each of them: `order.lines[0].quantity: expected integer`.
   */
  export const McpTool: OnMethod & OnFunction & Called<OnMethod & OnFunction, McpToolOptions, "description">;

  /** The options of {@link McpResource}. */
  export interface McpResourceOptions {
    /**
     * The URI, "orders://summary", or a URI template, "orders://{id}/invoice". A placeholder matches a text without slashes,
     * and is bound to the parameter of the same name: a string, int, float or bool.
     */
    uri: string;
    /** The name, which must be unique. Default: made from class and method, as for a tool. */
    name?: string;
    /** The title that clients show to users. */
    title?: string;
    /** The description. Default: the first paragraph of the comment. */
    description?: string;
    /** The media type. Default: "text/plain" if the declared type of the result is a string, otherwise "application/json". */
    mimeType?: string;
    /**
     * A public method of the class that returns the list of the resources of a template, each of the form `{ uri, name,
     * title?, description?, mimeType? }`. It may have a parameter of type {@link HttpRequest}.
     */
    listMethod?: string;
  }

  /**
   * Makes the result of a method of a {@link Service} or {@link Component} a resource, which agents and their users read by its
   * URI. A text is sent as it is, {@link McpContent.blob} as bytes, any other value as JSON. If the resource does not exist,
   * return null or throw {@link McpResourceNotFoundException}.
   *
   * `@McpResource("orders://{id}", { listMethod: "open" })`, and below it:
   *
   *     order(id: int): Order | null { … }
   *     open() { return this.orders.open().map(({ id }) => ({ uri: "orders://" + id, name: "order " + id })); }
   */
  export const McpResource: CalledWith<OnMethod, McpResourceOptions, "uri">;

  /** The options of {@link McpPrompt}. */
  export interface McpPromptOptions {
    /** The name, which must be unique. Default: made from class and method, as for a tool. */
    name?: string;
    /** The title that clients show to users. */
    title?: string;
    /** The description. Default: the first paragraph of the comment. */
    description?: string;
  }

  /**
   * Makes a method of a {@link Service} or {@link Component} a prompt: the beginning of a conversation, which users choose in
   * their client. Its parameters are texts, required unless they have a default value or may be null. It returns the text of
   * the user, or a list of messages `{ role, text }` or `{ role, content }`, where `role` is "user" or "assistant" and
   * `content` is an {@link McpContent}.
   *
   * `@McpPrompt("review_order")`, and below it:
   *
   *     review(id: string, tone = "friendly") { return "Review order " + id + ", in a " + tone + " tone."; }
   */
  export const McpPrompt: OnMethod & Called<OnMethod, McpPromptOptions, "name">;

  /**
   * Decides which tools, resources and prompts a caller can see and use. Extend or implement it in a {@link Component}. If
   * there are several, all of them are called, in the order of the names of their classes. Each method may be async. For the
   * endpoint as a whole, use an {@link Interceptor} of its path.
   *
   * `@Component`, and below it:
   *
   *     export class ManagersOnly extends McpToolInterceptor {
   *       isVisible(tool: McpToolInfo, request: HttpRequest) { return !tool.destructive || request.getFirstHeader("X-Role") === "manager"; }
   *     }
   */
  export class McpToolInterceptor {
    /**
     * Returns true to show the tool to this caller. Any other result, or an error, hides it: it is not listed, and a call is
     * answered as if it did not exist.
     */
    isVisible?(tool: McpToolInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Returns true to show a resource, or a template together with the resources that its listMethod lists. */
    isResourceVisible?(resource: McpResourceInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Returns true to show a prompt. */
    isPromptVisible?(prompt: McpPromptInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Called after the arguments are bound. Throw an {@link McpToolDeniedException} to reject the call. */
    beforeCall?(tool: McpToolInfo, context: McpToolContext): void | Promise<void>;
    /**
     * Called after every call of a visible tool, also after one with invalid arguments. `error` is the error that
     * `beforeCall` or the method of a service threw, or null. It is also null for errors of endpoints, because they have been
     * converted to a response.
     */
    afterCall?(tool: McpToolInfo, context: McpToolContext, error: unknown): void | Promise<void>;
  }

  /** A tool, as a {@link McpToolInterceptor} sees it. */
  export interface McpToolInfo {
    /** The name. */
    readonly name: string;
    /** The title for users; empty if there is none. */
    readonly title: string;
    /** The description by which agents choose the tool. */
    readonly description: string;
    /** "rest" for an endpoint, which is called by a request; "service" for a method of a service. */
    readonly kind: "rest" | "service";
    /** The class and method: `"OrderController.find"`. */
    readonly handler: string;
    /** The toolsets that the tool belongs to. */
    readonly toolsets: readonly string[];
    /** Whether it changes nothing. */
    readonly readOnly: boolean;
    /** Whether it may delete or overwrite data. */
    readonly destructive: boolean;
    /** Whether calling it twice has the same effect as calling it once. */
    readonly idempotent: boolean;
    /** Whether it interacts with systems outside the application; null if unknown. */
    readonly openWorld: boolean | null;
  }

  /** A resource, as a {@link McpToolInterceptor} sees it. */
  export interface McpResourceInfo {
    /** The URI, with the placeholders of a template. */
    readonly uri: string;
    /** The name. */
    readonly name: string;
    /** The title for users; empty if there is none. */
    readonly title: string;
    /** The description; empty if there is none. */
    readonly description: string;
    /** The media type. */
    readonly mimeType: string;
    /** The class and method. */
    readonly handler: string;
  }

  /** A prompt, as a {@link McpToolInterceptor} sees it. */
  export interface McpPromptInfo {
    /** The name. */
    readonly name: string;
    /** The title for users; empty if there is none. */
    readonly title: string;
    /** The description; empty if there is none. */
    readonly description: string;
    /** The class and method. */
    readonly handler: string;
  }

  /**
   * One call of a tool. It is passed to interceptors, and to a method of a service that has a parameter of this type. Such a
   * parameter is not an argument of the tool.
   *
   * `@McpTool("Says who asks.")`, and below it:
   *
   *     who(context: McpToolContext): string { return context.getRequest().getFirstHeader("X-User") ?? "nobody"; }
   */
  export class McpToolContext {
    private constructor();
    /** Returns the name of the tool. */
    getToolName(): string;
    /** Returns the id that the client gave to its request. */
    getRequestId(): string | int | null;
    /** Returns the agent's request to /mcp; in an endpoint, the internal request to the endpoint, which has the same headers. */
    getRequest(): HttpRequest;
    /** Returns all arguments that the agent has sent. */
    getArguments(): Record<string, any>;
    /** Returns one argument; if it is missing, the default value or null. */
    getArgument(name: string, otherwise?: any): any;
    /** Returns the outcome of the call; null while it runs. */
    getOutcome(): McpOutcome | null;
    /** Returns whether the call succeeded; false while it runs. */
    isOk(): bool;
  }

  /** The outcome of a call. */
  export type McpOutcome =
    /** The agent received the result. */
    | "ok"
    /** The agent received an error that says what is wrong with its call. */
    | "tool_error"
    /** The agent received the error that the call is not permitted. */
    | "denied"
    /** An internal error, whose details are only logged. */
    | "internal";

  /** Bytes, or a text in Base64. */
  export type McpBytes = Uint8Array | ArrayBuffer | string;

  /**
   * Content other than JSON, which a tool, a prompt or a resource can return: texts, images, sounds, links. A tool may return
   * one, or a list of them.
   *
   * `@McpTool("Draws the sales of a year.")`, and below it:
   *
   *     chart(year: int) {
   *       return McpContent.of(`Sales of ${year}`, McpContent.image(this.draw(year), "image/png")).withStructured({ year });
   *     }
   */
  export class McpContent {
    private constructor();
    /** A text as content. */
    static text(text: string): McpContent;
    /** An image with its media type: "image/png". */
    static image(data: McpBytes, mimeType: string): McpContent;
    /** A sound with its media type: "audio/wav". */
    static audio(data: McpBytes, mimeType: string): McpContent;
    /** A link to a resource that can be read by its URI. The default of `name` is the URI; `size` is in bytes. */
    static link(resource: {
      uri: string;
      name?: string;
      title?: string;
      description?: string;
      mimeType?: string;
      size?: int;
    }): McpContent;
    /** The contents of a resource, as a `text` or, for bytes, as a `blob`. */
    static resource(
      resource: { uri: string; mimeType?: string } & ({ text: string; blob?: never } | { blob: McpBytes; text?: never }),
    ): McpContent;
    /** Bytes as the result of a method with {@link McpResource}. Default media type: "application/octet-stream". */
    static blob(data: McpBytes, mimeType?: string): McpContent;
    /** Several parts, in this order. A string is the same as {@link McpContent.text}. */
    static of(...parts: (string | McpContent | readonly (string | McpContent)[])[]): McpContent;
    /** Adds an object with the same content for programs: `structuredContent`. */
    withStructured(object: object): this;
    /** Returns the form that JSON.stringify writes. */
    toJSON(): object;
  }

  /**
   * Reports to an agent what is wrong with its arguments, so that it can try again. Over HTTP, the response has the status 400.
   *
   *     throw new McpToolArgumentException(`no order ${id}; order_list has all of them`);
   */
  export class McpToolArgumentException extends HttpRestException {
    /** Creates an exception with a message for the agent, or for the client of an endpoint. */
    constructor(message?: string);
  }

  /** Rejects a call. The agent gets only the message `not permitted`; over HTTP, the response has the status 403. */
  export class McpToolDeniedException extends HttpRestException {
    /** Creates an exception with a message for the log, or for the client of an endpoint. */
    constructor(message?: string);
  }

  /** Reports that a resource does not exist, in a method with {@link McpResource}. Over HTTP, the response has the status 404. */
  export class McpResourceNotFoundException extends HttpRestException {
    /** Creates an exception with a message for the log, or for the client of an endpoint. */
    constructor(message?: string);
  }

  /**
   * An internal request, with which fwrun calls an endpoint for an agent. It has the headers and cookies of the agent's
   * request.
   *
   *     if (request instanceof InternalHttpRequest) this.log.info("an agent asks");
   */
  export class InternalHttpRequest extends HttpRequest {
    private constructor();
  }
}
