/**
 * Aspects around methods.
 *
 * The order of the decorators does not matter. From the outermost to the innermost: Around, Async, Traced, Timed, Counted,
 * Cacheable, CachePut, CacheEvict, RateLimited, Retryable, Lockable, Transactional. They also apply to calls through `this`.
 */
declare module "fwrun" {
  export {};

  type AnyClass = import("./decorators").AnyClass;
  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** A time: a number of seconds, or a text such as "250ms", "5s", "2m", "1h30m", which may contain placeholders. */
  export type DurationOption = number | string;

  /** Errors: a class, the name of one, or several of them. */
  export type ErrorsOption = AnyClass | string | readonly (AnyClass | string)[];

  /**
   * A key: a text with arguments in it, `"user-#{id}"`, `"#{order.customer.id}"`, or a function of the arguments. The
   * default is made of all arguments.
   */
  export type KeyOption = string | ((...args: any[]) => unknown);

  /** How a transaction relates to the one around it. */
  export type Propagation =
    /** Joins the one around it, or begins one. */
    | "REQUIRED"
    /** Joins the one around it, or runs without a transaction. */
    | "SUPPORTS"
    /** Joins the one around it, and fails if there is none. */
    | "MANDATORY"
    /** Begins a new one on another connection. */
    | "REQUIRES_NEW"
    /** Runs without a transaction. */
    | "NOT_SUPPORTED"
    /** Fails if there is a transaction. */
    | "NEVER"
    /** A part of the one around it that can be rolled back by itself, with a savepoint; or begins one. */
    | "NESTED";

  /** The options of {@link Transactional}. */
  export interface TransactionalOptions extends SqlTransactionOptions {
    /** The name of the datasource; the primary one by default. */
    datasource?: string;
  }

  /**
   * Runs the method in a transaction: committed when it returns, or its promise is fulfilled, and rolled back when it
   * throws. On a class, it applies to all public methods. If it joins a transaction and fails, all of that is rolled back.
   *
   * `@Transactional async transfer(from: int, to: int, sum: int) { … }`
   *
   * `@Transactional({ propagation: "REQUIRES_NEW", noRollbackFor: [NotFound] }) log(entry) { … }`
   */
  export const Transactional: OnClass & OnMethod & Called<OnClass & OnMethod, TransactionalOptions, "datasource">;

  /** The common options of {@link Cacheable}, {@link CachePut} and {@link CacheEvict}. */
  export interface CacheOptions {
    /** The name of the cache, or of several. */
    names?: string | readonly string[];
    /** The key of the entry. */
    key?: KeyOption;
    /** Whether the cache is used for a call with these arguments. */
    condition?: (...args: any[]) => unknown;
  }

  /** The options of {@link Cacheable} and {@link CachePut}. */
  export interface CacheValueOptions extends CacheOptions {
    /** Which results are not cached, by the result and the arguments. */
    unless?: (result: any, ...args: any[]) => unknown;
    /** How long a value is cached; the default is that of the cache in application.yml. */
    ttl?: DurationOption;
  }

  /** The options of {@link CacheEvict}. */
  export interface CacheEvictOptions extends CacheOptions {
    /** Removes all entries of the caches; false by default. */
    allEntries?: boolean;
    /** Removes before the method runs, even if it then fails, not after it has succeeded; false by default. */
    beforeInvocation?: boolean;
  }

  /**
   * Returns the cached result, or calls the method and caches its result, null and undefined included. If several calls
   * miss the same entry at a time, one calls the method and the others wait for the result. Each caller gets a copy:
   * plain values, dates, maps, sets, bytes, and objects of exported classes.
   *
   * `@Cacheable("users") find(id: int): User { … }`
   *
   * `@Cacheable("rates", { key: "#{from}-#{to}", ttl: "10m", unless: (rate) => rate === null }) rate(from, to) { … }`
   */
  export const Cacheable: CalledWith<OnMethod, CacheValueOptions, "names">;

  /** Always calls the method, and caches its result. In a transaction, it does so after the commit. */
  export const CachePut: CalledWith<OnMethod, CacheValueOptions, "names">;

  /** Removes a cached value after the method has succeeded: `@CacheEvict("users", { key: "#{user.id}" })`. */
  export const CacheEvict: CalledWith<OnMethod, CacheEvictOptions, "names">;

  /** The options of {@link Lockable}. */
  export interface LockableOptions {
    /** The name of the lock, with placeholders like a key: "invoice-#{id}". */
    name?: KeyOption;
    /** How long to wait while another call holds it; 0 fails at once with 409. */
    wait?: DurationOption;
    /** When the lock ends even if the method still runs; by default it lasts as long as the method runs. */
    ttl?: DurationOption;
    /** `wait` in milliseconds. */
    waitMilliSecs?: number | string;
    /** `ttl` in seconds. */
    ttlSeconds?: number | string;
  }

  /**
   * Holds a lock while the method runs: in all processes if `locks.url` names Redis or PostgreSQL. If the caller
   * already holds the lock, the method runs under it.
   *
   * `@Lockable("invoice-#{id}", { wait: "5s" }) pay(id: int) { … }`
   */
  export const Lockable: CalledWith<OnMethod, LockableOptions, "name">;

  /**
   * Runs the method later; the caller continues at once and gets no result. Not for controllers. At most
   * `async.max-running` methods run at a time; an error is logged.
   */
  export const Async: OnMethod & (() => OnMethod);

