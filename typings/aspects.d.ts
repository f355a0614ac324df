/**
 * What is done around methods.
 *
 * Whatever order they are written in, from the outermost to the innermost: Around, Async, Cacheable, CachePut,
 * CacheEvict, RateLimited, Retryable, Lockable, Transactional. Calls through `this` go through them as well.
 */
declare module "fwrun" {
  export {};

  type AnyClass = import("./decorators").AnyClass;
  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** A time: a number of seconds, or a text such as "250ms", "5s", "2m", "1h30m", which may hold placeholders. */
  export type DurationOption = number | string;

  /** Errors: a class, the name of one, or several of them. */
  export type ErrorsOption = AnyClass | string | readonly (AnyClass | string)[];

  /**
   * A key: a text with arguments in it, `"user-#{id}"`, `"#{order.customer.id}"`, or a function of the arguments. The
   * default is made of all arguments.
   */
  export type KeyOption = string | ((...args: any[]) => unknown);

  /** How a transaction relates to the one that is around it. */
  export type Propagation =
    /** Joins the one around it, or begins one. */
    | "REQUIRED"
    /** Joins the one around it, or runs without. */
    | "SUPPORTS"
    /** Joins the one around it, and fails when there is none. */
    | "MANDATORY"
    /** Begins one of its own, on a connection of its own. */
    | "REQUIRES_NEW"
    /** Runs without one. */
    | "NOT_SUPPORTED"
    /** Fails when there is one. */
    | "NEVER"
    /** A part of the one around it that can be undone by itself, by a savepoint; or begins one. */
    | "NESTED";

  /** The options of {@link Transactional}. */
  export interface TransactionalOptions extends SqlTransactionOptions {
    /** The name of the datasource; the primary one. */
    datasource?: string;
  }

  /**
   * Runs the method in a transaction: committed when it returns, or its promise is fulfilled, and rolled back when it
   * throws. On a class, all its public methods. What fails inside of a transaction it has joined dooms the whole.
   *
   * `@Transactional async transfer(from: int, to: int, sum: int) { … }`
   *
   * `@Transactional({ propagation: "REQUIRES_NEW", noRollbackFor: [NotFound] }) log(entry) { … }`
   */
  export const Transactional: OnClass & OnMethod & Called<OnClass & OnMethod, TransactionalOptions, "datasource">;

  /** What {@link Cacheable}, {@link CachePut} and {@link CacheEvict} have in common. */
  export interface CacheOptions {
    /** The name of the cache, or of several. */
    names?: string | readonly string[];
    /** The key of the entry. */
    key?: KeyOption;
    /** Whether the cache is used for a call, by its arguments. */
    condition?: (...args: any[]) => unknown;
  }

  /** The options of {@link Cacheable} and {@link CachePut}. */
  export interface CacheValueOptions extends CacheOptions {
    /** What is not kept, by the result and the arguments. */
    unless?: (result: any, ...args: any[]) => unknown;
    /** How long it is kept; the default is that of the cache in application.yml. */
    ttl?: DurationOption;
  }

  /** The options of {@link CacheEvict}. */
  export interface CacheEvictOptions extends CacheOptions {
    /** Removes all entries of the caches; false. */
    allEntries?: boolean;
    /** Before the method, and also when it fails, rather than after it has succeeded; false. */
    beforeInvocation?: boolean;
  }

  /**
   * Gives the kept result, or calls the method and keeps what it gives, null and undefined included. Of several that
   * miss the same entry at a time one calls it, and the others wait for the result. Each caller has a copy of its own:
   * plain values, dates, maps, sets, bytes, and objects of exported classes.
   *
   * `@Cacheable("users") find(id: int): User { … }`
   *
   * `@Cacheable("rates", { key: "#{from}-#{to}", ttl: "10m", unless: (rate) => rate === null }) rate(from, to) { … }`
   */
  export const Cacheable: CalledWith<OnMethod, CacheValueOptions, "names">;

  /** Calls the method always, and keeps what it gives. Within a transaction, once that is committed. */
  export const CachePut: CalledWith<OnMethod, CacheValueOptions, "names">;

  /** Removes what is kept, when the method has succeeded: `@CacheEvict("users", { key: "#{user.id}" })`. */
  export const CacheEvict: CalledWith<OnMethod, CacheEvictOptions, "names">;

  /** The options of {@link Lockable}. */
  export interface LockableOptions {
    /** The name of the lock, made like a key: "invoice-#{id}". */
    name?: KeyOption;
    /** How long to wait while another one holds it; 0 fails at once, with 409. */
    wait?: DurationOption;
    /** When it ends although the method still runs; by default it is kept for as long as that takes. */
    ttl?: DurationOption;
    /** `wait` in milliseconds. */
    waitMilliSecs?: number | string;
    /** `ttl` in seconds. */
    ttlSeconds?: number | string;
  }

