/// <reference path="globals.d.ts" />
/// <reference path="files.d.ts" />
/// <reference path="web.d.ts" />
/// <reference path="test.d.ts" />

/**
 * Everything a script can import from "fwrun".
 *
 * A decorator works bare, `@GetMapping`, and called, `@GetMapping("/users")`. Its first argument may
 * stand alone; the others are options: `@RequestParam("q", { required: false })`, which is short for
 * `@RequestParam({ name: "q", required: false })`. A mapping also wraps a function:
 *
 *     export const hello = GetMapping("/hello/{name}")((name) => `Hello, ${name}!`);
 *
 * The project's jsconfig.json or tsconfig.json needs `"experimentalDecorators": true`, because only
 * these decorators may stand on parameters, and `"strictPropertyInitialization": false`, because the
 * framework fills injected fields and request bodies. `fwrun types` writes one that has both.
 *
 * The examples here write types as TypeScript does. JavaScript says the same in comments:
 * `@param {int} id`, `@returns {User}` above a method, `@type {UserService}` above a field.
 */
declare module "fwrun" {
  export {};

  // Where decorators may stand.

  type AnyFunction = (...args: any[]) => any;
  type AnyClass = abstract new (...args: any[]) => any;
  type Member = string | symbol;
  /** What a member belongs to; a static member belongs to no bean. */
  type Instance = object & { prototype?: never };

  interface OnClass {
    (target: AnyClass): void;
  }
  interface OnMethod {
    <F extends AnyFunction>(target: Instance, member: Member, descriptor: TypedPropertyDescriptor<F>): void;
  }
  interface OnField {
    (target: Instance, member: Member, none?: undefined): void;
  }
  interface OnProperty {
    <T>(
      target: Instance,
      member: Member,
      accessor?: TypedPropertyDescriptor<T> & (T extends AnyFunction ? never : unknown),
    ): void;
  }
  interface OnParam {
    (target: object, member: Member | undefined, index: number): void;
  }
  interface OnFunction {
    /** Makes an exported function a handler, and hands it back. */
    <F extends AnyFunction>(handler: F): F;
  }

  /** The called forms of a decorator `D`, whose first argument sets the option `First`. */
  interface Called<D, Options, First extends keyof Options> {
    (options?: Options): D;
    (first: Required<Options>[First], options?: Omit<Options, First>): D;
  }
  /** The called forms of a decorator that makes no sense without its first argument. */
  interface CalledWith<D, Options, First extends keyof Options> {
    (options: Options): D;
    (first: Required<Options>[First], options?: Omit<Options, First>): D;
  }

  /** A type as text, such as "int" or "list<User>", or a class. A type that is written in the code goes before it. */
  export type TypeOption = string | AnyClass;

  // Beans.

  /** The options of a stereotype. */
  export interface NameOptions {
    /** The bean's name; the default is the class's, with a small first letter: UserService is "userService". */
    name?: string;
  }

  /**
   * A class whose mapped methods answer requests. It must be exported.
   *
   * `@RestController` `@RequestMapping("/users") export class UserController {` `@GetMapping("/{id}") find(@PathVariable id) { … } }`
   */
  export const RestController: OnClass & Called<OnClass, NameOptions, "name">;

  /**
   * A class of which the framework makes one instance per worker, to be injected by its type.
   *
   * `@Service export class UserService { … }`
   */
  export const Service: OnClass & Called<OnClass, NameOptions, "name">;

  /** The same as {@link Service}, for what is no business logic. */
  export const Component: OnClass & Called<OnClass, NameOptions, "name">;

  /**
   * A class whose {@link Bean} methods make beans.
   *
   * `@Bean weather(@Value("${weather.url}") url: string): WeatherClient { return new WeatherClient(url); }`
   */
  export const Configuration: OnClass & Called<OnClass, NameOptions, "name">;

  /** The options of {@link Bean}. */
  export interface BeanOptions {
    /** The bean's name; the default is the method's. */
    name?: string;
    /** What it can be injected as; the default is the method's return type. */
    type?: TypeOption;
    /** A method of the made object to call once everything is injected. */
    initMethod?: string;
    /** A method of the made object to call when the worker ends. */
    destroyMethod?: string;
  }
  /** A method of a {@link Configuration} whose result is a bean. Its parameters are injected. */
  export const Bean: OnMethod & Called<OnMethod, BeanOptions, "name">;

  /** The options of {@link Autowired}. */
  export interface AutowiredOptions {
    /** The class to inject; the default is the type that is written. */
    type?: TypeOption;
    /** Whether the application refuses to start without it; true. */
    required?: boolean;
  }
  /**
   * Injects a bean into a field, by its type: its class, a base class or an interface. A constructor's parameters are
   * injected without it. Of a list, all beans that fit are in it, in the order they are declared.
   *
   * - `@Autowired users: UserService;`
   * - `@Autowired payments: Payment[];`
   */
  export const Autowired: OnField & OnParam & Called<OnField & OnParam, AutowiredOptions, "type">;

  /** The options of {@link ConfigurationProperties}. */
  export interface ConfigurationPropertiesOptions {
    /** The key that the fields stand below. */
    prefix: string;
    /** The bean's name; the default is the class's, with a small first letter. */
    name?: string;
  }
  /**
   * A class whose public fields are set from the configuration, by name and type, and which is a bean: no other decorator
   * is needed. Fields keep their defaults; those without one, which take no null, must be set. Constraints and
   * {@link Validate} hold. On a {@link Bean} method it sets the fields of what that returns.
   *
   * `@ConfigurationProperties("media")`, and below it:
   *
   *     export class MediaSettings {
   *       folder: string;
   *       maxFileSize: DataSize = 1024 * 1024;
   *       timeout: Duration = 5000;
   *       hosts: string[] = [];
   *     }
   */
  export const ConfigurationProperties: CalledWith<OnClass & OnMethod, ConfigurationPropertiesOptions, "prefix">;

  /** Milliseconds, which settings and requests write as people do: `5s`, `250ms`, `2h`; a bare number is seconds. */
  export type Duration = number;

  /** Bytes, which settings and requests write as people do: `10MiB`, `500kB`; a bare number is bytes. */
  export type DataSize = number;

  /**
   * The configuration by its keys. Inject it by its type. A property source that is a script is given one, too.
   *
   * `@Autowired environment: Environment;`
   */
  export class Environment {
    private constructor();

    /** A setting as application.yml types it: a list is an array, a section an object. Without it the default. */
    get(key: string): any;
    get<T>(key: string, otherwise: T): any;
    /** A setting; throws when it is not set. */
    getRequired(key: string): any;
    /** Whether a setting is set, to something other than null. */
    has(key: string): boolean;
    /** All settings below a key, by their full keys: `{ "media.hosts[0]": "a" }`. */
    getAll(prefix: string): Record<string, string | number | boolean | null>;
    /** The active profiles. */
    getProfiles(): string[];
    /** Whether one of the profiles is active, or one with `!` in front is not. */
    acceptsProfiles(...profiles: string[]): boolean;
    /** Replaces the placeholders of a text: `"http://${server.address}/"`. */
    resolve(text: string): any;
  }

  /** What a property source that is a script is called with. */
  export interface PropertySourceContext {
    /** The settings so far: the files, the sources before it, the environment and the flags. */
    environment: Environment;
    /** The environment's variables by name. */
    env: Record<string, string>;
  }

  /**
   * The bean that is meant when several fit what is asked for: on a class with a stereotype, or on a {@link Bean} method.
   *
   * `@Primary` `@Service export class CardPayment implements Payment { … }`
   */
  export const Primary: OnClass & OnMethod & (() => OnClass & OnMethod);

  /** The options of {@link Profile}. */
  export interface ProfileOptions {
    /** The profiles, one of which must be active. */
    profiles: string | readonly string[];
  }
  /**
   * Makes the bean only while one of the profiles is active: on a class with a stereotype, or on a {@link Bean} method.
   * "!prod" is for all others.
   *
   * `@Profile("dev", "test")` `@Service export class FakeMail implements Mail { … }`
   */
  export const Profile: ((...profiles: string[]) => OnClass & OnMethod) &
    CalledWith<OnClass & OnMethod, ProfileOptions, "profiles">;

  /** The options of {@link ConditionalOnProperty}. */
  export interface ConditionalOnPropertyOptions {
    /** The key of the property: "mail.host". */
    key: string;
    /** What the property must be; the default is anything but false. */
    havingValue?: unknown;
    /** Whether the bean is made when the property is not configured at all; false. */
    matchIfMissing?: boolean;
  }
  /**
   * Makes the bean only when a property is configured, and not false, or has the value that is stated: on a class with a
   * stereotype, or on a {@link Bean} method.
   *
   * `@ConditionalOnProperty("mail.host")` `@Service export class SmtpMail implements Mail { … }`
   */
  export const ConditionalOnProperty: ((
    key: string,
    havingValue: unknown,
    options?: Omit<ConditionalOnPropertyOptions, "key" | "havingValue">,
  ) => OnClass & OnMethod) &
    CalledWith<OnClass & OnMethod, ConditionalOnPropertyOptions, "key">;

  /** The options of {@link Qualifier}. */
  export interface QualifierOptions {
    /** The bean's name. */
    name: string;
  }
  /** Injects the bean of that name, where a type does not say which: `@Qualifier("archive-template") archive;` */
  export const Qualifier: CalledWith<OnField & OnParam, QualifierOptions, "name">;

  /** The options of {@link Value}. */
  export interface ValueOptions {
    /** A text with placeholders: "${users.pageSize}", "${users.pageSize:20}", "$env.HOME". */
    key: string;
    /** What to convert the value to; the default is the written type, or that of the default value. */
    type?: TypeOption;
  }
  /**
   * Sets a field or a constructor parameter from the configuration. Without the key, the field keeps its
   * default value; without a default either, the application refuses to start.
   *
   * `@Value("${users.pageSize}") pageSize = 20;`
   */
  export const Value: CalledWith<OnField & OnParam, ValueOptions, "key">;

  /**
   * On a class or a {@link Bean} method: makes the bean when it is needed first, unless one that is made at the start asks
   * for it. On a field: looks for the bean when the field is looked at, so that two beans can know each other.
   *
   * `@Lazy` `@Autowired reports: ReportService;`
   */
  export const Lazy: OnClass & OnMethod & OnField & (() => OnClass & OnMethod & OnField);

