/** Constraints: validation of requests and settings. */
declare module "fwrun" {
  export {};

  type Instance = import("./decorators").Instance;
  type Member = import("./decorators").Member;
  type OnField = import("./decorators").OnField;
  type OnParam = import("./decorators").OnParam;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /**
   * A decorator that restricts the value of a field or a parameter. A request that violates it is answered with 400 and
   * an entry in `errors`. JSON Schemas of the class contain the restriction, too.
   *
   * - `@NotBlank` `@Length(1, 80) title: string;`
   * - `@Min(1)` `@Max(99) quantity: int;`
   * - `@Size(1, 10)` `@Each(Email) recipients: string[];`
   *
   * `find(@PathVariable` `@Uuid id: string,` `@RequestParam` `@Positive page: int = 1) { … }`
   *
   * Constraints apply to values that were sent. A value that is optional or may be null stays so.
   */
  export type Constraint = OnField & OnParam;

  /** A schema of zod, valibot, arktype or any other library with the interface Standard Schema: https://standardschema.dev. */
  export interface StandardSchema<Input = unknown, Output = Input> {
    /** What every library has under this name. */
    readonly "~standard": {
      /** The version of the interface. */
      readonly version: 1;
      /** The name of the library. */
      readonly vendor: string;
      /** Returns the value that it makes, or why it refuses the one that it gets. It may be async. */
      readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
      /** Types only. */
      readonly types?: { readonly input: Input; readonly output: Output } | undefined;
      /** Describes it for documents, with the option `target: "draft-2020-12"`. */
      readonly jsonSchema?: {
        /** What it takes. */
        readonly input: (options: never) => Record<string, unknown>;
        /** What it makes of that. */
        readonly output: (options: never) => Record<string, unknown>;
      };
    };
  }

  /** What {@link StandardSchema} says of a value. */
  export type StandardSchemaResult<Output> =
    | { readonly value: Output; readonly issues?: undefined }
    | { readonly issues: readonly { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }[] };

  /** The options that every constraint has. */
  export interface ConstraintOptions {
    /** The message for clients, which replaces the built-in one. */
    message?: string;
  }

  /** A constraint without arguments, with or without parentheses. */
  type BareConstraint = Constraint & ((options?: ConstraintOptions) => Constraint);

  /** The options of {@link Min} and {@link Max}. */
  export interface BoundOptions extends ConstraintOptions {
    /** The bound. */
    value: number;
    /** Whether the bound itself is rejected. Default: false. */
    exclusive?: boolean;
  }

  /** Requires a number that is at least the bound, or greater than it with `{ exclusive: true }`: `@Min(1)`. */
  export const Min: CalledWith<Constraint, BoundOptions, "value">;

  /** Requires a number that is at most the bound, or less than it with `{ exclusive: true }`: `@Max(99)`. */
  export const Max: CalledWith<Constraint, BoundOptions, "value">;

  /** Requires a number greater than 0. */
  export const Positive: BareConstraint;

  /** Requires 0 or a greater number. */
  export const PositiveOrZero: BareConstraint;

  /** Requires a number below 0. */
  export const Negative: BareConstraint;

  /** Requires 0 or a smaller number. */
  export const NegativeOrZero: BareConstraint;

  /** The options of {@link MultipleOf}. */
  export interface MultipleOfOptions extends ConstraintOptions {
    /** The step, greater than 0. */
    value: number;
  }

  /** Requires a multiple of a number: `@MultipleOf(0.05)`. Decimal fractions are compared exactly. */
  export const MultipleOf: CalledWith<Constraint, MultipleOfOptions, "value">;

  /** The options of {@link Digits}. */
  export interface DigitsOptions extends ConstraintOptions {
    /** The largest number of digits before the decimal point. */
    integer: int;
    /** The largest number of digits after the decimal point. Default: 0. The sum of both is at most 15. */
    fraction?: int;
  }

  /** Limits the digits of a number before and after the decimal point: `@Digits(6, 2)`. */
  export const Digits: ((integer: int, fraction: int, options?: ConstraintOptions) => Constraint) &
    CalledWith<Constraint, DigitsOptions, "integer">;

