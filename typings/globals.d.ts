// The names that types may have besides JavaScript's own, in annotations and in JSDoc:
//
//     /** @param {int} id  @param {?string} email  @returns {list<User>} */
//
// To the compiler they are aliases. When the application runs they decide what is taken:
// an `int` is refused when "7.5" is sent for it, a `number` is not.
//
// One form of theirs exists only in JSDoc that no compiler reads: array{id: int, note?: string}.
// Write {id: int, note?: string}, which means the same everywhere.

/** A whole number within ±9007199254740991. As text, `7`, `+7` and `007` are taken; `7.0` and an empty text are not. */
type int = number;

/** The same as {@link int}. */
type integer = number;

/** Any finite number; the same as `number`. */
type float = number;

/** The same as {@link float}. */
type double = number;

/** True or false. As text: true, false, 1, 0, yes, no, on, off, in any case. */
type bool = boolean;

/** Any value at all; the same as `any`. */
type mixed = any;

/** A list of `T`; the same as `T[]`. */
type list<T = any> = T[];

/** A list, `array<User>` or `array<int, User>`; with texts as keys an object, `array<string, User>`. */
type array<K = any, V = never> = [V] extends [never] ? K[] : K extends number ? V[] : { [key: string]: V };

/** Milliseconds; settings and requests write `5s`, `250ms`, `2h`. In a setting a bare number is seconds. */
type Duration = number;

/** Bytes; settings and requests write `10MiB`, `500kB`, `4096`. */
type DataSize = number;

/** A list of texts. Numbers that are sent become texts; anything else is refused with 400. */
type StringList = string[];

/** A list of whole numbers. Texts such as "7" become numbers; 1.5, 2.0 and "2.0" are refused with 400. */
type IntegerList = number[];

/** A list of numbers. Texts such as "1.5" become numbers; anything else is refused with 400. */
type FloatList = number[];
