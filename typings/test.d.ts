/// <reference path="web.d.ts" />

/**
 * What a test file imports: a file whose name ends in .test.js or .test.ts, which `fwrun test` runs.
 *
 *     import { app, expect, it } from "fwrun/test";
 *
 *     it("finds a user", async () => {
 *       const response = await app.get("/users/1");
 *       expect(response).toHaveStatus(200);
 *       expect(response.json).toEqual({ id: 1, name: "Ada" });
 *     });
 *
 * Every file gets an application of its own: the profile "test" is active, SQLite databases are empty,
 * in memory, and migrated. The tests of a file share it, and run in the order they are written.
 */
declare module "fwrun/test" {
  export {};

  // Tests.

  /** The function of a test or hook. It fails if it throws, or if its promise is rejected. */
  type Body = () => unknown;
  type Name = string | { name: string };
  interface TestOptions {
    /** The time limit in milliseconds. Default: the value of --timeout, which is 5000. */
    timeout?: number;
  }

  interface Declare<F> {
    /** Declares a test or group. Options are written after or before the function. */
    (name: Name, body: F, options?: number | TestOptions): void;
    (name: Name, options: TestOptions, body: F): void;
    /**
     * Declares one for each row. In the name, %s, %d, %j and %o are replaced by the values of the row in order, %# by the
     * number of the row, and $member by a member of an object.
     *
     *     it.each([[1, 2, 3], [2, 2, 4]])("adds %d and %d", (a, b, sum) => expect(a + b).toBe(sum));
     */
    each<R extends unknown[] | [unknown]>(rows: readonly R[]): EachRow<R>;
    each<R>(rows: readonly R[]): EachRow<[R]>;
    /** Declares one for each row of a table, whose first line has the names, and the other lines a value for each column. */
    each(table: TemplateStringsArray, ...values: unknown[]): EachRow<[any]>;
  }
  type EachRow<R extends unknown[]> = (name: Name, body: (...row: R) => unknown, options?: number | TestOptions) => void;
  interface Family<F> extends Declare<F> {
    /** Runs only these tests of the file. */
    only: Declare<F>;
    /** Does not run it. */
    skip: Declare<F>;
    /** Declares a test that is not written yet. */
    todo(name: Name): void;
    /** Does not run it if the condition is true. */
    skipIf(condition: unknown): Declare<F>;
    /** Runs it only if the condition is true. */
    runIf(condition: unknown): Declare<F>;
  }

  /** Groups tests. The function is called at once, and must not be async; use beforeAll for code that awaits. */
  export const describe: Family<() => void>;
  /** Declares a test. */
  export const it: Family<Body>;
  /** The same as `it`. */
  export const test: Family<Body>;

  /**
   * Runs once, before the first test of the describe, or of the file. A function that it returns, or that its promise resolves to, runs
   * after the functions of afterAll; the last one first.
   */
  export function beforeAll(body: Body, options?: number | TestOptions): void;
  /**
   * Runs before each test of the describe, after the functions of the describes around it. A function that it returns, or that its promise
   * resolves to, runs after those of afterEach; the last one first.
   *
   *     beforeEach(() => {
   *       const server = listen();
   *       return () => server.close();
   *     });
   */
  export function beforeEach(body: Body, options?: number | TestOptions): void;
  /** Runs after each test, also after a failed one. The functions of inner describes run first. */
  export function afterEach(body: Body, options?: number | TestOptions): void;
  /** Runs once, after the last test. */
  export function afterAll(body: Body, options?: number | TestOptions): void;

  // The application.

  /**
   * Sends HTTP requests to the application without a network. Routing, binding, limits and errors are those of the server.
   *
   *     const response = await app.post("/users", { json: { name: "Ada" } });
   */
  export const app: TestClient;