  /** The options of {@link Retryable}. */
  export interface RetryableOptions {
    /** The maximum number of calls, including the first; 3 by default. */
    attempts?: number | string;
    /** Which errors are retried; all by default. */
    on?: ErrorsOption;
    /** Which errors are not retried, even if `on` has a base class of theirs. */
    except?: ErrorsOption;
    /** The delay before the second call; "100ms" by default. Part of it is random. */
    delay?: DurationOption;
    /** The factor by which each further delay grows; 2 by default. */
    multiplier?: number | string;
    /** The longest delay; "10s" by default. */
    maxDelay?: DurationOption;
  }

  /** Calls the method again when it fails: `@Retryable(5, { on: [TypeError] })`. */
  export const Retryable: OnMethod & Called<OnMethod, RetryableOptions, "attempts">;

  /** The options of {@link RateLimited}. */
  export interface RateLimitedOptions {
    /** The number of calls. */
    limit?: number | string;
    /** The period; "1s" by default. */
    per?: DurationOption;
    /** The number of calls at once after a pause; `limit` by default. */
    burst?: number | string;
    /** Each key has a limit of its own; by default all calls count together. */
    key?: KeyOption;
    /** How long a call may wait for its turn; 0 fails at once, with 429 and Retry-After. */
    wait?: DurationOption;
  }

  /** Limits the calls in a period, in this process: `@RateLimited(10, "1m")`, `@RateLimited(10, "1m", { key: "#{user}" })`. */
  export const RateLimited: ((limit: number | string, per: DurationOption, options?: Omit<RateLimitedOptions, "limit" | "per">) => OnMethod) &
    CalledWith<OnMethod, RateLimitedOptions, "limit">;

  /**
   * The base class of aspects, which are beans. Override `around`, or those of the other methods that you need; they
   * run at the right time for async methods, too.
   *
   * `@Component`, and below it:
   *
   *     export class Timing extends Aspect {
   *       around(call: MethodCall) {
   *         const began = performance.now();
   *         const log = () => console.log(call.name, performance.now() - began);
   *         const result = call.proceed();
   *         return result instanceof Promise ? result.finally(log) : (log(), result);
   *       }
   *     }
   *     export const Timed = () => Around(Timing);
   */
  export class Aspect {
    /** Called instead of the method, which it calls with `call.proceed()`, or not. Its result is returned to the caller. */
    around(call: MethodCall): any;
    /** Called before the method. */
    before(call: MethodCall): void;
    /** Called after the method has returned, or its promise is fulfilled. */
    afterReturning(call: MethodCall, result: any): void;
    /** Called after the method has thrown, or its promise is rejected. */
    afterThrowing(call: MethodCall, error: unknown): void;
    /** Called after either of them. */
    after(call: MethodCall): void;
  }

  /** One call of a method with an {@link Aspect} around it. */
  export interface MethodCall {
    /** The bean. */
    readonly target: any;
    /** The class and the method: "OrderService.place". */
    readonly name: string;
    /** The method: "place". */
    readonly method: string;
    /** The arguments, which may be changed. */
    args: any[];
    /** The options that {@link Around} has for the aspect. */
    readonly options: any;
    /** Calls the method, or the next aspect, with the arguments. */
    proceed(): any;
  }

  /** The options of {@link Around}. */
  export interface AroundOptions {
    /** The class of the aspect, a bean. */
    aspect?: new (...args: any[]) => Aspect;
    /** The `options` of the aspect's calls. */
    options?: unknown;
  }

  /** Puts an {@link Aspect} around the method, or around all public methods of a class: `@Around(Timing, { warn: "1s" })`. */
  export const Around: ((aspect: new (...args: any[]) => Aspect, options: unknown) => OnClass & OnMethod) &
    CalledWith<OnClass & OnMethod, AroundOptions, "aspect">;

  /**
   * The caches, in code: `cacheManager`. Cached values are shared by all workers, and by all processes if `cache.url`
   * names Redis or PostgreSQL.
   *
   * - `@Autowired caches: CacheManager;`
   * - `const rate = this.caches.getCache("rates").get("EUR", () => this.load("EUR"), { ttl: "10m" });`
   */
  export class CacheManager {
    private constructor();
    /** The cache of that name. */
    getCache<V = any>(name: string): Cache<V>;
  }

  /** One cache of a {@link CacheManager}. */
  export class Cache<V = any> {
    /** A {@link CacheManager} makes it. */
    constructor(name: string);
    /** Its name. */
    readonly name: string;
    /** The cached value, or undefined. */
    get(key: unknown): V | undefined;
    /** The cached value, or the result of the function, which is then cached. One caller runs it, others wait. */
    get<M>(key: unknown, make: (key: any) => M, options?: { ttl?: DurationOption }): M;
    /** Caches a value. */
    put(key: unknown, value: V, options?: { ttl?: DurationOption }): void;
    /** Removes a value. */
    evict(key: unknown): void;
    /** Removes all values. */
    clear(): void;
  }

  /** How long to wait for a lock, and how long it lasts at most. */
  export interface LockOptions {
    /** How long to wait while another owner holds it; 0 by default. */
    wait?: DurationOption;
    /** How long the lock lasts at most. */
    ttl?: DurationOption;
  }

  /** The locks, in code: `lockManager`. */
  export class LockManager {
    private constructor();
    /** Runs a sync or async function while it holds the lock. Throws with 409 if the lock is not free in time. */
    withLock<T>(name: string, work: () => T, options?: LockOptions): T;
    /** Acquires the lock, until `release` is called; null if another owner holds it. */
    tryLock(name: string, options?: LockOptions): Lock | null;
  }

  /** A lock that is held. */
  export interface Lock {
    /** Greater than that of every earlier holder. A resource that rejects smaller tokens is safe from late holders. */
    readonly token: number;
    /** Extends the lock to this time from now. */
    extend(ttl: DurationOption): void;
    /** Releases the lock. */
    release(): void;
  }
}
