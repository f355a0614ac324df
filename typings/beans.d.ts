/** Beans: the classes and methods that make them, injection, and the lifecycle methods. */
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
   * A class that has one instance per worker, which is injected by its type.
   *
   * `@Service export class UserService { … }`
   */
  export const Service: OnClass & Called<OnClass, NameOptions, "name">;

  /** The same as {@link Service}, for classes without business logic. */
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
    /** A method of the object that is called when the worker ends. */
    destroyMethod?: string;
  }

  /** A method of a {@link Configuration} whose result is a bean. Its parameters are injected. */
  export const Bean: OnMethod & Called<OnMethod, BeanOptions, "name">;

  /** The options of {@link Autowired}. */
  export interface AutowiredOptions {
    /** The class to inject; the default is the type that is written. */
    type?: TypeOption;
    /** Whether the application fails to start without the bean; true by default. */
    required?: boolean;
  }

  /**
   * Injects a bean into a field, by its type: its class, a base class or an interface. A constructor's parameters are
   * injected without it. A list gets all beans that fit, in the order of their declaration.
   *
   * - `@Autowired users: UserService;`
   * - `@Autowired payments: Payment[];`
   */
  export const Autowired: OnField & OnParam & Called<OnField & OnParam, AutowiredOptions, "type">;

  /**
   * The bean that is injected if several fit: on a class with a stereotype, or on a {@link Bean} method.
   *
   * `@Primary` `@Service export class CardPayment implements Payment { … }`
   */
  export const Primary: OnClass & OnMethod & (() => OnClass & OnMethod);

  /** The options of {@link Qualifier}. */
  export interface QualifierOptions {
    /** The bean's name. */
    name: string;
  }

  /** Injects the bean of that name, if the type is not enough: `@Qualifier("archive-template") archive;` */
  export const Qualifier: CalledWith<OnField & OnParam, QualifierOptions, "name">;

  /**
   * On a class or a {@link Bean} method: makes the bean when it is first needed, unless a bean that is made at the start
   * needs it. On a field: looks up the bean when the field is read, so that two beans can refer to each other.
   *
   * `@Lazy` `@Autowired reports: ReportService;`
   */
  export const Lazy: OnClass & OnMethod & OnField & (() => OnClass & OnMethod & OnField);

  /** A method that is called when all beans of a worker have been made. It may be async. */
  export const OnWorkerStart: OnMethod & (() => OnMethod);

  /** A method that is called once, on one worker, when the application serves, and after each reload. It may be async. */
  export const OnApplicationReady: OnMethod & (() => OnMethod);

  /** A method that is called when a worker ends, before the {@link PreDestroy} methods of its beans. */
  export const OnWorkerStop: OnMethod & (() => OnMethod);

  /** A method that is called once everything is injected, before the first request. It may be async. */
  export const PostConstruct: OnMethod & (() => OnMethod);

  /** A method that is called when the worker ends: at shutdown, or when the pool shrinks. */
  export const PreDestroy: OnMethod & (() => OnMethod);

  /** Looks up the beans of the application: `applicationContext`. */
  export class ApplicationContext {
    private constructor();
    /** The bean of that name. Throws if there is none. */
    getBean(name: string): any;
    /** The only or the primary bean of that class or of a class that extends it. */
    getBean<T>(type: abstract new (...args: any[]) => T): T;
    /** All beans of a class, in the order in which they are made. */
    getBeans<T>(type: abstract new (...args: any[]) => T): T[];
    /** Whether there is a bean of that name, or of that class. */
    hasBean(what: string | AnyClass): boolean;
    /** The names of all beans, in the order in which they are made. */
    getBeanNames(): string[];
  }
}
