// Names of types in addition to those of JavaScript, for annotations and JSDoc:
//
//     /** @param {int} id  @param {?string} email  @returns {list<User>} */
//
// For the compiler they are aliases. When the application runs, they decide which values are accepted:
// for an `int`, the value "7.5" is rejected; for a `number`, it is accepted.
//
// The form array{id: int, note?: string} works only in JSDoc, and the compiler does not know it.
// Write {id: int, note?: string} instead, which means the same everywhere.

/** A whole number within ±9007199254740991. As a text, `7`, `+7` and `007` are accepted; `7.0` and an empty text are rejected. */
type int = number;

/** The same as {@link int}. */
type integer = number;

/** Any finite number; the same as `number`. */
type float = number;

/** The same as {@link float}. */
type double = number;

/** True or false. As a text: true, false, 1, 0, yes, no, on, off, in upper or lower case. */
type bool = boolean;

/** Any value; the same as `any`. */
type mixed = any;

/** A list of `T`; the same as `T[]`. */
type list<T = any> = T[];

/** A list: `array<User>` or `array<int, User>`. With keys of type string it is an object: `array<string, User>`. */
type array<K = any, V = never> = [V] extends [never] ? K[] : K extends number ? V[] : { [key: string]: V };

/** A duration in milliseconds. Settings and requests write it as `5s`, `250ms`, `2h`; a setting without a unit is in seconds. */
type Duration = number;

/** A number of bytes. Settings and requests write it as `10MiB`, `500kB`, `4096`. */
type DataSize = number;

/** A list of texts. Numbers are converted to texts; other values are rejected with 400. */
type StringList = string[];

/** A list of whole numbers. Texts such as "7" are converted to numbers; 1.5, 2.0 and "2.0" are rejected with 400. */
type IntegerList = number[];

/** A list of numbers. Texts such as "1.5" are converted to numbers; other values are rejected with 400. */
type FloatList = number[];
