/**
 * What agents use, over the Model Context Protocol (MCP).
 *
 * An application with a tool, a resource or a prompt answers agents at /mcp; nothing has to be switched on.
 */
declare module "fwrun" {
  export {};

  type OnMethod = import("./decorators").OnMethod;
  type OnFunction = import("./decorators").OnFunction;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of {@link McpTool}. */
  export interface McpToolOptions {
    /** What agents choose the tool by; the first paragraph of the comment by default. One of the two is required. */
    description?: string;
    /**
     * Its name: 1 to 128 letters, digits, `_`, `-` and `.`, and no other tool's. By default class and method,
     * `OrderController.findOpen` as "order_find_open", and for a function its own. Agents know tools by name: write
     * it on what you publish.
     */
    name?: string;
    /** What clients show to people. */
    title?: string;
    /**
     * The schema of all arguments, in place of the one made of the types. Its properties are exactly the arguments,
     * and those without a default are required.
     */
    inputSchema?: McpSchema;
    /** The schema of the result, which replaces the one made from its type. Not together with `outputType`. */
    outputSchema?: McpSchema;
    /** What the result is where no type says so: of an endpoint that returns a {@link ResponseEntity}, the body. */
    outputType?: TypeOption;
    /** Which method of HTTP calls the endpoint. It must be one of the mapping's, and be written when that is for several. */
    httpMethod?: RequestMethod;
    /**
     * Whether it changes nothing. True for GET and HEAD, otherwise false. This and the next three are hints for
     * clients, which may ask their user before a call, and no permission.
     */
    readOnly?: boolean;
    /** Whether it may destroy something. True, but for PUT. Not sent of what only reads. */
    destructive?: boolean;
    /** Whether calling it twice does the same as calling it once. True for PUT and DELETE. Not sent for read-only tools. */
    idempotent?: boolean;
    /** Whether it reaches beyond the application, like a search of the web. Not sent unless it is set. */
    openWorld?: boolean;
    /** The toolsets it belongs to, by which clients choose tools: `/mcp?toolset=orders,billing`. */
    toolset?: string | readonly string[];
    /** The time limit of a call: seconds, or a text; `framework.mcp.toolTimeout` by default. */
    timeout?: DurationOption;
    /** The limit of calls in a period, for all callers of this process together: "10/1m". An agent over the limit gets an error. */
    rateLimit?: string;
    /** The largest result: bytes, or a text such as "64KiB"; `framework.mcp.maxResultBytes` by default. */
    maxResultBytes?: number | string;
  }

  /** A JSON Schema (2020-12) that is written out. Its top level is an object. */
  export interface McpSchema {
    /** It describes an object. */
    type: "object";
    /** The schemas of its properties. */
    properties?: Record<string, object | boolean>;
    /** The required properties. */
    required?: readonly string[];
    /** Any other keyword. Clients are told all of them; enforced are those that the guide lists. */
    [keyword: string]: unknown;
  }

  /**
   * Lets agents call the method, or the function: an endpoint of a {@link RestController}, which is called by a
   * request with everything that stands around it, or a method of a {@link Service} or {@link Component}. Arguments
   * and result are described by their types, and by what comments say of them.
   *
   * `@GetMapping("/{id}")` `@McpTool({ name: "order_find" }) find(@PathVariable id: int): Order { … }`
   *
   *     export const add = McpTool({ name: "add", description: "Adds two numbers." })(
   *       GetMapping({ path: "/add", params: { a: RequestParam(), b: RequestParam() } })((a: int, b: int) => ({ sum: a + b })));
   *
   * An agent whose arguments do not fit is told which, and what is expected: `order.lines[0].quantity: expected integer`.
   */
  export const McpTool: OnMethod & OnFunction & Called<OnMethod & OnFunction, McpToolOptions, "description">;

  /** The options of {@link McpResource}. */
  export interface McpResourceOptions {
    /**
     * The URI it is read by, "orders://summary", or a template of it, "orders://{id}/invoice". What stands for a
     * placeholder has no slash in it; it goes to the parameter of that name: a string, int, float or bool.
     */
    uri: string;
    /** Its name, which no other resource has; by default class and method, as of a tool. */
    name?: string;
    /** What clients show to people. */
    title?: string;
    /** What it is; the first paragraph of the comment. */
    description?: string;
    /** What is sent; "text/plain" when the method returns a string by its type, "application/json" otherwise. */
    mimeType?: string;
    /**
     * A public method of the class that lists what can be read by a template: `{ uri, name, title?, description?,
     * mimeType? }` each. It may take the {@link HttpRequest}.
     */
    listMethod?: string;
  }