  /** The options of {@link Length} and {@link Size}. */
  export interface SizeOptions extends ConstraintOptions {
    /** The smallest number. Default: 0. */
    min?: int;
    /** The largest number. Default: no limit. */
    max?: int;
  }

  /** The called forms of {@link Length} and {@link Size}. */
  interface Sized {
    (options: SizeOptions): Constraint;
    (min: int, max: int, options?: ConstraintOptions): Constraint;
    (min: int, options?: Omit<SizeOptions, "min">): Constraint;
  }

  /** Limits the length of a text, in Unicode characters: `@Length(1, 80)`, `@Length({ max: 80 })`. */
  export const Length: Sized;

  /** Limits the number of items of a list, or of entries of a record: `@Size(1, 10)`, `@Size({ max: 10 })`. */
  export const Size: Sized;

  /** Requires a text, list or record that is not empty. */
  export const NotEmpty: BareConstraint;

  /** Requires a list without equal items. The items must be texts, numbers, dates or enums. */
  export const Unique: BareConstraint;

  /** Requires a text with at least one character that is not white space. */
  export const NotBlank: BareConstraint;

  /** Requires an email address without a display name: `ada@example.org`. */
  export const Email: BareConstraint;

  /** Requires a UUID, in upper or lower case. */
  export const Uuid: BareConstraint;

  /** Requires a host name, such as `www.example.org`. */
  export const Hostname: BareConstraint;

  /** The options of {@link Url}. */
  export interface UrlOptions extends ConstraintOptions {
    /** The allowed schemes, such as "https" or "ftp". Default: http and https. */
    schemes?: string | readonly string[];
  }

  /** Requires an absolute URL, whose scheme is http or https unless others are given: `@Url("https")`. */
  export const Url: Constraint & {
    (options?: UrlOptions): Constraint;
    (...schemes: string[]): Constraint;
    (scheme: string, options?: ConstraintOptions): Constraint;
    (schemes: readonly string[], options?: ConstraintOptions): Constraint;
  };

  /** The options of {@link Ip}. */
  export interface IpOptions extends ConstraintOptions {
    /** The version. Default: both versions. */
    version?: 4 | 6;
  }

  /** Requires an IP address, of any version or of the given one: `@Ip(4)`. */
  export const Ip: Constraint & Called<Constraint, IpOptions, "version">;

  /** The options of {@link Pattern}. */
  export interface PatternOptions extends ConstraintOptions {
    /** The regular expression, in the syntax of RE2: without lookahead, lookbehind and backreferences. */
    regexp: RegExp | string;
  }

  /**
   * Requires a text that a regular expression matches. It may match any part: write ^ and $ for the whole text.
   *
   * `@Pattern(/^[A-Z]{2}\d{4}$/) code: string;`
   */
  export const Pattern: CalledWith<Constraint, PatternOptions, "regexp">;

  /** The options of {@link Prefix}. */
  export interface PrefixOptions extends ConstraintOptions {
    /** The required beginning. */
    prefix: string;
  }

  /** Requires a text that begins with the given text: `@Prefix("sk_")`. */
  export const Prefix: CalledWith<Constraint, PrefixOptions, "prefix">;

  /** The options of {@link Suffix}. */
  export interface SuffixOptions extends ConstraintOptions {
    /** The required end. */
    suffix: string;
  }

  /** Requires a text that ends with the given text: `@Suffix(".pdf")`. */
  export const Suffix: CalledWith<Constraint, SuffixOptions, "suffix">;

  /** The options of {@link OneOf}. */
  export interface OneOfOptions extends ConstraintOptions {
    /** The allowed values. */
    values: readonly (string | number)[];
  }

  /** The called forms of {@link OneOf}. */
  interface CalledWithValues {
    (options: OneOfOptions): Constraint;
    (...values: (string | number)[]): Constraint;
    (...values: [...values: (string | number)[], options: ConstraintOptions]): Constraint;
    (values: readonly (string | number)[], options?: ConstraintOptions): Constraint;
  }

