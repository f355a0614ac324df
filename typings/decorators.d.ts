// The places where decorators are allowed, and their call signatures. The declarations of "fwrun" use these types, and do not
// export them.

/** Any function. */
export type AnyFunction = (...args: any[]) => any;

/** Any class. */
export type AnyClass = abstract new (...args: any[]) => any;

/** The name of a member. */
export type Member = string | symbol;

/** The object that a member belongs to. Static members are excluded. */
export type Instance = object & { prototype?: never };

/** A decorator of classes. */
export interface OnClass {
  /** Called for the class. */
  (target: AnyClass): void;
}

/** A decorator of methods. */
export interface OnMethod {
  /** Called for the method. */
  <F extends AnyFunction>(target: Instance, member: Member, descriptor: TypedPropertyDescriptor<F>): void;
}

/** A decorator of fields. */
export interface OnField {
  /** Called for the field. */
  (target: Instance, member: Member, none?: undefined): void;
}

/** A decorator of fields and accessors. */
export interface OnProperty {
  /** Called for the field or the accessor. */
  <T>(
    target: Instance,
    member: Member,
    accessor?: TypedPropertyDescriptor<T> & (T extends AnyFunction ? never : unknown),
  ): void;
}

/** A decorator of parameters. */
export interface OnParam {
  /** Called for the parameter. */
  (target: object, member: Member | undefined, index: number): void;
}

/** A wrapper of exported functions. */
export interface OnFunction {
  /** Declares an exported function as a handler, and returns it. */
  <F extends AnyFunction>(handler: F): F;
}

/** The call signatures of a decorator `D` whose first argument sets the option `First`. */
export interface Called<D, Options, First extends keyof Options> {
  /** Takes all options, or the first argument and further options. */
  (options?: Options): D;
  (first: Required<Options>[First], options?: Omit<Options, First>): D;
}

/** The call signatures of a decorator that requires its first argument. */
export interface CalledWith<D, Options, First extends keyof Options> {
  /** Takes all options, or the first argument and further options. */
  (options: Options): D;
  (first: Required<Options>[First], options?: Omit<Options, First>): D;
}
