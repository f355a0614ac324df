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
    /** The time limit in milliseconds; 5000, or the value of --timeout. */
    timeout?: number;
  }

  interface Declare<F> {
    /** Declares one, with its options behind or in front of the function. */
    (name: Name, body: F, options?: number | TestOptions): void;
    (name: Name, options: TestOptions, body: F): void;
    /**
     * Declares one for each row. In the name %s, %d, %j and %o stand for the row's values in turn, %#
     * for its number, and $member for a member of an object.
     *
     *     it.each([[1, 2, 3], [2, 2, 4]])("adds %d and %d", (a, b, sum) => expect(a + b).toBe(sum));
     */
    each<R extends unknown[] | [unknown]>(rows: readonly R[]): EachRow<R>;
    each<R>(rows: readonly R[]): EachRow<[R]>;
    /** Rows as a table: a first line with names, and a value for each column in the others. */
    each(table: TemplateStringsArray, ...values: unknown[]): EachRow<[any]>;
  }
  type EachRow<R extends unknown[]> = (name: Name, body: (...row: R) => unknown, options?: number | TestOptions) => void;
  interface Family<F> extends Declare<F> {
    /** Only these tests of the file run. */
    only: Declare<F>;
    /** It does not run. */
    skip: Declare<F>;
    /** It is not written yet. */
    todo(name: Name): void;
    /** It does not run if the condition holds. */
    skipIf(condition: unknown): Declare<F>;
    /** It runs only if the condition holds. */
    runIf(condition: unknown): Declare<F>;
  }

  /** Groups tests. The function runs at once, and cannot be async; what awaits belongs in beforeAll. */
  export const describe: Family<() => void>;
  /** Declares a test. */
  export const it: Family<Body>;
  /** The same as `it`. */
  export const test: Family<Body>;

  /** Runs once, before the first test of the describe, or of the file. */
  export function beforeAll(body: Body, options?: number | TestOptions): void;
  /** Runs before each test of the describe, behind those of the describes around it. */
  export function beforeEach(body: Body, options?: number | TestOptions): void;
  /** Runs after each test, also a failed one; the innermost first. */
  export function afterEach(body: Body, options?: number | TestOptions): void;
  /** Runs once, after the last test. */
  export function afterAll(body: Body, options?: number | TestOptions): void;

  // The application.

  /**
   * The application over HTTP, without a network: routing, binding, limits and errors are the real ones.
   *
   *     const response = await app.post("/users", { json: { name: "Ada" } });
   */
  export const app: TestClient;

  /** A client of the application. Each method sends a request and waits for the answer. */
  export interface TestClient {
    /** Sends a GET. */
    get(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a HEAD, which is answered without a body. */
    head(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends an OPTIONS, which is answered with the header Allow. */
    options(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a POST. */
    post(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a PUT. */
    put(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a PATCH. */
    patch(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a DELETE. */
    delete(path: string, options?: RequestOptions): Promise<TestResponse>;
    /** Sends a request with any method. The path is without server.context-path. */
    request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
    /**
     * A client that sends these with every request.
     *
     *     const admin = app.with({ headers: { Authorization: "Bearer secret" } });
     */
    with(options: Pick<RequestOptions, "headers" | "cookies" | "query">): TestClient;
  }

  /** What a request consists of, besides its method and path. */
  export interface RequestOptions {
    /** Added to the path; a list is sent as a field for each item, null and undefined are left out. */
    query?: Record<string, unknown>;
    /** Headers, in any form that fetch takes. */
    headers?: HeadersInit;
    /** Cookies by name; the values are sent as they are. */
    cookies?: Record<string, string>;
    /** A body as JSON, with its Content-Type. */
    json?: unknown;
    /** A body as an urlencoded form. */
    form?: Record<string, unknown> | URLSearchParams;
    /** A body of text or bytes. */
    body?: string | ArrayBuffer | ArrayBufferView;
  }

  /** The application's answer. It has been read as a whole, so nothing needs an await. */
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
    /** The body as it came. */
    readonly bytes: Uint8Array;
  }

  // Beans.

  type BeanClass<T> = abstract new (...args: any[]) => T;

  /** The bean of a class or a name, or its fake. For tests and hooks. */
  export function bean<T>(type: BeanClass<T>): T;
  export function bean(name: string): any;

  /**
   * Replaces a bean by an object of its class, in this file: the object is injected,
   * and the real bean is not made. It has the given members; any other method of the class throws when
   * it is called. Call it at the top of the file or in the body of a describe.
   *
   *     const mailer = fake(Mailer, { send: fn() });
   *     …
   *     expect(mailer.send).toHaveBeenCalledWith("ada@example.com");
   */
  export function fake<T, M extends Partial<T>>(type: BeanClass<T>, members: M): T & M;
  /** Replaces the bean of a name by any value. */
  export function fake<V>(name: string, value: V): V;

  // Mock functions.

  /**
   * A function that records its calls until the next test. It calls `implementation`, or
   * returns undefined without one.
   */
  export function fn<F extends (...args: any[]) => any = (...args: any[]) => any>(implementation?: F): Mock<F>;
  /**
   * Replaces a method by a Mock, which calls the method unless it is told otherwise. After the
   * test that spied on the method, or whose hooks did, the method is restored.
   *
   *     const send = spyOn(bean(Mailer), "send");
   */
  export function spyOn<T extends object, K extends keyof T>(
    object: T,
    name: K,
  ): T[K] extends (...args: any[]) => any ? Mock<T[K]> : never;

  /** A function that records its calls. */
  export interface Mock<F extends (...args: any[]) => any> {
    /** Calls it. */
    (...args: Parameters<F>): ReturnType<F>;
    /** The recorded calls. */
    mock: {
      /** The arguments of each call. */
      readonly calls: Parameters<F>[];
      readonly lastCall: Parameters<F> | undefined;
      /** What each call returned or threw. */
      readonly results: { type: "return" | "throw"; value: any }[];
    };
    /** Calls this function from now on. */
    mockImplementation(implementation: F): this;
    /** Calls this function for the next call only. Several are used in order, also by the methods below. */
    mockImplementationOnce(implementation: F): this;
    /** Returns this from now on. */
    mockReturnValue(value: ReturnType<F>): this;
    /** Returns this from the next call. */
    mockReturnValueOnce(value: ReturnType<F>): this;
    /** Returns a promise of this from now on. */
    mockResolvedValue(value: Awaited<ReturnType<F>>): this;
    /** Returns a promise of this from the next call. */
    mockResolvedValueOnce(value: Awaited<ReturnType<F>>): this;
    /** Returns a rejected promise from now on. */
    mockRejectedValue(error: unknown): this;
    /** Returns a rejected promise from the next call. */
    mockRejectedValueOnce(error: unknown): this;
    /** Forgets the calls. */
    mockClear(): this;
    /** Forgets the calls and what it was told to do: it is as fn or spyOn made it. */
    mockReset(): this;
    /** Restores the method that spyOn has replaced. */
    mockRestore(): this;
    /** Its name in messages; empty if there is none. */
    mockName(): string;
    /** Gives it a name for messages. */
    mockName(name: string): this;
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
    /** A value of a class: any(Number), any(User). */
    any(type: abstract new (...args: any[]) => any): any;
    any(type: NumberConstructor | StringConstructor | BooleanConstructor | BigIntConstructor | SymbolConstructor): any;
    /** Any value except null and undefined. */
    anything(): any;
    /** A number that is close to this one. */
    closeTo(number: number, digits?: number): any;
    not: StandIns;
  }

  /** A placeholder for any value that fits, in toEqual, toMatchObject, toHaveBeenCalledWith, … */
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

    /** The same value or object. */
    toBe(expected: unknown): R;
    /** The same content; members that are undefined, and classes, do not count. */
    toEqual(expected: unknown): R;
    /** The same content, classes and undefined members included. */
    toStrictEqual(expected: unknown): R;
    /** An object with these members, among others; a list with items like these, and no others. */
    toMatchObject(expected: object): R;
    /** A text with this part, or a list or set with this item. */
    toContain(item: unknown): R;
    /** A list or set with an item of this content. */
    toContainEqual(item: unknown): R;
    toHaveLength(length: number): R;
    /** A member by its path: "address.city", "tags[0]", or a list of names. */
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
    /** A number that differs by less than half of the last of so many digits, which are 2. */
    toBeCloseTo(number: number, digits?: number): R;
    /** A text that matches a pattern, or has a part. */
    toMatch(pattern: RegExp | string): R;
    toBeInstanceOf(type: abstract new (...args: any[]) => any): R;
    toBeTypeOf(type: "string" | "number" | "bigint" | "boolean" | "symbol" | "undefined" | "object" | "function"): R;
    toSatisfy(check: (received: any) => unknown): R;

    /** A function that throws: anything, an error of a class, one whose message has a part or matches. */
    toThrow(expected?: string | RegExp | object | (abstract new (...args: any[]) => any)): R;
    /** The same as toThrow. */
    toThrowError(expected?: string | RegExp | object | (abstract new (...args: any[]) => any)): R;

    /** A function of fn or spyOn. Only calls since the test began count. */
    toHaveBeenCalled(): R;
    toHaveBeenCalledOnce(): R;
    toHaveBeenCalledTimes(times: number): R;
    toHaveBeenCalledWith(...args: unknown[]): R;
    toHaveBeenLastCalledWith(...args: unknown[]): R;
    /** n counts from 1. */
    toHaveBeenNthCalledWith(n: number, ...args: unknown[]): R;

    /** A response of app. If the status is another, the body is shown. */
    toHaveStatus(status: number): R;
  }
}