  /**
   * Lets agents and their users read what the method returns, by a URI: a method of a {@link Service} or
   * {@link Component}. A text is sent as it is, {@link McpContent.blob} as bytes, anything else as JSON; null means
   * that there is no such resource, as {@link McpResourceNotFoundException} does.
   *
   * `@McpResource("orders://{id}", { listMethod: "open" })`, and below it:
   *
   *     order(id: int): Order | null { … }
   *     open() { return this.orders.open().map(({ id }) => ({ uri: "orders://" + id, name: "order " + id })); }
   */
  export const McpResource: CalledWith<OnMethod, McpResourceOptions, "uri">;

  /** The options of {@link McpPrompt}. */
  export interface McpPromptOptions {
    /** Its name, which no other prompt has; by default class and method, as of a tool. */
    name?: string;
    /** What clients show to people. */
    title?: string;
    /** What it is for; the first paragraph of the comment. */
    description?: string;
  }

  /**
   * A conversation starter, which people choose in their client: a method of a {@link Service} or
   * {@link Component}. Its parameters are texts, required unless they have a default or may be null. It returns what
   * the user says, or a list of `{ role, text }` or `{ role, content }`, where `role` is "user" or "assistant" and
   * `content` an {@link McpContent}.
   *
   * `@McpPrompt("review_order")`, and below it:
   *
   *     review(id: string, tone = "friendly") { return "Review order " + id + ", in a " + tone + " tone."; }
   */
  export const McpPrompt: OnMethod & Called<OnMethod, McpPromptOptions, "name">;

