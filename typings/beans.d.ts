/** Beans: the classes and methods that create them, injection, and the lifecycle methods. */
declare module "fwrun" {
  export {};

  type AnyClass = import("./decorators").AnyClass;
  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnField = import("./decorators").OnField;
  type OnParam = import("./decorators").OnParam;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of a stereotype. */
  export interface NameOptions {
    /** The name of the bean. Default: the name of the class with a lower-case first letter: "userService" for UserService. */
    name?: string;
  }

  /**
   * A class whose mapped methods handle requests. It must be exported.
   *
   * `@RestController` `@RequestMapping("/users") export class UserController {` `@GetMapping("/{id}") find(@PathVariable id) { … } }`
   */
  export const RestController: OnClass & Called<OnClass, NameOptions, "name">;

  /**
   * A class that has one instance per worker, which is injected by its type.
   *
   * `@Service export class UserService { … }`
   */
  export const Service: OnClass & Called<OnClass, NameOptions, "name">;

  /** The same as {@link Service}, for classes without business logic. */
  export const Component: OnClass & Called<OnClass, NameOptions, "name">;

  /**
   * A class whose {@link Bean} methods create beans.
   *
   * `@Bean weather(@Value("${weather.url}") url: string): WeatherClient { return new WeatherClient(url); }`
   */
  export const Configuration: OnClass & Called<OnClass, NameOptions, "name">;

  /** The options of {@link Bean}. */
  export interface BeanOptions {
    /** The name of the bean. Default: the name of the method. */
    name?: string;
    /** The type as which it is injected. Default: the type that the method returns. */
    type?: TypeOption;
    /** A method of the object that is called after everything is injected. */
    initMethod?: string;
    /** A method of the object that is called when the worker ends. */
    destroyMethod?: string;
  }

  /** A method of a {@link Configuration} whose result is a bean. Its parameters are injected. */
  export const Bean: OnMethod & Called<OnMethod, BeanOptions, "name">;

  /** The options of {@link Autowired}. */
  export interface AutowiredOptions {
    /** The class to inject. Default: the declared type. */
    type?: TypeOption;
    /** Whether the application fails to start without the bean. Default: true. */
    required?: boolean;
  }

  /**
   * Injects a bean into a field, by its type: its class, a base class or an interface. A constructor's parameters are
   * injected without it. A list gets all beans that match, in the order of their declaration.
   *
   * - `@Autowired users: UserService;`
   * - `@Autowired payments: Payment[];`
   */
  export const Autowired: OnField & OnParam & Called<OnField & OnParam, AutowiredOptions, "type">;

  /**
   * Marks the bean that is injected if several match. Used on a class with a stereotype, or on a {@link Bean} method.
   *
   * `@Primary` `@Service export class CardPayment implements Payment { … }`
   */
  export const Primary: OnClass & OnMethod & (() => OnClass & OnMethod);

  /** The options of {@link Qualifier}. */
  export interface QualifierOptions {
    /** The name of the bean. */
    name: string;
  }

  /** Injects the bean with this name, if the type does not determine one: `@Qualifier("archive-template") archive;` */
  export const Qualifier: CalledWith<OnField & OnParam, QualifierOptions, "name">;

  /**
   * On a class or a {@link Bean} method: creates the bean when it is first needed, unless a bean that is created at the start
   * needs it. On a field: looks up the bean when the field is read, so that two beans can refer to each other.
   *
   * `@Lazy` `@Autowired reports: ReportService;`
   */
  export const Lazy: OnClass & OnMethod & OnField & (() => OnClass & OnMethod & OnField);

  /** A method that is called when all beans of a worker have been created. It may be async. */
  export const OnWorkerStart: OnMethod & (() => OnMethod);

  /** A method that is called once, on one worker, when the application serves, and after each reload. It may be async. */
  export const OnApplicationReady: OnMethod & (() => OnMethod);

  /** A method that is called when a worker ends, before the {@link PreDestroy} methods of its beans. */
  export const OnWorkerStop: OnMethod & (() => OnMethod);

  /** A method that is called after everything is injected, before the first request. It may be async. */
  export const PostConstruct: OnMethod & (() => OnMethod);

  /** A method that is called when the worker ends: at shutdown, or when the pool shrinks. */
  export const PreDestroy: OnMethod & (() => OnMethod);

  /** Looks up the beans of the application: `applicationContext`. */
  export class ApplicationContext {
    private constructor();
    /** Returns the bean with a name. Throws if there is none. */
    getBean(name: string): any;
    /** Returns the only or the primary bean of a class, or of a class that extends it. */
    getBean<T>(type: abstract new (...args: any[]) => T): T;
    /** Returns all beans of a class, in the order in which they are created. */
    getBeans<T>(type: abstract new (...args: any[]) => T): T[];
    /** Whether there is a bean with a name, or of a class. */
    hasBean(what: string | AnyClass): boolean;
    /** Returns the names of all beans, in the order in which they are created. */
    getBeanNames(): string[];
  }
}