  /**
   * Holds a lock while the method runs: in all processes, where `locks.url` names Redis or PostgreSQL. Within a call
   * that holds the lock it is the caller's already.
   *
   * `@Lockable("invoice-#{id}", { wait: "5s" }) pay(id: int) { … }`
   */
  export const Lockable: CalledWith<OnMethod, LockableOptions, "name">;

  /**
   * Has the method run later, while the caller goes on at once and gets nothing. Not on controllers. So many run at a
   * time as `async.max-running` says; an error goes to the log.
   */
  export const Async: OnMethod & (() => OnMethod);

  /** The options of {@link Retryable}. */
  export interface RetryableOptions {
    /** How often the method is called at most, the first time included; 3. */
    attempts?: number | string;
    /** Which errors are worth another attempt; all. */
    on?: ErrorsOption;
    /** Which are not, all the same. */
    except?: ErrorsOption;
    /** The time before the second attempt; "100ms". Some of it is left to chance. */
    delay?: DurationOption;
    /** How much longer each further one takes; 2. */
    multiplier?: number | string;
    /** The longest; "10s". */
    maxDelay?: DurationOption;
  }

  /** Calls the method again when it fails: `@Retryable(5, { on: [TypeError] })`. */
  export const Retryable: OnMethod & Called<OnMethod, RetryableOptions, "attempts">;

  /** The options of {@link RateLimited}. */
  export interface RateLimitedOptions {
    /** So many calls. */
    limit?: number | string;
    /** In this time; "1s". */
    per?: DurationOption;
    /** So many at once, when nobody called for a while; as `limit`. */
    burst?: number | string;
    /** Counts apart by key; by default all calls count together. */
    key?: KeyOption;
    /** How long a call may wait for its turn; 0 fails at once, with 429 and Retry-After. */
    wait?: DurationOption;
  }

  /** Lets so many calls through in a time, of this process: `@RateLimited(10, "1m")`, `@RateLimited(10, "1m", { key: "#{user}" })`. */
  export const RateLimited: ((limit: number | string, per: DurationOption, options?: Omit<RateLimitedOptions, "limit" | "per">) => OnMethod) &
    CalledWith<OnMethod, RateLimitedOptions, "limit">;

  /**
   * What stands around methods: a bean to extend. Either `around`, or what of the others is needed, which know when an
   * async method is over.
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
    /** Calls the method, or does not; what it returns is what the caller gets. */
    around(call: MethodCall): any;
    /** Before the method. */
    before(call: MethodCall): void;
    /** When it has returned, or its promise is fulfilled. */
    afterReturning(call: MethodCall, result: any): void;
    /** When it has thrown, or its promise is rejected. */
    afterThrowing(call: MethodCall, error: unknown): void;
    /** After either of them. */
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
    /** What {@link Around} was given for the aspect. */
    readonly options: any;
    /** Calls the method, or the next aspect, with the arguments. */
    proceed(): any;
  }

  /** The options of {@link Around}. */
  export interface AroundOptions {
    /** The class of the aspect, a bean. */
    aspect?: new (...args: any[]) => Aspect;
    /** What the aspect finds in its call's `options`. */
    options?: unknown;
  }

  /** Puts an {@link Aspect} around the method, or around all public ones of a class: `@Around(Timing, { warn: "1s" })`. */
  export const Around: ((aspect: new (...args: any[]) => Aspect, options: unknown) => OnClass & OnMethod) &
    CalledWith<OnClass & OnMethod, AroundOptions, "aspect">;

  /**
   * The caches, by hand: `cacheManager`. Cached values are shared by all workers, and by all processes where `cache.url`
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
    /** The kept value, or undefined. */
    get(key: unknown): V | undefined;
    /** The kept value, or what the function makes, which is kept then; one makes it, others wait. */
    get<M>(key: unknown, make: (key: any) => M, options?: { ttl?: DurationOption }): M;
    /** Keeps a value. */
    put(key: unknown, value: V, options?: { ttl?: DurationOption }): void;
    /** Removes a value. */
    evict(key: unknown): void;
    /** Removes all values. */
    clear(): void;
  }

  /** How to wait for a lock, and for how long it is held at most. */
  export interface LockOptions {
    /** How long to wait while another one holds it; 0. */
    wait?: DurationOption;
    /** When it ends by itself. */
    ttl?: DurationOption;
  }

  /** The locks, by hand: `lockManager`. */
  export class LockManager {
    private constructor();
    /** Runs a function, sync or async, while it holds the lock; throws, with 409, when it is not free in time. */
    withLock<T>(name: string, work: () => T, options?: LockOptions): T;
    /** Takes the lock, to be given back with `release`; null when another one holds it. */
    tryLock(name: string, options?: LockOptions): Lock | null;
  }

  /** A lock that is held. */
  export interface Lock {
    /** Greater than that of every earlier holder: what refuses a smaller one is safe from who is late. */
    readonly token: number;
    /** Has it end later: so long from now. */
    extend(ttl: DurationOption): void;
    /** Gives it back. */
    release(): void;
  }
}