  /**
   * Decides what agents see and call: a {@link Component} that extends it, or implements it. All of them are asked,
   * in the order of their classes' names. Each method may be async. For the endpoint as a whole there are interceptors of
   * its path; see {@link Interceptor}.
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
    /** Shows a resource, or a template and what its listMethod lists. */
    isResourceVisible?(resource: McpResourceInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Shows a prompt. */
    isPromptVisible?(prompt: McpPromptInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Called after the arguments are bound. Throw an {@link McpToolDeniedException} to reject the call. */
    beforeCall?(tool: McpToolInfo, context: McpToolContext): void | Promise<void>;
    /**
     * Called after every call of a visible tool, also with invalid arguments. The error is what `beforeCall` or the method
     * of a service threw, or null: an error of an endpoint has become its answer.
     */
    afterCall?(tool: McpToolInfo, context: McpToolContext, error: unknown): void | Promise<void>;
  }

  /** A tool, as a {@link McpToolInterceptor} sees it. */
  export interface McpToolInfo {
    /** Its name. */
    readonly name: string;
    /** A title for people; empty if there is none. */
    readonly title: string;
    /** What agents choose it by. */
    readonly description: string;
    /** "rest" when a request calls it, "service" when it is called on its bean. */
    readonly kind: "rest" | "service";
    /** Class and method, `"OrderController.find"`. */
    readonly handler: string;
    /** The toolsets it belongs to. */
    readonly toolsets: readonly string[];
    /** Whether it changes nothing. */
    readonly readOnly: boolean;
    /** Whether it may destroy something. */
    readonly destructive: boolean;
    /** Whether calling it twice does the same as calling it once. */
    readonly idempotent: boolean;
    /** Whether it reaches beyond the application; null if unknown. */
    readonly openWorld: boolean | null;
  }

  /** A resource, as a {@link McpToolInterceptor} sees it. */
  export interface McpResourceInfo {
    /** Its URI, with the placeholders of a template. */
    readonly uri: string;
    /** Its name. */
    readonly name: string;
    /** A title for people; empty if there is none. */
    readonly title: string;
    /** What it is; empty for none. */
    readonly description: string;
    /** What is sent. */
    readonly mimeType: string;
    /** Class and method. */
    readonly handler: string;
  }

  /** A prompt, as a {@link McpToolInterceptor} sees it. */
  export interface McpPromptInfo {
    /** Its name. */
    readonly name: string;
    /** A title for people; empty if there is none. */
    readonly title: string;
    /** What it is for; empty for none. */
    readonly description: string;
    /** Class and method. */
    readonly handler: string;
  }

  /**
   * One call of a tool. Interceptors are given it, and so is a method of a service that declares a parameter of this
   * type, which is no argument then.
   *
   * `@McpTool("Says who asks.")`, and below it:
   *
   *     who(context: McpToolContext): string { return context.getRequest().getFirstHeader("X-User") ?? "nobody"; }
   */
  export class McpToolContext {
    private constructor();
    /** The name of the tool. */
    getToolName(): string;
    /** What the client calls its request. */
    getRequestId(): string | int | null;
    /** The request of the agent, to /mcp; in an endpoint the one that was made for it, which has the same headers. */
    getRequest(): HttpRequest;
    /** All arguments that the agent has sent. */
    getArguments(): Record<string, any>;
    /** One argument; if it is missing, its default or null. */
    getArgument(name: string, otherwise?: any): any;
    /** The outcome of the call; null while it runs. */
    getOutcome(): McpOutcome | null;
    /** Whether it succeeded; false while it runs. */
    isOk(): bool;
  }

  /** The outcome of a call. */
  export type McpOutcome =
    /** The agent has got the result. */
    | "ok"
    /** The agent was told what is wrong with its call. */
    | "tool_error"
    /** The agent was told that the call is not permitted. */
    | "denied"
    /** An internal error, which is only logged. */
    | "internal";

  /** Bytes, or a text in Base64. */
  export type McpBytes = Uint8Array | ArrayBuffer | string;

  /**
   * Content that is no JSON: what a tool, a prompt or a resource returns, besides plain values. A tool may return one,
   * or a list of them.
   *
   * `@McpTool("Draws the sales of a year.")`, and below it:
   *
   *     chart(year: int) {
   *       return McpContent.of(`Sales of ${year}`, McpContent.image(this.draw(year), "image/png")).withStructured({ year });
   *     }
   */
  export class McpContent {
    private constructor();
    /** A text. */
    static text(text: string): McpContent;
    /** An image, and its media type: "image/png". */
    static image(data: McpBytes, mimeType: string): McpContent;
    /** A sound, and its media type: "audio/wav". */
    static audio(data: McpBytes, mimeType: string): McpContent;
    /** A link to something that can be read by its URI. The name is the URI unless it is given; `size` is bytes. */
    static link(resource: {
      uri: string;
      name?: string;
      title?: string;
      description?: string;
      mimeType?: string;
      size?: int;
    }): McpContent;
    /** A resource as a whole, with its `text` or, as bytes, its `blob`. */
    static resource(
      resource: { uri: string; mimeType?: string } & ({ text: string; blob?: never } | { blob: McpBytes; text?: never }),
    ): McpContent;
    /** What a method with {@link McpResource} returns when it is no text: bytes; "application/octet-stream". */
    static blob(data: McpBytes, mimeType?: string): McpContent;
    /** Several parts, in this order. A text stands for {@link McpContent.text}. */
    static of(...parts: (string | McpContent | readonly (string | McpContent)[])[]): McpContent;
    /** Adds the same as an object, for programs: `structuredContent`. */
    withStructured(object: object): this;
    /** As JSON.stringify shows it. */
    toJSON(): object;
  }

  /**
   * Tells an agent what is wrong with its arguments, so that it can try again. Over HTTP it is answered with 400.
   *
   *     throw new McpToolArgumentException(`no order ${id}; order_list has all of them`);
   */
  export class McpToolArgumentException extends HttpRestException {
    /** Makes one with a message for the agent, and for the client of an endpoint. */
    constructor(message?: string);
  }

  /** Rejects a call: the agent is only told `not permitted`. Over HTTP it is answered with 403. */
  export class McpToolDeniedException extends HttpRestException {
    /** Makes one with a message for the log, and for the client of an endpoint. */
    constructor(message?: string);
  }

  /** Says that there is no such resource, in a method with {@link McpResource}. Over HTTP it is answered with 404. */
  export class McpResourceNotFoundException extends HttpRestException {
    /** Makes one with a message for the log, and for the client of an endpoint. */
    constructor(message?: string);
  }

  /**
   * A request that was made inside the process, to call an endpoint for an agent. It has the headers and cookies of the
   * agent's request.
   *
   *     if (request instanceof InternalHttpRequest) this.log.info("an agent asks");
   */
  export class InternalHttpRequest extends HttpRequest {
    private constructor();
  }
}