  /** A method to call when all beans of a worker have been made. It may be async. */
  export const OnWorkerStart: OnMethod & (() => OnMethod);

  /** A method to call once, on one worker, when the application serves; after a reload again. It may be async. */
  export const OnApplicationReady: OnMethod & (() => OnMethod);

  /** A method to call when a worker ends, before the {@link PreDestroy} methods of its beans. */
  export const OnWorkerStop: OnMethod & (() => OnMethod);

  /** A method to call once everything is injected, before the first request. It may be async. */
  export const PostConstruct: OnMethod & (() => OnMethod);

  /** A method to call when the worker ends: at shutdown, or when the pool shrinks. */
  export const PreDestroy: OnMethod & (() => OnMethod);

  /** The options of `@Scheduled`: one of `cron`, `fixedRate` and `fixedDelay`, and what else there is to say. */
  export interface ScheduledOptions {
    /**
     * When to run, by the clock on the wall: second, minute, hour, day of the month, month, day of the week; or without the
     * second; or `@daily` and the like. "-" switches the schedule off.
     */
    cron?: string;
    /** The time zone that `cron` is read in, such as "Europe/Berlin"; the default is the process's. */
    zone?: string;
    /** The time from the start of a run to the start of the next: seconds, or a text such as "5m". The first is at once. */
    fixedRate?: DurationOption;
    /** The time from the end of a run to the start of the next: seconds, or a text such as "5m". The first is at once. */
    fixedDelay?: DurationOption;
    /** How long the first run waits: seconds, or a text. It goes with `fixedRate` and `fixedDelay`. */
    initialDelay?: DurationOption;
    /** Whether a run begins although the one before it is under way; the default is false. */
    overlap?: boolean;
    /** How long a run may take before it is given up: seconds, or a text; without it, as long as it likes. */
    timeout?: DurationOption;
    /** Whether the schedule is on: `true`, `false`, or a text such as "${jobs.enabled:true}". */
    enabled?: boolean | string;
    /** What logs and the list of schedules call it; the default is class and method, as in Desk.sweep. */
    name?: string;
  }
  /**
   * A method to run again and again, once in the whole process, while the application serves. It takes no parameters and may be
   * async. Several can stand above one method. Texts may hold placeholders: "${jobs.cron}".
   *
   * - `@Scheduled("0 0 3 * * *") purge() { … }`
   * - `@Scheduled({ fixedDelay: "30s" }) async poll() { … }`
   */
  export const Scheduled: CalledWith<OnMethod, ScheduledOptions, "cron">;

  // Around methods.
  //
  // Whatever order they are written in, from the outermost to the innermost: Around, Async, Cacheable, CachePut,
  // CacheEvict, RateLimited, Retryable, Lockable, Transactional. Calls through `this` go through them as well.

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
   *         try { return call.proceed(); } finally { console.log(call.name, performance.now() - began); }
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

  /** The beans of the application, to be looked for by hand: `applicationContext`. */
  export class ApplicationContext {
    private constructor();
    /** The bean of that name; throws when there is none. */
    getBean(name: string): any;
    /** The bean of that class, or of one that extends it: the only one, or the primary one. */
    getBean<T>(type: abstract new (...args: any[]) => T): T;
    /** All beans of a class, in the order in which they are made. */
    getBeans<T>(type: abstract new (...args: any[]) => T): T[];
    /** Whether there is a bean of that name, or of that class. */
    hasBean(what: string | AnyClass): boolean;
    /** The names of all beans, in the order in which they are made. */
    getBeanNames(): string[];
  }

  /** Transactions by hand, on one datasource: `main-txn`. */
  export class TransactionTemplate {
    private constructor();
    /** Runs a function, sync or async, in a transaction. */
    execute<T>(work: () => T, options?: SqlTransactionOptions): T;
  }

  // Routes.

  /** The options of {@link GetMapping} and its kind. */
  export interface MappingOptions {
    /** One path or several: "/users/{id}", or "/files/{path:*}" for all that follows; below that of the class. */
    path?: string | readonly string[];
    /** A label for logs. */
    name?: string;
    /** Media types that are taken; a request with another Content-Type gets 415. */
    consumes?: string | readonly string[];
    /** Media types to choose from by the request's Accept header; one that accepts none of them gets 406. */
    produces?: string | readonly string[];
    /** For a wrapped function, where its parameters come from: `{ page: RequestParam() }`. */
    params?: { readonly [parameter: string]: OnParam };
  }
  /** The options of {@link RequestMapping}. */
  export interface RequestMappingOptions extends MappingOptions {
    /** The HTTP methods, `RequestMethod.GET` or "GET"; all of them when left out. */
    method?: RequestMethod | readonly RequestMethod[];
  }

  /** Maps a method or an exported function to a path; on a class, the path that comes before those of its methods. */
  export const RequestMapping: OnClass &
    OnMethod &
    Called<OnClass & OnMethod & OnFunction, RequestMappingOptions, "path">;

  /**
   * Answers GET, and HEAD with it.
   *
   * `@GetMapping("/{id}") find(@PathVariable id) { … }`
   *
   * What the handler returns is the answer: an object or a list is sent as JSON, a text as text/plain, a
   * {@link ResponseEntity} as it says. It may be async.
   */
  export const GetMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers POST; see {@link GetMapping}. */
  export const PostMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers PUT; see {@link GetMapping}. */
  export const PutMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers DELETE; see {@link GetMapping}. */
  export const DeleteMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers PATCH; see {@link GetMapping}. */
  export const PatchMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** The HTTP methods by name: `RequestMethod.GET` is "GET". */
  export const RequestMethod: {
    /** Reads. */
    readonly GET: "GET";
    /** Reads the headers alone. */
    readonly HEAD: "HEAD";
    /** Sends something to be worked on. */
    readonly POST: "POST";
    /** Puts something in a place. */
    readonly PUT: "PUT";
    /** Changes a part. */
    readonly PATCH: "PATCH";
    /** Takes away. */
    readonly DELETE: "DELETE";
    /** Asks what is allowed. */
    readonly OPTIONS: "OPTIONS";
    /** Echoes; no handler needs it. */
    readonly TRACE: "TRACE";
  };
  export type RequestMethod = keyof typeof RequestMethod;

  // Parameters of handlers.

  /** The options of {@link PathVariable}. */
  export interface PathVariableOptions {
    /** The placeholder; the default is the parameter's name. */
    name?: string;
    /** Its type, where none is written. */
    type?: TypeOption;
    /** What its value must fulfil: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
  }
  /** Binds a `{placeholder}` of the path: a string, int, float, bool, Date or enum. One that does not fit gets 400. */
  export const PathVariable: OnParam & Called<OnParam, PathVariableOptions, "name">;

  /** The options of {@link RequestParam}. */
  export interface RequestParamOptions {
    /** Its name in the request; the default is the parameter's. */
    name?: string;
    /**
     * Whether a request without it gets 400. True, unless the parameter has a default or may be null. A text is what a
     * client is told instead of "is required".
     */
    required?: boolean | string;
    /** Stands in when it was not sent. */
    defaultValue?: unknown;
    /** Where to look: "request" (the query, then a form), "get" (query), "post" (form), "cookie" or "header". */
    source?: "request" | "get" | "post" | "cookie" | "header";
    /** Its type, where none is written. */
    type?: TypeOption;
    /** What its value must fulfil: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** What each item of a list, or each value of a record, must fulfil. */
    each?: Validation | readonly Validation[];
  }
  /**
   * Binds a value of the query, a form, a cookie or a header. One that is missing or does not fit gets 400.
   *
   * `@GetMapping list(@RequestParam page: int = 1,` `@RequestParam("X-Tenant", { source: "header" }) tenant: string) { … }`
   */
  export const RequestParam: OnParam & Called<OnParam, RequestParamOptions, "name">;

  /** The options of {@link RequestBody}. */
  export interface RequestBodyOptions {
    /** Hands the raw text to a constructor that takes one string, whatever the Content-Type says; false. */
    disableParsing?: boolean;
    /** Its type, where none is written. */
    type?: TypeOption;
    /** What its value must fulfil: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** What each item of a list, or each value of a record, must fulfil. */
    each?: Validation | readonly Validation[];
  }
  /**
   * Binds the whole body: to an instance of a class, to a list or an object, or to a `string` for the raw
   * text. A body that is malformed or does not fit gets 400, with every wrong field named.
   *
   * `@PostMapping create(@RequestBody user: User) { … }`
   */
  export const RequestBody: OnParam & Called<OnParam, RequestBodyOptions, "disableParsing">;

  /** The options of {@link JsonProperty}. */
  export interface JsonPropertyOptions {
    /** The key in JSON; the default is the field's name. */
    name?: string;
    /** Further keys it is read from. */
    aliases?: string | readonly string[];
    /**
     * Whether a body without it gets 400. True, unless the field has a default or may be null. A text is what a client is
     * told instead of "is required".
     */
    required?: boolean | string;
    /** Whether null is a value. Where it is not, null counts as not sent; with false it gets 400. */
    nillable?: boolean;
    /** The class of a list's items. */
    listClass?: AnyClass;
    /** Its type, where none is written. */
    type?: TypeOption;
    /** What its value must fulfil: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** What each item of a list, or each value of a record, must fulfil. */
    each?: Validation | readonly Validation[];
  }
  /**
   * Says how a field is called in JSON, and what a request body has to say of it: `@JsonProperty("first_name") firstName;`
   *
   * A field that is `private` or `protected` is no part of the data: it is not sent, and no body sets it. This makes it
   * one, on a field as on a parameter of the constructor: `constructor(@JsonProperty private hash = "")`.
   */
  export const JsonProperty: OnProperty & OnParam & Called<OnProperty & OnParam, JsonPropertyOptions, "name">;

  /**
   * Keeps a field to the application: it is not sent, as JSON, as XML or to agents, no body sets it, and no schema has it. It
   * stands on a public field, or a parameter of the constructor that makes one; what is `private` or `protected` needs
   * none. A row class keeps it in its table all the same.
   *
   * `@JsonIgnore passwordHash = "";`
   */
  export const JsonIgnore: OnField & OnParam & (() => OnField & OnParam);

