/** The configuration: binding, conditions, and access by key. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnField = import("./decorators").OnField;
  type OnParam = import("./decorators").OnParam;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

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

  /** The argument of a property source that is a script. */
  export interface PropertySourceContext {
    /** The settings so far: the files, the sources before it, the environment and the flags. */
    environment: Environment;
    /** The environment's variables by name. */
    env: Record<string, string>;
  }

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
    /** The value that the property must have; anything except false by default. */
    havingValue?: unknown;
    /** Whether the bean is made if the property is not configured; false by default. */
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
}