  /** Requires one of the given texts or numbers: `@OneOf("red", "green")`. */
  export const OneOf: CalledWithValues;

  /** The options of {@link Each}. */
  export interface EachOptions {
    /** The constraints of each item. */
    constraints: readonly Validation[];
  }

  /** The called forms of {@link Each}. */
  interface CalledWithConstraints {
    (...constraints: (Constraint | ConstraintText)[]): Constraint;
    (constraints: readonly Validation[]): Constraint;
    (options: EachOptions): Constraint;
  }

  /** Applies constraints to each item of a list, or each value of a record: `@Each(NotBlank, Length(1, 20)) tags: string[];` */
  export const Each: CalledWithConstraints;

  /** Requires a date before the present. */
  export const Past: BareConstraint;

  /** Requires a date that is not after the present. */
  export const PastOrPresent: BareConstraint;

  /** Requires a date after the present. */
  export const Future: BareConstraint;

  /** Requires a date that is not before the present. */
  export const FutureOrPresent: BareConstraint;

  /** What is wrong with one field: a message, or an object that adds a code and its parameters for programs. */
  export type FieldComplaint = string | { message: string; code?: string; params?: Record<string, unknown> };

  /** The result of a {@link Validate} method: nothing if the object is valid, a message about the whole object, or complaints by field, where `""` is the whole object. */
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
   * Marks a method that validates a whole object: it is called after all fields of a body are bound and valid. What it
   * returns is a {@link Complaint}, with which the request is answered with 400. It must not be async.
   *
   * `@Validate check() { return this.end < this.start ? { end: "must not be before the start" } : null; }`
   */
  export const Validate: OnCheck & (() => OnCheck);

  /** A constraint as a text: the name of its decorator with a lower-case first letter, and arguments in parentheses: "length(1, 80)". */
  export type ConstraintText = keyof ConstraintsByName | `${keyof ConstraintsByName}(${string})`;

  /** Constraints as an object: `{ min: 1, max: 10 }`, `{ length: [1, 80], message: "too long" }`. */
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
    /** The value is required. A text is the message for a request without it. */
    required?: boolean | string | ConstraintOptions;
    /** Requires the declared type `int`, and optionally a value from min to max. */
    integer?: boolean | readonly [min: int, max?: int] | SizeOptions;
    /** Requires the declared type `float`, and optionally a value from min to max. */
    float?: boolean | readonly [min: number, max?: number] | SizeOptions;
    /** Requires the declared type `bool`. */
    boolean?: boolean;
    /** Requires the declared type `Date`. */
    date?: boolean;
  }

  /** A constraint made by {@link Constraint}. Its arguments are the parameters of its function after the value. */
  export type OwnConstraint<A extends unknown[]> = ([] extends A ? Constraint : unknown) &
    ((...args: A | [...A, ConstraintOptions]) => Constraint);

  /** The options of {@link Constraint}. */
  export interface OwnConstraintOptions {
    /** Whether the function is also called for null, where null is allowed. Default: false. */
    nulls?: boolean;
  }

  /**
   * Creates a constraint of the application.
   *
   *     export const Slug = Constraint("slug", (v: string) => /^[a-z-]+$/.test(v), "must be a slug");
   *     export const Between = Constraint("between", (v: number, from: number, to: number) => v >= from && v <= to,
   *       (v, from, to) => `must be from ${from} to ${to}`);
   *
   * - `@Slug slug: string;`
   * - `@Between(1, 5) stars: int;`
   */
  export function Constraint<V = any, A extends unknown[] = []>(
    /** The code in error responses: lower-case letters, digits and dashes; it must be unique. */
    name: string,
    /**
     * Returns whether a value is valid. It is called after the type and the other constraints were checked, with the value
     * and the arguments of the decorator. It must not be async.
     */
    holds: (value: V, ...args: A) => boolean,
    /** The message for clients if the value is not valid. */
    message?: string | ((value: V, ...args: A) => string),
    options?: OwnConstraintOptions,
  ): OwnConstraint<A>;

  /** An item of a list of constraints. */
  export type Validation = Constraint | ConstraintText | ConstraintsByName;
}