  /** The options of {@link XmlRoot}. */
  export interface XmlRootOptions {
    /** The element's name. */
    name: string;
  }
  /** Lets a class be bound only to XML whose root element has that name: `@XmlRoot("order")`. */
  export const XmlRoot: CalledWith<OnClass, XmlRootOptions, "name">;

  /** The options of {@link XmlElement}. */
  export interface XmlElementOptions {
    /** The element's name; the default is the key in JSON. Of a list with a wrapper, that of its items. */
    name?: string;
    /** An element around the items of a list. */
    wrapper?: string;
  }
  /**
   * Says which element of an XML body a field is read from. Without it, that is the element called as in JSON.
   *
   * `@XmlElement({ wrapper: "lines", name: "line" }) lines: list<Line>;`
   */
  export const XmlElement: OnProperty & Called<OnProperty, XmlElementOptions, "name">;

  /** The options of {@link XmlAttribute}. */
  export interface XmlAttributeOptions {
    /** The attribute's name; the default is the key in JSON. */
    name?: string;
  }
  /** Reads a field from an attribute of its element in an XML body: `@XmlAttribute id: int;` */
  export const XmlAttribute: OnProperty & Called<OnProperty, XmlAttributeOptions, "name">;

  /** Reads a field from the text of its element in an XML body, beside attributes: `<price currency="EUR">9.50</price>`. */
  export const XmlValue: OnProperty & (() => OnProperty);

  /** The options of {@link Table}. */
  export interface TableOptions {
    /** The table's name, with its schema in front where it needs one: `"shop.orders"`. It may hold placeholders. */
    name: string;
    /** How columns are called: like their fields, which is the default, or `createdAt` as `created_at`. */
    naming?: "snake_case";
    /** The datasource that the table is in; the primary one by default. */
    datasource?: string;
  }
  /**
   * Says which table keeps the objects of a class. Its public fields are the columns, one of them carries `@Id`.
   *
   * `@Table("users") export class User {` `@Id id: int | null = null; name: string;` `@Column("email_address") email: string; }`
   */
  export const Table: CalledWith<OnClass, TableOptions, "name">;

  /** The options of {@link Id}. */
  export interface IdOptions {
    /** Who makes an id: the database, which is the default, fwrun as a random UUID, or with false the application. */
    generated?: boolean | "uuid";
  }
  /** Marks the field that is the primary key of a table: `@Id id: int | null = null;` */
  export const Id: OnProperty & Called<OnProperty, IdOptions, "generated">;

  /** The options of {@link Column}. */
  export interface ColumnOptions {
    /** The column's name in the table. */
    name: string;
  }
  /** Names the column of a field: `@Column("email_address") email: string;` */
  export const Column: CalledWith<OnProperty, ColumnOptions, "name">;

  /**
   * Marks a number that is counted up with every update. An update of a row that somebody else has changed meanwhile
   * fails with {@link StaleRow}.
   */
  export const Version: OnProperty & (() => OnProperty);

  /** Leaves a field of a row class out of its table. */
  export const Transient: OnProperty & (() => OnProperty);

  /** The options of {@link Query}. */
  export interface QueryOptions {
    /** The statement, with the method's parameters by name. It may hold placeholders. */
    sql: string;
  }
  /**
   * Lets a method of a {@link Repository} run a statement. The type of its result says what it finds: rows, one row that may be
   * null, a value, values; their values come as declared, whichever database keeps them. A change gives the number of rows as int, or whether there were any as boolean. The method's body
   * is not run; `return this.result` pleases the compiler.
   *
   * `@Query("SELECT * FROM users WHERE name LIKE :pattern") search(pattern: string): User[] { return this.result; }`
   */
  export const Query: CalledWith<OnMethod, QueryOptions, "sql">;

  // Constraints.

  /**
   * Says what the value of a field or a parameter must fulfil. A request that breaks it gets 400 with an
   * entry in `errors`, and a schema made from the class says the same.
   *
   * - `@NotBlank` `@Length(1, 80) title: string;`
   * - `@Min(1)` `@Max(99) quantity: int;`
   * - `@Size(1, 10)` `@Each(Email) recipients: string[];`
   *
   * `find(@PathVariable` `@Uuid id: string,` `@RequestParam` `@Positive page: int = 1) { … }`
   *
   * They hold for values that were sent: what may be left out, or be null, still may.
   */
  export type Constraint = OnField & OnParam;

  /** The options of every constraint. */
  export interface ConstraintOptions {
    /** What a client is told instead of the built-in text. */
    message?: string;
  }

  /** A constraint without arguments, bare or called. */
  type BareConstraint = Constraint & ((options?: ConstraintOptions) => Constraint);

  /** The options of {@link Min} and {@link Max}. */
  export interface BoundOptions extends ConstraintOptions {
    /** The bound. */
    value: number;
    /** Whether the bound itself is refused; false. */
    exclusive?: boolean;
  }
  /** A number of at least that much; more than that with `{ exclusive: true }`. */
  export const Min: CalledWith<Constraint, BoundOptions, "value">;
  /** A number of at most that much; less than that with `{ exclusive: true }`. */
  export const Max: CalledWith<Constraint, BoundOptions, "value">;
  /** A number above 0. */
  export const Positive: BareConstraint;
  /** 0, or a number above it. */
  export const PositiveOrZero: BareConstraint;
  /** A number below 0. */
  export const Negative: BareConstraint;
  /** 0, or a number below it. */
  export const NegativeOrZero: BareConstraint;

  /** The options of {@link MultipleOf}. */
  export interface MultipleOfOptions extends ConstraintOptions {
    /** The step, above 0. */
    value: number;
  }
  /** A multiple of a number: `@MultipleOf(0.05)`. Decimal fractions are exact. */
  export const MultipleOf: CalledWith<Constraint, MultipleOfOptions, "value">;

  /** The options of {@link Digits}. */
  export interface DigitsOptions extends ConstraintOptions {
    /** How many digits there may be before the decimal point. */
    integer: int;
    /** How many there may be behind it; 0. Together they are 15 at most. */
    fraction?: int;
  }
  /** A number of at most so many digits before the decimal point and behind it: `@Digits(6, 2)`. */
  export const Digits: ((integer: int, fraction: int, options?: ConstraintOptions) => Constraint) &
    CalledWith<Constraint, DigitsOptions, "integer">;

  /** The options of {@link Length} and {@link Size}. */
  export interface SizeOptions extends ConstraintOptions {
    /** The least there may be; 0. */
    min?: int;
    /** The most there may be; any number. */
    max?: int;
  }
  /** The called forms of {@link Length} and {@link Size}. */
  interface Sized {
    (options: SizeOptions): Constraint;
    (min: int, max: int, options?: ConstraintOptions): Constraint;
    (min: int, options?: Omit<SizeOptions, "min">): Constraint;
  }
  /** A text of so many characters, as Unicode counts them: `@Length(1, 80)`, `@Length({ max: 80 })`. */
  export const Length: Sized;
  /** A list of so many items, or a record of so many entries: `@Size(1, 10)`, `@Size({ max: 10 })`. */
  export const Size: Sized;
  /** A text, list or record that is not empty. */
  export const NotEmpty: BareConstraint;
  /** A list whose items differ from each other. Items are texts, numbers, dates or enums. */
  export const Unique: BareConstraint;

  /** A text that is more than white space. */
  export const NotBlank: BareConstraint;
  /** An email address: `ada@example.org`, without a name before it. */
  export const Email: BareConstraint;
  /** A UUID, in either case. */
  export const Uuid: BareConstraint;
  /** The name of a host, such as `www.example.org`. */
  export const Hostname: BareConstraint;

  /** The options of {@link Url}. */
  export interface UrlOptions extends ConstraintOptions {
    /** What it may begin with: "https", "ftp"; http and https. */
    schemes?: string | readonly string[];
  }
  /** An absolute URL of http or https, or of the schemes that are named: `@Url("https")`. */
  export const Url: Constraint & {
    (options?: UrlOptions): Constraint;
    (...schemes: string[]): Constraint;
    (scheme: string, options?: ConstraintOptions): Constraint;
    (schemes: readonly string[], options?: ConstraintOptions): Constraint;
  };

  /** The options of {@link Ip}. */
  export interface IpOptions extends ConstraintOptions {
    /** The version; either. */
    version?: 4 | 6;
  }
  /** An IP address, of version 4 or 6 where that is said: `@Ip(4)`. */
  export const Ip: Constraint & Called<Constraint, IpOptions, "version">;

  /** The options of {@link Pattern}. */
  export interface PatternOptions extends ConstraintOptions {
    /** The regular expression, of which RE2 knows the syntax: no lookahead, no backreferences. */
    regexp: RegExp | string;
  }
  /**
   * A text in which a regular expression matches. It may match any part: write ^ and $ for the whole text.
   *
   * `@Pattern(/^[A-Z]{2}\d{4}$/) code: string;`
   */
  export const Pattern: CalledWith<Constraint, PatternOptions, "regexp">;

  /** The options of {@link Prefix}. */
  export interface PrefixOptions extends ConstraintOptions {
    /** What the text begins with. */
    prefix: string;
  }
  /** A text that begins with another. */
  export const Prefix: CalledWith<Constraint, PrefixOptions, "prefix">;

  /** The options of {@link Suffix}. */
  export interface SuffixOptions extends ConstraintOptions {
    /** What the text ends with. */
    suffix: string;
  }
  /** A text that ends with another. */
  export const Suffix: CalledWith<Constraint, SuffixOptions, "suffix">;

  /** The options of {@link OneOf}. */
  export interface OneOfOptions extends ConstraintOptions {
    /** The values there may be. */
    values: readonly (string | number)[];
  }
  /** The called forms of {@link OneOf}. */
  interface CalledWithValues {
    (options: OneOfOptions): Constraint;
    (...values: (string | number)[]): Constraint;
    (...values: [...values: (string | number)[], options: ConstraintOptions]): Constraint;
    (values: readonly (string | number)[], options?: ConstraintOptions): Constraint;
  }
  /** One of some texts or numbers: `@OneOf("red", "green")`. */
  export const OneOf: CalledWithValues;

