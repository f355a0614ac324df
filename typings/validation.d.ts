/** Constraints on what is sent and configured. */
declare module "fwrun" {
  export {};

  type Instance = import("./decorators").Instance;
  type Member = import("./decorators").Member;
  type OnField = import("./decorators").OnField;
  type OnParam = import("./decorators").OnParam;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

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
}
