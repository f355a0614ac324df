import { type } from "arktype";

export const Tag = type({ id: "string" });
export type Tag = typeof Tag.infer;
export const User = type({ name: "string >= 2", age: type("string.integer.parse | number.integer").default(3), tags: Tag.array().default(() => []) });
export type User = typeof User.infer;
export const Taken = type({ name: type("string").narrow((name, at) => name !== "taken" || at.reject({ problem: "is taken" })) });
export const Shape = type({ kind: "'circle'", r: "number" }).or({ kind: "'square'", side: "number" });
export type Shape = typeof Shape.infer;
export const Id = type("string.integer.parse");
export const Names = type("string[] <= 2");
export const Sort = type("'asc' | 'desc'");
export const Filter = type({ min: "string.integer.parse" });
export const Job = type({ n: "number.integer" }).pipe((job) => ({ ...job, double: 2 * job.n }));
export const Args = type({ a: "number <= 5", b: "string = 'x'" });
export const Media = type({ maxSize: "number <= 10", hosts: "string[]", label: "string = 'none'" });
export const read = (value: unknown): Tag => Tag.assert(value);