  /** The options of {@link Each}. */
  export interface EachOptions {
    /** What each item must fulfil. */
    constraints: readonly Validation[];
  }
  /** The called forms of {@link Each}. */
  interface CalledWithConstraints {
    (...constraints: (Constraint | ConstraintText)[]): Constraint;
    (constraints: readonly Validation[]): Constraint;
    (options: EachOptions): Constraint;
  }
  /** Constrains each item of a list, or each value of a record: `@Each(NotBlank, Length(1, 20)) tags: string[];` */
  export const Each: CalledWithConstraints;

  /** A date before now. */
  export const Past: BareConstraint;
  /** A date that is not after now. */
  export const PastOrPresent: BareConstraint;
  /** A date after now. */
  export const Future: BareConstraint;
  /** A date that is not before now. */
  export const FutureOrPresent: BareConstraint;

  /** What is wrong with one field: a text, or one with a code and its parameters, for programs. */
  export type FieldComplaint = string | { message: string; code?: string; params?: Record<string, unknown> };
  /** What a {@link Validate} method says: nothing, a text about the whole, or something by field; `""` is the whole. */
  export type Complaint =
    | string
    | null
    | undefined
    | void
    | { readonly [field: string]: FieldComplaint | null | undefined | false };
  interface OnCheck {
    <F extends () => Complaint>(target: Instance, member: Member, descriptor: TypedPropertyDescriptor<F>): void;
  }
  /**
   * A method of a body's class that looks at the whole once its fields fit. What it says gets 400; it cannot be async.
   *
   * `@Validate check() { return this.end < this.start ? { end: "must not be before the start" } : null; }`
   */
  export const Validate: OnCheck & (() => OnCheck);

  /** A constraint by the name of its decorator, with a small first letter; arguments follow in parentheses. */
  export type ConstraintText = keyof ConstraintsByName | `${keyof ConstraintsByName}(${string})`;
  /** Constraints by name: `{ min: 1, max: 10 }`, `{ length: [1, 80], message: "too long" }`. */
  export interface ConstraintsByName extends ConstraintOptions {
    /** {@link Min} */
    min?: number | BoundOptions;
    /** {@link Max} */
    max?: number | BoundOptions;
    /** {@link Positive} */
    positive?: boolean | ConstraintOptions;
    /** {@link PositiveOrZero} */
    positiveOrZero?: boolean | ConstraintOptions;
    /** {@link Negative} */
    negative?: boolean | ConstraintOptions;
    /** {@link NegativeOrZero} */
    negativeOrZero?: boolean | ConstraintOptions;
    /** {@link MultipleOf} */
    multipleOf?: number | MultipleOfOptions;
    /** {@link Digits} */
    digits?: readonly [integer: int, fraction?: int] | DigitsOptions;
    /** {@link Length} */
    length?: readonly [min: int, max?: int] | SizeOptions;
    /** {@link Size} */
    size?: readonly [min: int, max?: int] | SizeOptions;
    /** {@link NotEmpty} */
    notEmpty?: boolean | ConstraintOptions;
    /** {@link Unique} */
    unique?: boolean | ConstraintOptions;
    /** {@link NotBlank} */
    notBlank?: boolean | ConstraintOptions;
    /** {@link Email} */
    email?: boolean | ConstraintOptions;
    /** {@link Uuid} */
    uuid?: boolean | ConstraintOptions;
    /** {@link Hostname} */
    hostname?: boolean | ConstraintOptions;
    /** {@link Url} */
    url?: boolean | string | readonly string[] | UrlOptions;
    /** {@link Ip} */
    ip?: boolean | 4 | 6 | IpOptions;
    /** {@link Pattern} */
    pattern?: RegExp | string | PatternOptions;
    /** The same as pattern. */
    regex?: RegExp | string | PatternOptions;
    /** {@link Prefix} */
    prefix?: string | PrefixOptions;
    /** {@link Suffix} */
    suffix?: string | SuffixOptions;
    /** {@link OneOf} */
    oneOf?: readonly (string | number)[] | OneOfOptions;
    /** {@link Each} */
    each?: readonly Validation[];
    /** {@link Past} */
    past?: boolean | ConstraintOptions;
    /** {@link PastOrPresent} */
    pastOrPresent?: boolean | ConstraintOptions;
    /** {@link Future} */
    future?: boolean | ConstraintOptions;
    /** {@link FutureOrPresent} */
    futureOrPresent?: boolean | ConstraintOptions;
    /** It must be sent; a text is what a client is told otherwise. */
    required?: boolean | string | ConstraintOptions;
    /** An `int`, which its type has to say too, of at least and at most so much. */
    integer?: boolean | readonly [min: int, max?: int] | SizeOptions;
    /** A `float`, which its type has to say too, of at least and at most so much. */
    float?: boolean | readonly [min: number, max?: number] | SizeOptions;
    /** A `bool`, which its type has to say too. */
    boolean?: boolean;
    /** A `Date`, which its type has to say too. */
    date?: boolean;
  }
  /** A constraint of the application's own, with the arguments that its function takes behind the value. */
  export type OwnConstraint<A extends unknown[]> = ([] extends A ? Constraint : unknown) &
    ((...args: A | [...A, ConstraintOptions]) => Constraint);

  /** The options of {@link Constraint}. */
  export interface OwnConstraintOptions {
    /** Whether the function is asked about null as well, where that may be; false. */
    nulls?: boolean;
  }
  /**
   * Makes a constraint of the application's own.
   *
   *     export const Slug = Constraint("slug", (v: string) => /^[a-z-]+$/.test(v), "must be a slug");
   *     export const Between = Constraint("between", (v: number, from: number, to: number) => v >= from && v <= to,
   *       (v, from, to) => `must be from ${from} to ${to}`);
   *
   * - `@Slug slug: string;`
   * - `@Between(1, 5) stars: int;`
   */
  export function Constraint<V = any, A extends unknown[] = []>(
    /** The code that clients are told: small letters, digits and dashes, and no other constraint's. */
    name: string,
    /**
     * Tells whether a value is right, with true or false. It is asked once the type and the other constraints hold, and cannot be
     * async. Behind the value come the arguments that the decorator is given.
     */
    holds: (value: V, ...args: A) => boolean,
    /** What clients are told when it is not. */
    message?: string | ((value: V, ...args: A) => string),
    options?: OwnConstraintOptions,
  ): OwnConstraint<A>;

  /** What a list of constraints may hold. */
  export type Validation = Constraint | ConstraintText | ConstraintsByName;

  // Requests and responses.

  /**
   * The current request. A handler gets it by declaring a parameter of this type. It cannot be used once
   * the request has been answered.
   */
  export class HttpRequest {
    protected constructor();
    /** The HTTP method, in upper case. */
    getMethod(): RequestMethod;
    /** The path, without the query. */
    getUri(): string;
    /** The query as it was sent; null without one. */
    getQueryString(): string | null;
    /** "https" or "http": what the client used, as a trusted proxy tells it, too. */
    getScheme(): "http" | "https";
    /** Whether the client used https. */
    isSecure(): bool;
    /** Whom the client asked for, perhaps with a port: "shop.example:8443". null when it named nobody. */
    getHost(): string | null;
    /** The whole address the client asked for, with its query; null when the host is not known. */
    getUrl(): string | null;
    /** The first value of that name in the query. */
    getQueryParam(name: string): string | null;
    /** The whole query: a text for each name, a list for one that is repeated or written `name[]`. */
    getQueryParams(): Record<string, string | string[]>;
    /** The first text of that name in a form, whichever way that was sent. */
    getPostParam(name: string): string | null;
    /** The texts of a form, like {@link getQueryParams}. */
    getPostParams(): Record<string, string | string[]>;
    /** The first uploaded file of that name, written with or without `[]`; null without one. */
    getFile(name: string): HttpUploadedFile | null;
    /** All uploaded files: one for each name, a list for a name that is repeated or written `name[]`. */
    getFiles(): Record<string, HttpUploadedFile | HttpUploadedFile[]>;
    /** The first header of that name, in whatever case. */
    getFirstHeader(name: string): string | null;
    /** All headers of that name. */
    getHeader(name: string): string[];
    /** The first cookie of that name, without quotes and with percent escapes decoded. */
    getCookie(name: string): string | null;
    /** All cookies: a text for each name, a list for one that was sent twice. */
    getCookies(): Record<string, string | string[]>;
    /**
     * The body as text, in whatever charset it came; of one that nobody knows, a request gets 415. A multipart body is
     * taken apart while it arrives, and is empty here.
     */
    getRawBody(): string;
    /** The body as it was sent; empty when it was multipart. */
    getRawBytes(): Uint8Array;
    /** The Content-Type header; null without one. */
    getContentType(): string | null;
    /** The client's address, as a trusted proxy tells it, too; null when it is not known. */
    getRemoteAddr(): string | null;
    /** The client's port; null when it is not known. */
    getRemotePort(): int | null;
    /** The address it was sent to; null when it is not known. */
    getServerAddr(): string | null;
    /** Such as "HTTP/1.1". */
    getServerProtocol(): string | null;
    /** When it arrived, as a Unix timestamp in seconds. */
    getRequestTime(): int | null;
  }

  /** The options of {@link ResponseEntity.withFile}. */
  export interface FileOptions {
    /**
     * A folder, in the application's or absolute, that the file's name cannot leave; a name that leads to no
     * file in it is answered with 404. A name that comes from a client needs it.
     */
    root?: string;
    /** What a browser shall save the file as. With it, or with `inline: false`, it is saved rather than shown. */
    name?: string;
    /** Its media type; the default goes by the name's ending, and without one by the content. */
    type?: string;
    /** Whether it is shown rather than saved, whatever its name. */
    inline?: boolean;
    /** The Cache-Control header; none. */
    cacheControl?: string;
  }

