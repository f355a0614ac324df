/** Configuration: binding to classes, conditions of beans, and access by key. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnField = import("./decorators").OnField;
  type OnParam = import("./decorators").OnParam;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of {@link ConfigurationProperties}. */
  export interface ConfigurationPropertiesOptions {
    /** The key of the section that is bound to the class. */
    prefix: string;
    /** A schema of zod, valibot, arktype or another library. It gets the section, and the fields of what it makes are set in the bean. */
    schema?: StandardSchema;
    /** The name of the bean. Default: the name of the class with a lower-case first letter. */
    name?: string;
  }

  /**
   * Binds the public fields of a class to a section of the configuration, by name and type. The class is a bean; it needs no
   * other decorator. A field without a setting keeps its default value; a field without a default value that cannot be null
   * is required. Constraints and {@link Validate} apply. On a {@link Bean} method, it binds the fields of the result.
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

  /** A duration in milliseconds. Settings and requests write it as `5s`, `250ms`, `2h`; a setting without a unit is in seconds. */
  export type Duration = number;

  /** A number of bytes. Settings and requests write it as `10MiB`, `500kB`, `4096`. */
  export type DataSize = number;

  /**
   * Gives access to the configuration by key. Inject it by its type. Scripts of property sources get one, too.
   *
   * `@Autowired environment: Environment;`
   */
  export class Environment {
    private constructor();

    /** Returns a setting with its type in application.yml, where a list is an array and a section an object; otherwise the default value. */
    get(key: string): any;
    get<T>(key: string, otherwise: T): any;
    /** Returns a setting. Throws if it is not set. */
    getRequired(key: string): any;
    /** Whether a setting has a value other than null. */
    has(key: string): boolean;
    /** Returns all settings below a key, by their full keys: `{ "media.hosts[0]": "a" }`. */
    getAll(prefix: string): Record<string, string | number | boolean | null>;
    /** Returns the active profiles. */
    getProfiles(): string[];
    /** Whether one of the profiles is active, or, with `!` in front of its name, not active. */
    acceptsProfiles(...profiles: string[]): boolean;
    /** Replaces the placeholders in a text: `"http://${server.address}/"`. */
    resolve(text: string): any;
  }

  /** The argument of a property source that is a script. */
  export interface PropertySourceContext {
    /** The settings known so far: those of the files, of earlier sources, of the environment and of the flags. */
    environment: Environment;
    /** The environment variables, by name. */
    env: Record<string, string>;
  }

  /** The options of {@link Profile}. */
  export interface ProfileOptions {
    /** The profiles. One of them must be active. */
    profiles: string | readonly string[];
  }

  /**
   * Creates the bean only if one of the profiles is active. Used on a class with a stereotype, or on a {@link Bean} method.
   * "!prod" means that the profile prod is not active.
   *
   * `@Profile("dev", "test")` `@Service export class FakeMail implements Mail { … }`
   */
  export const Profile: ((...profiles: string[]) => OnClass & OnMethod) &
    CalledWith<OnClass & OnMethod, ProfileOptions, "profiles">;

  /** The options of {@link ConditionalOnProperty}. */
  export interface ConditionalOnPropertyOptions {
    /** The key of the property: "mail.host". */
    key: string;
    /** The value that the property must have. Default: any value except false. */
    havingValue?: unknown;
    /** Whether the bean is created if the property is not set. Default: false. */
    matchIfMissing?: boolean;
  }

  /**
   * Creates the bean only if a property is set and not false, or if it has the given value. Used on a class with a
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
    /** A text with placeholders: "${users.pageSize}", "${users.pageSize:20}" with a default, "$env.HOME". */
    key: string;
    /** The type to convert the value to. Default: the declared type, or the type of the default value. */
    type?: TypeOption;
  }

  /**
   * Sets a field or a constructor parameter from the configuration. If the key is not set, the default value is used; if
   * there is no default value either, the application does not start.
   *
   * `@Value("${users.pageSize}") pageSize = 20;`
   */
  export const Value: CalledWith<OnField & OnParam, ValueOptions, "key">;
}
