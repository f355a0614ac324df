// Where decorators may stand, and how they are called. The parts of "fwrun" use these types, and keep them to themselves.

/** A function of any kind. */
export type AnyFunction = (...args: any[]) => any;

/** A class of any kind. */
export type AnyClass = abstract new (...args: any[]) => any;

/** The name of a member. */
export type Member = string | symbol;

/** What a member belongs to; a static member belongs to no bean. */
export type Instance = object & { prototype?: never };

/** What may stand on a class. */
export interface OnClass {
  /** Called for the class. */
  (target: AnyClass): void;
}

/** What may stand on a method. */
export interface OnMethod {
  /** Called for the method. */
  <F extends AnyFunction>(target: Instance, member: Member, descriptor: TypedPropertyDescriptor<F>): void;
}

/** What may stand on a field. */
export interface OnField {
  /** Called for the field. */
  (target: Instance, member: Member, none?: undefined): void;
}

/** What may stand on a field or an accessor. */
export interface OnProperty {
  /** Called for the field or the accessor. */
  <T>(
    target: Instance,
    member: Member,
    accessor?: TypedPropertyDescriptor<T> & (T extends AnyFunction ? never : unknown),
  ): void;
}

/** What may stand on a parameter. */
export interface OnParam {
  /** Called for the parameter. */
  (target: object, member: Member | undefined, index: number): void;
}

/** What wraps an exported function. */
export interface OnFunction {
  /** Makes an exported function a handler, and hands it back. */
  <F extends AnyFunction>(handler: F): F;
}

/** The called forms of a decorator `D`, whose first argument sets the option `First`. */
export interface Called<D, Options, First extends keyof Options> {
  /** Called with options, or with the first argument and further options. */
  (options?: Options): D;
  (first: Required<Options>[First], options?: Omit<Options, First>): D;
}

/** The called forms of a decorator that makes no sense without its first argument. */
export interface CalledWith<D, Options, First extends keyof Options> {
  /** Called with options, or with the first argument and further options. */
  (options: Options): D;
  (first: Required<Options>[First], options?: Omit<Options, First>): D;
}