  /**
   * A file that was uploaded with a form. It lies in a temporary folder, and is removed when the request has been
   * answered, unless {@link moveTo} has given it another place.
   *
   * `@PostMapping`, and below it:
   *
   *     async upload(@RequestParam image: HttpUploadedFile) {
   *       const stored = await image.moveTo("inbox");
   *       …
   *     }
   */
  export class HttpUploadedFile {
    private constructor();
    /** Where the file is; empty when there is none. */
    getFilePath(): string;
    /** What the client calls it: any text, and nothing to make a path of. */
    getName(): string;
    /** Its size in bytes. */
    getSize(): int;
    /** `HttpUploadedFile.UPLOAD_ERR_OK`, or UPLOAD_ERR_NO_FILE for a file input that was left empty. */
    getError(): int;
    /** The error in words. */
    getErrorText(): string;
    /** What its content looks like, such as "image/png", whatever the client says; null without a file. */
    getMediaType(): string | null;
    /** What the client says that it is; null when it says nothing. */
    getClientMediaType(): string | null;
    /**
     * Moves the file into a folder, which is made if it is not there; one that is not absolute is below the
     * application's. The file never gets outside of it, and never replaces another unless `overwrite` says so.
     * Gives the name it has got.
     */
    moveTo(
      folder: string,
      /** What to call it: of this, what is safe as a file's name; by default 32 random hexadecimal digits. */
      name?: string | null,
      options?: MoveOptions,
    ): Promise<string>;
    moveTo(folder: string, options: MoveOptions): Promise<string>;
    /** Its content, up to 64 MiB. */
    bytes(): Promise<Uint8Array>;
    /** Its content as UTF-8, up to 64 MiB. */
    text(): Promise<string>;

    /** 0: there is a file. */
    static readonly UPLOAD_ERR_OK: int;
    /** 1, which does not occur: a file that is too large gets 413. */
    static readonly UPLOAD_ERR_INI_SIZE: int;
    /** 2, which does not occur. */
    static readonly UPLOAD_ERR_FORM_SIZE: int;
    /** 3, which does not occur: a body that ends early gets 400. */
    static readonly UPLOAD_ERR_PARTIAL: int;
    /** 4: a form's file input was left empty. */
    static readonly UPLOAD_ERR_NO_FILE: int;
    /** 6, which does not occur: without a temporary folder a request gets 500. */
    static readonly UPLOAD_ERR_NO_TMP_DIR: int;
    /** 7, which does not occur: when the disk is full a request gets 507. */
    static readonly UPLOAD_ERR_CANT_WRITE: int;
    /** 8, which does not occur. */
    static readonly UPLOAD_ERR_EXTENSION: int;
  }

  /** The options of {@link HttpUploadedFile.moveTo}. */
  export interface MoveOptions {
    /** Whether it may replace a file of that name; false. */
    overwrite?: boolean;
  }

  /**
   * A response with status, headers and body. Make one with a static method, or declare a parameter of
   * this type and fill it in.
   *
   *     return ResponseEntity.created(`/users/${user.id}`).withJson(user);
   */
  export class ResponseEntity<T = any> {
    /** Only for the compiler. */
    protected readonly $body: T;

    /** 200. A text is sent as text/plain, other values as JSON. */
    static ok(): ResponseEntity<never>;
    static ok<T>(body: T): ResponseEntity<T>;
    /** 201, with a Location header. */
    static created(location: string): ResponseEntity<never>;
    /** 202. */
    static accepted(): ResponseEntity<never>;
    static accepted<T>(body: T): ResponseEntity<T>;
    /** 204. */
    static noContent(): ResponseEntity<never>;
    /** 400. */
    static badRequest(): ResponseEntity<never>;
    static badRequest<T>(body: T): ResponseEntity<T>;
    /** 401. */
    static unauthorized(): ResponseEntity<never>;
    static unauthorized<T>(body: T): ResponseEntity<T>;
    /** 404. */
    static notFound(): ResponseEntity<never>;
    static notFound<T>(body: T): ResponseEntity<T>;
    /** 422. */
    static unprocessableEntity(): ResponseEntity<never>;
    static unprocessableEntity<T>(body: T): ResponseEntity<T>;
    /** Any status: `ResponseEntity.status(HttpStatus.CONFLICT)`. Throws a RangeError for a number that is none. */
    static status(status: HttpStatus | int): ResponseEntity<never>;

    /** Sets the body, and Content-Type application/json. */
    withJson<B>(body: B): ResponseEntity<B>;
    /**
     * Sets the body, and Content-Type application/xml. A text is sent as it is. Of a value a document is made:
     * `{"@id": 1, tags: ["a", "b"]}` is `<response id="1"><tags>a</tags><tags>b</tags></response>`.
     */
    withXml<B>(
      body: B,
      /** The name of the root element; the default is what `@XmlRoot` says, the name of an exported class, or "response". */
      root?: string,
    ): ResponseEntity<B>;
    /**
     * Sets the body to server-sent events: what an async iterable or a generator gives, one by one. An object that has `data`,
     * `event`, `id`, `retry` or `comment`, and nothing else, is an event; anything else is an event's data, a text as it is.
     */
    withEvents<B>(events: AsyncIterable<B> | Iterable<B>): ResponseEntity<B>;
    /**
     * Sends a file, without reading it into memory, and answers conditions and ranges. A relative path lies in the
     * application's folder and cannot leave it; an absolute one leads anywhere, so no part of it may come from a client.
     *
     *     return ResponseEntity.ok().withFile(name, { root: "data/reports", name: "report.pdf" });
     */
    withFile(
      /** A path, or an uploaded file. */
      file: string | HttpUploadedFile,
      options?: FileOptions,
    ): ResponseEntity<any>;
    /** Sets the body, and leaves the Content-Type alone. */
    setBody<B>(body: B): ResponseEntity<B>;
    /** Adds a header. Throws a TypeError for a name or value that could break the response. */
    withHeader(name: string, value: string | number): this;
    /** Sets the status by number, from 100 to 599. */
    withStatusCode(code: int): this;
    /** Sets the status: `withStatus(HttpStatus.CONFLICT)`. */
    withStatus(status: HttpStatus | int): this;
    /** Sets the Content-Type. */
    withContentType(type: string): this;
    /** Sets the Content-Length, in bytes. */
    withContentLength(bytes: int): this;
    /**
     * Adds a Set-Cookie header. The value may be any text: what a cookie cannot hold is percent-encoded, and decoded when it is read.
     */
    withCookie(
      name: string,
      value?: string | number | boolean,
      /** A Unix timestamp in seconds, or a Date; 0 lets it end with the browser's session, one in the past makes the client drop it. */
      expires?: int | Date,
      /** The paths that receive it. */
      path?: string,
      /** The receiving domain; empty is the current one. */
      domain?: string,
      /** Only over HTTPS. */
      secure?: boolean,
      /** Hidden from scripts in the browser. */
      httponly?: boolean,
      samesite?: "Strict" | "Lax" | "None" | "",
    ): this;
    /** The response itself; for those who like to end with it. */
    build(): this;

    /** The status that was set, 200 when none was. */
    getStatus(): HttpStatus;
    /** The body that was set. */
    getBody(): T | undefined;
    /** The headers that were set, cookies left out. */
    getHeaders(): [name: string, value: string][];
  }

  /**
   * A status code with its reason. It compares with numbers by its value: `status >= 400`, `status == 404`. It is an object all the
   * same, one for each code, so `===` and `switch` are for others of its kind: `status === HttpStatus.NOT_FOUND`, or
   * `switch (status.getValue())`.
   */
  export type HttpStatus = HttpStatusCode & number;
  /** The statuses: `HttpStatus.CONFLICT`, `HttpStatus.of(409)`. */
  export const HttpStatus: typeof HttpStatusCode;
  /** What {@link HttpStatus} is, its number left aside. */
  class HttpStatusCode {
    private constructor();
    /** The status of a number: `HttpStatus.of(404)` is `HttpStatus.NOT_FOUND`. */
    static of(code: int): HttpStatus;
    /** The number: 409. */
    getValue(): int;
    /** The words: "Conflict". */
    getReasonPhrase(): string;
    /** The number, by which it compares. */
    valueOf(): int;
    /** "409 Conflict". */
    toString(): string;
    /** The number. */
    toJSON(): int;