  /** A client of the application. Each method sends a request and waits for the answer. */
  export interface TestClient {
    /** Sends a GET. */
    get(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a HEAD. The response has no body. */
    head(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends an OPTIONS. The response has the header Allow. */
    options(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a POST. */
    post(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a PUT. */
    put(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a PATCH. */
    patch(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a DELETE. */
    delete(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a request with any method. The path does not contain server.context-path. */
    request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
    /**
     * Returns a client that adds these options to every request.
     *
     *     const admin = app.with({ headers: { Authorization: "Bearer secret" } });
     */
    with(options: Pick<RequestOptions, "headers" | "cookies" | "query">): TestClient;
    /**
     * Runs a function on behalf of a user, and returns what it returns. Requests that it sends need no credentials, and methods of
     * beans that it calls are asked for this user.
     *
     *     await app.as({ name: "ada", roles: ["ADMIN"] }, async () => {
     *       expect((await app.delete("/orders/7")).status).toBe(204);
     *     });
     */
    as<T>(user: { name: string; roles?: string[]; scopes?: string[] }, body: () => T): T;
    /**
     * Sends a request as the global fetch does, for clients that take such a function. The host of a URL does not count, and the path
     * does not contain server.context-path. The response has been received completely, so a stream that never ends is none.
     *
     *     const api = createClient({ baseUrl: "/", fetch: app.fetch });
     */
    readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
    /** The messages of the application, which are kept in memory and delivered on demand. */
    readonly queues: TestQueues;
  }

  /** The queues of the application. Every test begins with empty ones. */
  export interface TestQueues {
    /** Returns the messages that were sent since the test began, to one queue or to all, in their order. Those of a transaction that was rolled back are not among them. */
    sent(queue?: string): SentMessage[];
    /**
     * Delivers messages to the listeners until all are handled: also those for later, those that listeners send, and those that
     * are tried again, without pauses; while a test lets the clock stand still, only what is due by it. Nothing is delivered otherwise. Errors of listeners are shown with the test if it fails.
     *
     *     await app.post("/users", { json: { name: "Ada" } });
     *     await app.queues.drain();
     */
    drain(): Promise<void>;
  }

  /** A message that was sent. */
  export interface SentMessage {
    /** The id: the one that was given, or a random one. */
    readonly id: string;
    /** The name of the queue. */
    readonly queue: string;
    /** The name of the connection, such as primary. */
    readonly connection: string;
    /** The payload: a value that was read from JSON, a text, or a Uint8Array. */
    readonly body: any;
    /** The headers, with that of the trace. */
    readonly headers: Record<string, string>;
    /** The key, if one was given. */
    readonly key?: string;
    /** The priority, if one was given. */
    readonly priority?: number;
    /** When it is to be delivered, if it was sent with `delay` or `at`. */
    readonly at?: Date;
  }

  /** The contents of a request, in addition to its method and path. */
  export interface RequestOptions {
    /** The query, which is added to the path. A list is sent as one field for each item; null and undefined are left out. */
    query?: Record<string, unknown>;
    /** The headers, in any form that fetch accepts. */
    headers?: HeadersInit;
    /** The cookies by name. Values are sent without encoding. */
    cookies?: Record<string, string>;
    /** A value that is sent as JSON, with the Content-Type application/json. */
    json?: unknown;
    /** Fields that are sent as a URL-encoded form. */
    form?: Record<string, unknown> | URLSearchParams;
    /** A body of text or bytes. */
    body?: string | ArrayBuffer | ArrayBufferView;
  }

  /** The response of the application. It has been read completely, so its members need no await. */
  export interface TestResponse {
    /** The status code: 200. */
    readonly status: number;
    /** Whether the status is one from 200 to 299. */
    readonly ok: boolean;
    /** The headers; cookies are in getSetCookie(). */
    readonly headers: Headers;
    /** The body as text. */
    readonly text: string;
    /** The body, parsed. Throws a SyntaxError if it is not JSON. */
    readonly json: any;
    /** The body as bytes. */
    readonly bytes: Uint8Array;
  }

  // Beans.

  /** A class, also one whose constructor is private, such as QueueTemplate. */
  type BeanClass<T> = { readonly prototype: T };

  /** Returns the bean of a class or a name, or its fake. Can be called in tests and hooks. */
  export function bean<T>(type: BeanClass<T>): T;
  export function bean(name: string): any;

  /**
   * Replaces a bean in this file by an object of its class: the object is injected, and the real bean is not created. The
   * object has the given members; any other method of the class throws when it is called. Call it at the top level of the
   * file, or in the body of a describe.
   *
   *     const mailer = fake(Mailer, { send: fn() });
   *     …
   *     expect(mailer.send).toHaveBeenCalledWith("ada@example.com");
   */
  export function fake<T, M extends Partial<T>>(type: BeanClass<T>, members: M): T & M;
  /** Replaces the bean with a name by any value. */
  export function fake<V>(name: string, value: V): V;

  /**
   * Chooses profiles and settings of the application of this file, over those of config/application-test.yml. It is read before the
   * application is built: it must be a statement at the top level of the file, with literals only.
   *
   *     configure({ profiles: ["mail"], properties: { "orders.limit": 3, server: { "context-path": "/api" } } });
   */
  export function configure(options: {
    /** Profiles that are active besides "test". */
    profiles?: string | readonly string[];
    /** Settings by their keys, which may be nested. */
    properties?: Readonly<Record<string, unknown>>;
  }): void;

  // Mock functions.

  /**
   * Creates a function that records its calls until the next test. It calls `implementation`, or returns undefined if there
   * is none.
   */
  export function fn<F extends (...args: any[]) => any = (...args: any[]) => any>(implementation?: F): Mock<F>;
  /**
   * Replaces a method by a {@link Mock}, which calls the original method unless its behaviour is changed. The method is
   * restored after the test that called spyOn, in its body or in a hook.
   *
   *     const send = spyOn(bean(Mailer), "send");
   */
  export function spyOn<T extends object, K extends keyof T>(
    object: T,
    name: K,
  ): T[K] extends (...args: any[]) => any ? Mock<T[K]> : never;

  /** A function that records its calls. */
  export interface Mock<F extends (...args: any[]) => any> {
    /** Calls the function. */
    (...args: Parameters<F>): ReturnType<F>;
    /** The recorded calls. */
    mock: {
      /** The arguments of each call. */
      readonly calls: Parameters<F>[];
      readonly lastCall: Parameters<F> | undefined;
      /** The result of each call: the value that it returned, or the error that it threw. */
      readonly results: { type: "return" | "throw"; value: any }[];
    };
    /** Calls this function in all further calls. */
    mockImplementation(implementation: F): this;
    /** Calls this function in the next call only. If several are set, they are used in order; this is true of all methods ending in Once. */
    mockImplementationOnce(implementation: F): this;
    /** Returns this value from all further calls. */
    mockReturnValue(value: ReturnType<F>): this;
    /** Returns this value from the next call only. */
    mockReturnValueOnce(value: ReturnType<F>): this;
    /** Returns a promise of this value from all further calls. */
    mockResolvedValue(value: Awaited<ReturnType<F>>): this;
    /** Returns a promise of this value from the next call only. */
    mockResolvedValueOnce(value: Awaited<ReturnType<F>>): this;
    /** Returns a promise that is rejected with this error from all further calls. */
    mockRejectedValue(error: unknown): this;
    /** Returns a promise that is rejected with this error from the next call only. */
    mockRejectedValueOnce(error: unknown): this;
    /** Clears the recorded calls. */
    mockClear(): this;
    /** Clears the recorded calls, and restores the behaviour with which fn or spyOn created it. */
    mockReset(): this;
    /** Restores the method that spyOn has replaced. */
    mockRestore(): this;
    /** Returns the name in messages; empty if there is none. */
    mockName(): string;
    /** Sets the name in messages. */
    mockName(name: string): this;
  }

  // The clock.

  /**
   * Mock functions, and a clock that stands still until the test turns it. Timers and waits that were there before keep waiting for the
   * rest of their time, but for timers of scripts, which go by the clock by which they were set.
   *
   *     vi.useFakeTimers();
   *     const paid = bean(Payments).pay(); // it is tried again after 10 minutes
   *     await vi.advanceTimersByTimeAsync("1h");
   *     await paid;
   */
  export const vi: Vi;

  /** What can stand still. */
  export type FakedTimer =
    | "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval" | "setImmediate" | "clearImmediate" | "Date" | "performance";

  /** What {@link Vi.useFakeTimers} takes. */
  export interface FakeTimersOptions {
    /** The time of day; that of the machine by default. */
    now?: number | string | Date;
    /** What stands still; all by default. Waits, leases and expiries of the application go with setTimeout, its time of day with Date. */
    toFake?: readonly FakedTimer[];
    /** Runs `@Scheduled` methods that are due when the clock is turned by one of the methods whose names end in Async. */
    schedules?: boolean;
  }

  /** The type of {@link vi}. A span of time is in milliseconds, or a text such as "30m". */
  export interface Vi {
    /** The same as {@link fn}. */
    fn: typeof fn;
    /** The same as {@link spyOn}. */
    spyOn: typeof spyOn;

    /**
     * Lets the clock stand still: timers, `Date`, `performance.now`, and whatever expires or waits in the application. It goes on when
     * the test ends that has called this, in its body or beforeEach, or the describe that has, in beforeAll.
     */
    useFakeTimers(options?: FakeTimersOptions): this;
    /** Lets the clock go on. Timers that wait by the one that stood still never fire. */
    useRealTimers(): this;
    /** Whether useFakeTimers lets the clock stand still. */
    isFakeTimers(): boolean;
    /** Changes the time of day, which fires no timer. Without useFakeTimers, only `Date` stands still then. */
    setSystemTime(now?: number | string | Date): this;
    /** The time of day that stands still, or null. */
    getMockedSystemTime(): Date | null;
    /** The machine's time of day, in milliseconds since 1970. */
    getRealSystemTime(): number;
    /** The number of timers that wait, waits of retries and the like among them. */
    getTimerCount(): number;
    /** Removes the timers. */
    clearAllTimers(): this;

    /** Turns the clock, and fires the timers that are due meanwhile, each at its time. */
    advanceTimersByTime(span: number | string): this;
    /** Turns the clock to the next timer, which it fires with all others of that time; several times if `steps` says so. */
    advanceTimersToNextTimer(steps?: number): this;
    /** Fires all timers, also those that are set meanwhile. Throws after 10,000. */
    runAllTimers(): this;
    /** Turns the clock to the last of the timers that wait now. */
    runOnlyPendingTimers(): this;
    /**
     * Like {@link advanceTimersByTime}, for code that awaits: before the clock moves on, what a timer has set going is done, or waits for
     * the clock again.
     */
    advanceTimersByTimeAsync(span: number | string): Promise<this>;
    /** Like {@link advanceTimersToNextTimer}, for code that awaits. A schedule counts as a timer. */
    advanceTimersToNextTimerAsync(steps?: number): Promise<this>;
    /** Like {@link runAllTimers}, for code that awaits. */
    runAllTimersAsync(): Promise<this>;
    /** Like {@link runOnlyPendingTimers}, for code that awaits. */
    runOnlyPendingTimersAsync(): Promise<this>;
  }

  // Expectations.

  /**
   * States what a value should be, and fails the test if it is not.
   *
   *     expect(user).toMatchObject({ name: "Ada" });
   *     expect(() => service.find(7)).toThrow("no such user");
   *     await expect(service.save(user)).rejects.toThrow(SqlError);
   */
  export const expect: Expect;

  interface Expect extends StandIns {
    /**
     * States what a value should be. The message precedes the description of the failure.
     *
     *     expect(user.name, "the name").toBe("Ada");
     */
    <T>(received: T, message?: string): Matchers<void>;
    /** Matches any value of a class: any(Number), any(User). */
    any(type: abstract new (...args: any[]) => any): any;
    any(type: NumberConstructor | StringConstructor | BooleanConstructor | BigIntConstructor | SymbolConstructor): any;
    /** Matches any value except null and undefined. */
    anything(): any;
    /** Matches a number that is close to this one; see {@link Matchers.toBeCloseTo}. */
    closeTo(number: number, digits?: number): any;
    not: StandIns;
  }

  /** Placeholders that match several values, for toEqual, toMatchObject, toHaveBeenCalledWith, … */
  interface StandIns {
    objectContaining(members: object): any;
    arrayContaining(items: readonly unknown[]): any;
    stringContaining(part: string): any;
    stringMatching(pattern: string | RegExp): any;
  }

  /** The matchers of a value. R is a promise after resolves and rejects. */
  interface Matchers<R> {
    /** Inverts the next matcher. */
    not: Matchers<R>;
    /** Matches the value that a promise resolves to. Await the result. */
    resolves: Matchers<Promise<void>>;
    /** Matches the reason that a promise, or the promise of a function, is rejected with. Await the result. */
    rejects: Matchers<Promise<void>>;

    /** The value is the same value or object, as by Object.is. */
    toBe(expected: unknown): R;
    /** The value has the same content. Classes, and members that are undefined, are ignored. */
    toEqual(expected: unknown): R;
    /** The value has the same content, including classes and undefined members. */
    toStrictEqual(expected: unknown): R;
    /** The value is an object with at least these members, or a list whose items match these one by one. */
    toMatchObject(expected: object): R;
    /** The value is a text that contains this part, or a list or set that contains this item. */
    toContain(item: unknown): R;
    /** The value is a list or set that contains an item with the same content. */
    toContainEqual(item: unknown): R;
    toHaveLength(length: number): R;
    /** The value has a member with this path: "address.city", "tags[0]", or a list of names. */
    toHaveProperty(path: PropertyKey | readonly PropertyKey[], value?: unknown): R;
    toBeTruthy(): R;
    toBeFalsy(): R;
    toBeNull(): R;
    toBeUndefined(): R;
    toBeDefined(): R;
    toBeNaN(): R;
    toBeGreaterThan(number: number | bigint | Date): R;
    toBeGreaterThanOrEqual(number: number | bigint | Date): R;
    toBeLessThan(number: number | bigint | Date): R;
    toBeLessThanOrEqual(number: number | bigint | Date): R;
    /** The value is a number that is equal after rounding to a number of decimal digits: it differs by less than 0.005 for 2 digits, the default. */
    toBeCloseTo(number: number, digits?: number): R;
    /** The value is a text that matches a pattern, or contains a part. */
    toMatch(pattern: RegExp | string): R;
    toBeInstanceOf(type: abstract new (...args: any[]) => any): R;
    toBeTypeOf(type: "string" | "number" | "bigint" | "boolean" | "symbol" | "undefined" | "object" | "function"): R;
    toSatisfy(check: (received: any) => unknown): R;

    /** The value is a function that throws: any error, an error of a class, or one whose message contains a text or matches a pattern. */
    toThrow(expected?: string | RegExp | object | (abstract new (...args: any[]) => any)): R;
    /** The same as toThrow. */
    toThrowError(expected?: string | RegExp | object | (abstract new (...args: any[]) => any)): R;

    /** The value is a function of fn or spyOn that was called. Only calls since the test began are counted. */
    toHaveBeenCalled(): R;
    toHaveBeenCalledOnce(): R;
    toHaveBeenCalledTimes(times: number): R;
    toHaveBeenCalledWith(...args: unknown[]): R;
    toHaveBeenLastCalledWith(...args: unknown[]): R;
    /** Checks the arguments of the n-th call, counted from 1. */
    toHaveBeenNthCalledWith(n: number, ...args: unknown[]): R;

    /**
     * The value has the text that it had in an earlier run: that is in `__snapshots__/<name of the test file>.snap`, in the format of
     * vitest, and is written when there is none. `fwrun test -u` rewrites what differs. Of a response of {@link app} the text has its
     * status, its body and those headers that do not change. A hint is a part of its name.
     *
     *     expect(await app.get("/orders/7")).toMatchSnapshot({ body: { id: expect.any(Number) } });
     */
    toMatchSnapshot(hint?: string): R;
    toMatchSnapshot(properties: object, hint?: string): R;
    /** The same as toMatchSnapshot; the text is the argument, and is written into the source when there is none. */
    toMatchInlineSnapshot(snapshot?: string, hint?: string): R;
    toMatchInlineSnapshot(properties: object, snapshot?: string, hint?: string): R;
    /** The value is a function that throws, and toMatchSnapshot is true of the error. */
    toThrowErrorMatchingSnapshot(hint?: string): R;
    /** The value is a function that throws, and toMatchInlineSnapshot is true of the error. */
    toThrowErrorMatchingInlineSnapshot(snapshot?: string, hint?: string): R;

    /** The value is a response of {@link app} with this status. If the status differs, the failure shows the body. */
    toHaveStatus(status: number): R;
  }
}