    /** 100 Continue */
    static readonly CONTINUE: HttpStatus;
    /** 101 Switching Protocols */
    static readonly SWITCHING_PROTOCOLS: HttpStatus;
    /** 102 Processing */
    static readonly PROCESSING: HttpStatus;
    /** 103 Early Hints */
    static readonly EARLY_HINTS: HttpStatus;
    /** 104 Upload Resumption Supported */
    static readonly UPLOAD_RESUMPTION_SUPPORTED: HttpStatus;
    /** 200 OK */
    static readonly OK: HttpStatus;
    /** 201 Created */
    static readonly CREATED: HttpStatus;
    /** 202 Accepted */
    static readonly ACCEPTED: HttpStatus;
    /** 203 Non-Authoritative Information */
    static readonly NON_AUTHORITATIVE_INFORMATION: HttpStatus;
    /** 204 No Content */
    static readonly NO_CONTENT: HttpStatus;
    /** 205 Reset Content */
    static readonly RESET_CONTENT: HttpStatus;
    /** 206 Partial Content */
    static readonly PARTIAL_CONTENT: HttpStatus;
    /** 207 Multi-Status */
    static readonly MULTI_STATUS: HttpStatus;
    /** 208 Already Reported */
    static readonly ALREADY_REPORTED: HttpStatus;
    /** 226 IM Used */
    static readonly IM_USED: HttpStatus;
    /** 300 Multiple Choices */
    static readonly MULTIPLE_CHOICES: HttpStatus;
    /** 301 Moved Permanently */
    static readonly MOVED_PERMANENTLY: HttpStatus;
    /** 302 Found */
    static readonly FOUND: HttpStatus;
    /** 302, by its older name: {@link FOUND} */
    static readonly MOVED_TEMPORARILY: HttpStatus;
    /** 303 See Other */
    static readonly SEE_OTHER: HttpStatus;
    /** 304 Not Modified */
    static readonly NOT_MODIFIED: HttpStatus;
    /** 305 Use Proxy */
    static readonly USE_PROXY: HttpStatus;
    /** 306 Unused */
    static readonly UNUSED: HttpStatus;
    /** 306, by its older name: {@link UNUSED} */
    static readonly SWITCH_PROXY: HttpStatus;
    /** 307 Temporary Redirect */
    static readonly TEMPORARY_REDIRECT: HttpStatus;
    /** 308 Permanent Redirect */
    static readonly PERMANENT_REDIRECT: HttpStatus;
    /** 400 Bad Request */
    static readonly BAD_REQUEST: HttpStatus;
    /** 401 Unauthorized */
    static readonly UNAUTHORIZED: HttpStatus;
    /** 402 Payment Required */
    static readonly PAYMENT_REQUIRED: HttpStatus;
    /** 403 Forbidden */
    static readonly FORBIDDEN: HttpStatus;
    /** 404 Not Found */
    static readonly NOT_FOUND: HttpStatus;
    /** 405 Method Not Allowed */
    static readonly METHOD_NOT_ALLOWED: HttpStatus;
    /** 406 Not Acceptable */
    static readonly NOT_ACCEPTABLE: HttpStatus;
    /** 407 Proxy Authentication Required */
    static readonly PROXY_AUTHENTICATION_REQUIRED: HttpStatus;
    /** 408 Request Timeout */
    static readonly REQUEST_TIMEOUT: HttpStatus;
    /** 409 Conflict */
    static readonly CONFLICT: HttpStatus;
    /** 410 Gone */
    static readonly GONE: HttpStatus;
    /** 411 Length Required */
    static readonly LENGTH_REQUIRED: HttpStatus;
    /** 412 Precondition Failed */
    static readonly PRECONDITION_FAILED: HttpStatus;
    /** 413 Content Too Large */
    static readonly CONTENT_TOO_LARGE: HttpStatus;
    /** 413, by an older name: {@link CONTENT_TOO_LARGE} */
    static readonly PAYLOAD_TOO_LARGE: HttpStatus;
    /** 413, by its oldest name: {@link CONTENT_TOO_LARGE} */
    static readonly REQUEST_ENTITY_TOO_LARGE: HttpStatus;
    /** 414 URI Too Long */
    static readonly URI_TOO_LONG: HttpStatus;
    /** 414, by its older name: {@link URI_TOO_LONG} */
    static readonly REQUEST_URI_TOO_LONG: HttpStatus;
    /** 415 Unsupported Media Type */
    static readonly UNSUPPORTED_MEDIA_TYPE: HttpStatus;
    /** 416 Range Not Satisfiable */
    static readonly RANGE_NOT_SATISFIABLE: HttpStatus;
    /** 416, by its older name: {@link RANGE_NOT_SATISFIABLE} */
    static readonly REQUESTED_RANGE_NOT_SATISFIABLE: HttpStatus;
    /** 417 Expectation Failed */
    static readonly EXPECTATION_FAILED: HttpStatus;
    /** 418 I'm a teapot */
    static readonly IM_A_TEAPOT: HttpStatus;
    /** 418, spelt out: {@link IM_A_TEAPOT} */
    static readonly I_AM_A_TEAPOT: HttpStatus;
    /** 421 Misdirected Request */
    static readonly MISDIRECTED_REQUEST: HttpStatus;
    /** 421, in short: {@link MISDIRECTED_REQUEST} */
    static readonly MISDIRECTED: HttpStatus;
    /** 422 Unprocessable Content */
    static readonly UNPROCESSABLE_CONTENT: HttpStatus;
    /** 422, by its older name: {@link UNPROCESSABLE_CONTENT} */
    static readonly UNPROCESSABLE_ENTITY: HttpStatus;
    /** 423 Locked */
    static readonly LOCKED: HttpStatus;
    /** 424 Failed Dependency */
    static readonly FAILED_DEPENDENCY: HttpStatus;
    /** 425 Too Early */
    static readonly TOO_EARLY: HttpStatus;
    /** 426 Upgrade Required */
    static readonly UPGRADE_REQUIRED: HttpStatus;
    /** 428 Precondition Required */
    static readonly PRECONDITION_REQUIRED: HttpStatus;
    /** 429 Too Many Requests */
    static readonly TOO_MANY_REQUESTS: HttpStatus;
    /** 431 Request Header Fields Too Large */
    static readonly REQUEST_HEADER_FIELDS_TOO_LARGE: HttpStatus;
    /** 451 Unavailable For Legal Reasons */
    static readonly UNAVAILABLE_FOR_LEGAL_REASONS: HttpStatus;
    /** 500 Internal Server Error */
    static readonly INTERNAL_SERVER_ERROR: HttpStatus;
    /** 501 Not Implemented */
    static readonly NOT_IMPLEMENTED: HttpStatus;
    /** 502 Bad Gateway */
    static readonly BAD_GATEWAY: HttpStatus;
    /** 503 Service Unavailable */
    static readonly SERVICE_UNAVAILABLE: HttpStatus;
    /** 504 Gateway Timeout */
    static readonly GATEWAY_TIMEOUT: HttpStatus;
    /** 505 HTTP Version Not Supported */
    static readonly HTTP_VERSION_NOT_SUPPORTED: HttpStatus;
    /** 506 Variant Also Negotiates */
    static readonly VARIANT_ALSO_NEGOTIATES: HttpStatus;
    /** 507 Insufficient Storage */
    static readonly INSUFFICIENT_STORAGE: HttpStatus;
    /** 508 Loop Detected */
    static readonly LOOP_DETECTED: HttpStatus;
    /** 510 Not Extended */
    static readonly NOT_EXTENDED: HttpStatus;
    /** 511 Network Authentication Required */
    static readonly NETWORK_AUTHENTICATION_REQUIRED: HttpStatus;
  }

  /**
   * Thrown by a handler, answers with a status.
   *
   *     throw new HttpRestException(HttpStatus.CONFLICT, "that email is taken");
   */
  export class HttpRestException extends Error {
    /** Makes an error that is answered with the status. */
    constructor(
      status: HttpStatus | int,
      /** What the client is told when the status is 4xx; the status's reason by default. */
      message?: string,
      /** Headers of the answer, such as `{ "Retry-After": "5" }`. */
      headers?: Record<string, string | number>,
    );
    /** The status code. */
    status: int;
    /** The status it answers with. */
    getStatus(): HttpStatus;
    /** Names and values, in the order they were given. */
    getHeaders(): [name: string, value: string][];
  }

  /** What an {@link ErrorController} is given when values of a request did not bind. */
  export interface RefusedRequest extends HttpRestException {
    /** What did not. */
    errors: RefusedValue[];
  }

  /** A value of a request that was refused. */
  export interface RefusedValue {
    /** Of a parameter, or the path of a value in a body: `"lines[0].quantity"`. */
    name: string;
    /** Where it was looked for. */
    in: "path" | "query" | "form" | "cookie" | "header" | "body";
    /** What is wrong, in a word that stays: `"required"`, `"type"`, `"min"`. */
    code: string;
    /** The same for people. */
    message: string;
    /** What it was held against: `{ min: 1 }`. */
    params: Record<string, any>;
  }

  // What takes part in requests besides their handlers.

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

  // What agents use, over the Model Context Protocol (MCP).
  //
  // An application with a tool, a resource or a prompt answers agents at /mcp; nothing has to be switched on.

  /** The options of {@link McpTool}. */
  export interface McpToolOptions {
    /** What agents choose the tool by. Without it, the first paragraph of the comment; there must be one of the two. */
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
    /** The schema of the result, in place of the one made of its type. Not beside `outputType`. */
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
    /** Whether calling it twice does the same as calling it once. True for PUT and DELETE. Not sent of what only reads. */
    idempotent?: boolean;
    /** Whether it reaches beyond the application, as a search of the web does. Not sent unless it is written. */
    openWorld?: boolean;
    /** The toolsets it belongs to, by which clients choose tools: `/mcp?toolset=orders,billing`. */
    toolset?: string | readonly string[];
    /** How long a call may take before the agent is told that it took too long: seconds, or a text; `framework.mcp.toolTimeout`. */
    timeout?: DurationOption;
    /** How many calls in a time, of all callers of this process together: "10/1m". An agent that is refused is told so. */
    rateLimit?: string;
    /** The largest result: bytes, or a text such as "64KiB"; `framework.mcp.maxResultBytes`. */
    maxResultBytes?: number | string;
  }
  /** A JSON Schema (2020-12) that is written out. Its top level is an object. */
  export interface McpSchema {
    /** It describes an object. */
    type: "object";
    /** The schemas of its members. */
    properties?: Record<string, object | boolean>;
    /** Those that must be there. */
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
   * Offers a conversation to begin with, which people choose in their client: a method of a {@link Service} or
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
     * Shows the tool to this caller with true. Anything else hides it: it is not listed, and a call is answered as if there
     * were none. An error does, too.
     */
    isVisible?(tool: McpToolInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Shows a resource, or a template and what its listMethod lists. */
    isResourceVisible?(resource: McpResourceInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Shows a prompt. */
    isPromptVisible?(prompt: McpPromptInfo, request: HttpRequest): boolean | Promise<boolean>;
    /** Called when the arguments fit. To refuse, throw an {@link McpToolDeniedException}. */
    beforeCall?(tool: McpToolInfo, context: McpToolContext): void | Promise<void>;
    /**
     * Called after every call of a tool that is seen, with wrong arguments as well. The error is what `beforeCall` or the method
     * of a service threw, or null: what an endpoint throws has become its answer.
     */
    afterCall?(tool: McpToolInfo, context: McpToolContext, error: unknown): void | Promise<void>;
  }
  /** A tool, as a {@link McpToolInterceptor} sees it. */
  export interface McpToolInfo {
    /** Its name. */
    readonly name: string;
    /** What clients show to people; empty for none. */
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
    /** Whether it reaches beyond the application; null when nobody says. */
    readonly openWorld: boolean | null;
  }
  /** A resource, as a {@link McpToolInterceptor} sees it. */
  export interface McpResourceInfo {
    /** Its URI, with the placeholders of a template. */
    readonly uri: string;
    /** Its name. */
    readonly name: string;
    /** What clients show to people; empty for none. */
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
    /** What clients show to people; empty for none. */
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
    /** All arguments, as the agent gave them. */
    getArguments(): Record<string, any>;
    /** One argument; without it the default, or null. */
    getArgument(name: string, otherwise?: any): any;
    /** How the call went; null while it is under way. */
    getOutcome(): McpOutcome | null;
    /** Whether it went well; false while it is under way. */
    isOk(): bool;
  }
  /** How a call went. */
  export type McpOutcome =
    /** The agent has the result. */
    | "ok"
    /** It was told what is wrong with what it asked for. */
    | "tool_error"
    /** It was told that it is not permitted. */
    | "denied"
    /** Something failed that is none of its business; the log says what. */
    | "internal";

  /** Bytes, or a text that has them in base64. */
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
   * Tells an agent what is wrong with its arguments, in a way that lets it try again. Over HTTP it is answered with 400.
   *
   *     throw new McpToolArgumentException(`no order ${id}; order_list has all of them`);
   */
  export class McpToolArgumentException extends HttpRestException {
    /** Makes one with a message for the agent, and for the client of an endpoint. */
    constructor(message?: string);
  }
  /** Refuses a call: the agent is told `not permitted`, and nothing else. Over HTTP it is answered with 403. */
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
   * A request that was made inside of the process, to call an endpoint for an agent. It has the headers and cookies of the
   * agent's own.
   *
   *     if (request instanceof InternalHttpRequest) this.log.info("an agent asks");
   */
  export class InternalHttpRequest extends HttpRequest {
    private constructor();
  }

  // Requests to other services.

  /**
   * Sends requests to a service of `http.clients` in application.yml, with its base URL, headers, authentication
   * and limits. Inject it by its name: `@Qualifier("<name>-client")`; without one it is the client for any host,
   * which takes whole URLs. What is not answered with 2xx is an {@link HttpClientError}; no answer is a TypeError
   * as of fetch, or a TimeoutError.
   *
   * - `@Autowired` `@Qualifier("billing-client") billing: HttpClient;`
   * - `const invoice = await this.billing.get("/invoices/" + encodeURIComponent(id)).json();`
   */
  export class HttpClient {
    private constructor();
    /** Sends a GET request. A path stands below the base URL and cannot leave it. */
    get(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a HEAD request, which is answered without a body. */
    head(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a POST request. */
    post(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a PUT request. */
    put(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a PATCH request. */
    patch(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a DELETE request. */
    delete(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a request with any method. */
    request(method: string, path: string | URL, options?: HttpClientOptions): HttpClientResponse;
  }

  /** What one request of a {@link HttpClient} says. It has one of `json`, `form` and `body`, or none. */
  export interface HttpClientOptions {
    /** Added to the path: by name, where a list is several values and null is none; or as it stands in a URL. */
    query?: HttpClientQuery | URLSearchParams | string;
    /** Headers, which win over those of the configuration. */
    headers?: HeadersInit;
    /** A body that is written as JSON. */
    json?: any;
    /** A body as forms have it. */
    form?: HttpClientQuery | URLSearchParams;
    /** A body as it is. */
    body?: BodyInit | null;
    /** How long the request may take, its response's body included: "5s", or a number of milliseconds. */
    timeout?: string | number;
    /** How often to try again what failed, if twice is the same as once; false for not at all. */
    retry?: false | int | HttpClientRetry;
    /** Gives up when it is aborted. */
    signal?: AbortSignal | null;
    /** What to do with a redirect; "follow". */
    redirect?: RequestRedirect;
    /** Whether a status that is not 2xx is an error; true. */
    throwHttpErrors?: boolean;
  }
  /** Values by name. A Date is written in ISO 8601; null and undefined are left out. */
  export type HttpClientQuery = Record<string, unknown>;
  /** How often to try again. */
  export interface HttpClientRetry {
    /** Tries after the first. */
    max: int;
  }

  /** The promise of a response, which reads the body as well: `await client.get("/x").json()`. */
  export interface HttpClientResponse extends Promise<Response> {
    /** The body, parsed as JSON. */
    json<T = any>(): Promise<T>;
    /** The body as text. */
    text(): Promise<string>;
    /** The body's bytes. */
    bytes(): Promise<Uint8Array<ArrayBuffer>>;
    /** The body's bytes. */
    arrayBuffer(): Promise<ArrayBuffer>;
  }

  /**
   * A request of a {@link HttpClient} that was not answered with 2xx.
   *
   *     if (error instanceof HttpClientError && error.status === 404) return null;
   */
  export class HttpClientError extends Error {
    /** Scripts rarely make one. */
    constructor(message: string, response: Response, body?: string);
    /** The status of the response. */
    status: int;
    /** The beginning of its body: up to 2000 characters. */
    body: string;
    /** The response, whose body can still be read. */
    response: Response;
  }

  // Databases.

  /** What a database takes as a value. A Date is stored in UTC, bytes as they are; undefined counts as null. */
  export type SqlValue =
    | string
    | number
    | bigint
    | boolean
    | null
    | undefined
    | Date
    | ArrayBuffer
    | ArrayBufferView;

  /** Values by name, for the `:names` of a statement: any object that has properties of these names. */
  export interface SqlNames {
    /** A value by its name. */
    [name: string]: any;
    /** A list is no such object. */
    [Symbol.iterator]?: never;
  }

  /** A value, or what stands in `IN (?)` or `IN (:names)`: a list of them. An empty one matches no row, with NOT IN each. */
  export type SqlParam = SqlValue | readonly SqlValue[];

  /** A list for the `?` of a statement, an object for its `:names`, or the value of its only parameter. */
  export type SqlParams = SqlValue | readonly SqlParam[] | SqlNames;

  /**
   * A row: a property for each column. Beyond ±2^53 numbers are bigint; decimals that need more than 15 digits are texts, so
   * that no digit is lost; instants are Date, dates without a time texts, bytes Uint8Array, columns of JSON what the JSON says.
   */
  export type SqlRow = Record<string, any>;

  /**
   * Makes an object of each row. A column sets the field that {@link Column} gives its name, else the property of its own; a
   * column `created_at` sets the property createdAt if there is one.
   */
  export type SqlRowClass<T> = new () => T;

  /**
   * Runs SQL on a datasource of application.yml. Inject it by its type, or, with several datasources, by
   * name: `@Qualifier("<name>-template")`. Its methods wait for the database, so they need no await. What
   * the database refuses is a {@link SqlError}.
   */
  export class SqlTemplate {
    private constructor();

    /**
     * All rows.
     *
     *     sql.query("SELECT * FROM users WHERE age > ? AND name LIKE ?", [18, "A%"])
     *     sql.query("SELECT * FROM users WHERE email = :email", { email }, User)
     *     sql.query("SELECT * FROM users WHERE id IN (:ids)", { ids: [1, 2, 3] })
     *
     * With an exported class the values are what its fields are declared as, on every database. A text that is written
     * here is held against the database at start; one that begins with an `unproved` comment is not.
     */
    query<T = SqlRow>(sql: string, params?: SqlParams): T[];
    query<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T[];

    /** The only row, or null when there is none. Throws when there are several. */
    queryForObject<T = SqlRow>(sql: string, params?: SqlParams): T | null;
    queryForObject<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T | null;

    /** The first column of the only row, or null without one: `sql.queryForValue("SELECT count(*) FROM users")`. */
    queryForValue<T = any>(sql: string, params?: SqlParams): T;

    /** All rows, each as it is: {@link SqlTemplate.query} without a class. */
    queryForList<T = SqlRow>(sql: string, params?: SqlParams): T[];

    /** All rows as objects of a class: {@link SqlTemplate.query} with one. */
    queryForObjects<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T[];

    /** The only row. Throws when there is none, or several. */
    queryForMap<T = SqlRow>(sql: string, params?: SqlParams): T;

    /** The first column of the only row. Throws when there is no row, or several: `sql.queryForScalar("SELECT max(id) FROM users")`. */
    queryForScalar<T = any>(sql: string, params?: SqlParams): T;

    /**
     * The rows of a SELECT while they are read, for results of any size. A handler may return it: the response is a JSON array.
     * While it is open it holds a connection; it ends with the loop, and with the request.
     *
     *     for await (const user of sql.stream("SELECT * FROM users")) …
     *     return sql.stream("SELECT * FROM users ORDER BY id");
     */
    stream<T = SqlRow>(sql: string, params?: SqlParams): SqlStream<T>;
    stream<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): SqlStream<T>;

    /** The same template for reads that must see what was just written: they do not go to a replica. */
    get primary(): SqlTemplate;

    /** Runs an INSERT, UPDATE or DELETE. */
    update(sql: string, params?: SqlParams): SqlUpdate;

    /** Runs a statement once for each entry, all or none, and gives the number of affected rows of each. */
    batchUpdate(sql: string, batch: readonly SqlParams[]): SqlBatch;

    /** Runs a script of several statements, without parameters. */
    execute(script: string): void;

    /**
     * Runs a function in a transaction, which is committed when it returns and rolled back when it throws.
     * An async function's ends with its promise. Inside of another transaction it joins that one, which then is rolled
     * back as a whole when the function throws; beside another one
     * that the same request has open, it throws: await the first. Where another request's transaction in the same worker
     * has the only connection, an async function waits for its turn; any other throws, and is answered with a 503.
     *
     *     sql.transaction(() => {
     *       sql.update("UPDATE accounts SET balance = balance - :sum WHERE id = :from", order);
     *       sql.update("UPDATE accounts SET balance = balance + :sum WHERE id = :to", order);
     *     });
     */
    transaction<T>(work: (sql: SqlTemplate) => T, options?: SqlTransactionOptions): T;
  }

  /** The methods of {@link Logger} that write a line; `logging.level` knows `off`, too. */
  export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

  /**
   * Writes lines into the log, under a name. A bean asks for one and is given its own, which is called after its class
   * and the folders that lead to it: `users.UserService`. From which level on a name is logged stands in `logging.level`.
   *
   * - `@Autowired log: Logger;`
   * - `this.log.info("an order was placed", { id: order.id, items: order.items.length });`
   *
   * Every line says when, how bad and who, and, while a request is served, which request and which trace. Fields whose
   * names say that they are secrets, such as `password` or `apiKey`, are written as asterisks, however deep they lie.
   */
  export class Logger {
    private constructor();

    /** A logger of that name, for functions and modules: `const log = Logger.of("users.import")`. */
    static of(name: string): Logger;

    /** Its name. */
    readonly name: string;

    /** Writes a line that is for finding out what happens step by step. */
    trace(message: LogMessage, fields?: LogFields): void;
    /** Writes a line that is for developers. */
    debug(message: LogMessage, fields?: LogFields): void;
    /** Writes a line that is of interest in the normal course of things. */
    info(message: LogMessage, fields?: LogFields): void;
    /** Writes a line that somebody should look at. */
    warn(message: LogMessage, fields?: LogFields): void;
    /** Writes a line of something that failed: `log.error("not delivered", error)`. */
    error(message: LogMessage, fields?: LogFields): void;

    /** A logger of the same name whose lines all have these fields. */
    with(fields: object): Logger;

    /** Whether lines of a level are written. */
    isEnabled(level: LogLevel): boolean;
  }
  /** What a line says: a text, an Error, or a function that makes it and is called only when the line is written. */
  export type LogMessage = unknown;
  /**
   * The fields of a line: an object, whose objects and lists are kept as they are, an Error, which is written with its
   * stack and its causes, or a function that makes one of them and is called only when the line is written.
   */
  export type LogFields = object | (() => object);

  /** Rows while they are read: what {@link SqlTemplate.stream} gives. It can be read once. */
  export class SqlStream<T = SqlRow> {
    private constructor();
    /** The next row. Await it before you ask for another. */
    next(): Promise<IteratorResult<T, undefined>>;
    /** Ends the reading. A loop that is left early does it. */
    return(): Promise<IteratorResult<T, undefined>>;
    /** Itself, for `for await`. */
    [Symbol.asyncIterator](): this;
  }

  /** What {@link SqlTemplate.batchUpdate} did: the affected rows of each entry. */
  export interface SqlBatch extends Array<int> {
    /** The key the database made in each entry, or the first value of its RETURNING clause; null without one. */
    generatedKeys: any[];
  }

  /**
   * A datasource of application.yml. Inject it by its type, or, with several datasources, by name:
   * `@Qualifier("<name>")`. A bean of yours that has this name takes its place.
   */
  export class DataSource {
    private constructor();
    /** Its name in application.yml. */
    readonly name: string;
    /** The kind of database; MariaDB is mysql. */
    readonly dialect: "sqlite" | "postgres" | "mysql";
    /** Asks the database whether it is there, and throws a {@link SqlError} if it is not. */
    ping(): void;
    /** The connections of its pool. */
    stats(): DataSourceStats;
  }

  /** The connections of a {@link DataSource}: those that are open are in use or idle. */
  export interface DataSourceStats {
    /** Open connections. */
    open: int;
    /** Of them, those that run a statement or are a transaction's. */
    inUse: int;
    /** Of them, those that wait for work. */
    idle: int;
    /** How many may be open. */
    max: int;
  }

  /** What {@link SqlTemplate.update} did. */
  export interface SqlUpdate {
    /** Rows inserted, changed or deleted. */
    affectedRows: int;
    /** The key the database made for an inserted row, or the first value of a RETURNING clause; null without one. */
    generatedKey: any;
  }

  /** The options of {@link SqlTemplate.transaction}. */
  export interface SqlTransactionOptions {
    /** Whether the database may refuse to change anything; false. */
    readOnly?: boolean;
    /** The isolation level; the database's own by default. */
    isolation?: SqlIsolation;
    /** How it relates to the transaction around it; "REQUIRED". */
    propagation?: Propagation;
    /** The time that the whole may take; that of the request by default. */
    timeout?: DurationOption;
    /** Errors that do not roll back, unless they are among those of `rollbackFor` by a closer class. */
    noRollbackFor?: ErrorsOption;
    /** Errors that roll back although they are among those that do not. */
    rollbackFor?: ErrorsOption;
  }
  /** How far transactions see each other's changes, from little protection to all there is. */
  export type SqlIsolation = "read uncommitted" | "read committed" | "repeatable read" | "serializable";

  /** Fields of a row with their values. What is undefined, or not there, is left to the database. */
  export type RowValues<T> = { [K in keyof T]?: T[K] | null };

  /** Fields with the value that a row must have: one, null, or one of a list. */
  export type RowCriteria<T> = { [K in keyof T]?: T[K] | null | readonly (T[K] | null)[] };

  /** A field and a direction: `"name"`, `"name desc"`, `"name,desc"`, or `{ name: "desc" }`. */
  export type RowSort<T> = string | { [K in keyof T]?: "asc" | "desc" };

  /** Which rows, in which order. */
  export interface RowSearch<T> {
    /** The page, counting from 0. */
    page?: int;
    /** How many rows a page has; 20 when pages are asked for, else all of them. */
    size?: int;
    /** By which fields; at last by the id. What is no column throws, so the text may come from a request. */
    sort?: RowSort<T> | readonly RowSort<T>[];
    /** What the rows must have. */
    where?: RowCriteria<T>;
  }

  /** One page of rows. */
  export interface RowPage<T> {
    /** The rows. */
    items: T[];
    /** How many rows there are on all pages. */
    total: int;
    /** The page, counting from 0. */
    page: int;
    /** How many rows a page has. */
    size: int;
    /** How many pages there are. */
    pages: int;
  }

  /**
   * Finds and keeps the rows of a class with {@link Table}. A class that extends it is a bean, and needs no decorator.
   * Its methods wait for the database, so they need no await; they are part of the transaction around them.
   *
   *     export class UserRepository extends Repository<User> {}
   *
   * In JavaScript it is `class UserRepository extends Repository {}`, with `@extends {Repository<User>}` in the comment above it.
   */
  export abstract class Repository<T extends object = any, ID = int> {
    /** The template of the rows' datasource, for what needs SQL. */
    readonly sql: SqlTemplate;
    /** What the body of a method with {@link Query} returns, to please the compiler. The body is not run. */
    protected readonly result: any;

    /** The row of an id, or null. */
    findById(id: ID): T | null;
    /** All rows, or those of one page: `findAll({ page: 0, size: 20, sort: "name desc" })`. */
    findAll(search?: RowSearch<T>): T[];
    /** One page of rows, and how many there are. */
    findPage(search?: RowSearch<T>): RowPage<T>;
    /** The rows that have certain values: `findBy({ email })`, `findBy({ status: ["open", "late"], closedAt: null })`. */
    findBy(criteria: RowCriteria<T>, search?: RowSearch<T>): T[];
    /** The only row that has certain values, or null. Throws when there are several. */
    findOneBy(criteria: RowCriteria<T>): T | null;
    /** How many rows there are, or how many of them have certain values. */
    count(criteria?: RowCriteria<T>): int;
    /** Whether there is a row of an id, or one that has certain values. */
    exists(idOrCriteria: ID | RowCriteria<T>): boolean;

    /**
     * Inserts a row whose id is to be made and is null, and updates any other; one whose id the application makes is inserted
     * when there is none. Gives the row with its id: the same object, or a new one for an object that is none of the class. Throws
     * {@link StaleRow} when there is nothing to update.
     */
    save(row: RowValues<T>): T;
    /** Saves all rows, or none of them if one fails. */
    saveAll(rows: readonly RowValues<T>[]): T[];
    /** Inserts a row, and gives it with its id. */
    insert(row: RowValues<T>): T;
    /** Updates the row that has its id, and tells whether there was one. */
    update(row: RowValues<T>): boolean;
    /** Deletes a row, given itself or by its id, and tells whether there was one. */
    delete(rowOrId: ID | RowValues<T>): boolean;
    /** Deletes rows, given themselves or by their ids, and tells how many there were. */
    deleteAll(rowsOrIds: readonly (ID | RowValues<T>)[]): int;
  }

  /**
   * What a database refused. Each kind has a class of its own:
   *
   *     if (error instanceof UniqueViolation) throw new HttpRestException(409, "the e-mail is taken");
   *
   * One that nobody catches is answered with 500, but for the constraints of tables: 409 for {@link UniqueViolation} and
   * {@link ForeignKeyViolation}, 422 for {@link CheckViolation} and {@link NotNullViolation}, with the constraint's name.
   */
  export class SqlError extends Error {
    /** Scripts rarely make one, but for tests. */
    constructor(message?: string, kind?: SqlErrorKind, code?: string, constraint?: string);
    /** What went wrong, the same for every database. */
    kind: SqlErrorKind;
    /** The database's own code: an SQLSTATE, MySQL's number, SQLite's extended result code. */
    code: string;
    /** The name of the constraint that was violated, for SQLite "users.email"; empty when the database does not tell. */
    constraint: string;
  }
  /** A row with this value exists already. */
  export class UniqueViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** The row refers to one that is not there, or is referred to. */
  export class ForeignKeyViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** A required value is missing. */
  export class NotNullViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** A CHECK constraint or a trigger does not allow the value. */
  export class CheckViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** A value does not fit its column: too long, out of range, no number. */
  export class InvalidValue extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** The database does not understand the statement, or a table or column is not there. */
  export class SqlSyntaxError extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** The values given do not fit the statement's parameters. */
  export class SqlParameterError extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** A result passes max-rows or max-bytes of its datasource; stream it, or narrow it with LIMIT. */
  export class ResultTooLarge extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** The datasource's user may not do this, or the transaction is read-only. */
  export class SqlPermissionDenied extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** Another transaction was in the way: a deadlock, a lock, a serialization failure. To try again helps. */
  export class DatabaseBusy extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** The statement took longer than query-timeout, or than the request may; answered with 503 if it is not caught. */
  export class QueryTimeout extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** The request ended while the statement ran. */
  export class QueryCanceled extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** The database is not reachable, or no connection was free; answered with 503 if it is not caught. */
  export class DatabaseUnavailable extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** A row that a {@link Repository} was to update has been changed or deleted meanwhile. */
  export class StaleRow extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }
  /** What may be wrong, in words that are the same for every database. */
  export type SqlErrorKind =
    | "other"
    | "unique violation"
    | "foreign key violation"
    | "not null violation"
    | "check violation"
    | "invalid value"
    | "syntax"
    | "bad parameters"
    | "result too large"
    | "permission denied"
    | "busy"
    | "timeout"
    | "canceled"
    | "unavailable"
    | "stale row";
}
