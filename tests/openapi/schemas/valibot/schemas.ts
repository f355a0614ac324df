import * as v from "valibot";
import { toStandardJsonSchema as described } from "@valibot/to-json-schema";

const tag = v.object({ id: v.string() });
export const Tag = described(tag);
export type Tag = v.InferOutput<typeof Tag>;
const whole = v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^-?[0-9]{1,9}$/))]), v.transform(Number), v.number(), v.integer());
export const User = described(v.object({ name: v.pipe(v.string(), v.minLength(2)), age: v.optional(whole, 3), tags: v.optional(v.array(tag), []) }));
export type User = v.InferOutput<typeof User>;
export const Taken = v.objectAsync({
  name: v.pipeAsync(v.string(), v.checkAsync(async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return name !== "taken";
  }, "is taken")),
});
export const Shape = described(v.variant("kind", [
  v.object({ kind: v.literal("circle"), r: v.number() }), v.object({ kind: v.literal("square"), side: v.number() }),
]));
export type Shape = v.InferOutput<typeof Shape>;
export const Id = described(v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,8}$/), v.transform(Number)));
export const Names = described(v.pipe(v.array(v.string()), v.maxLength(2)));
export const Sort = described(v.optional(v.picklist(["asc", "desc"]), "asc"));
export const Filter = described(v.object({ min: v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/), v.transform(Number)) }));
export const Job = v.pipe(v.object({ n: v.pipe(v.number(), v.integer()) }), v.transform((job) => ({ ...job, double: 2 * job.n })));
export const Args = described(v.object({ a: v.pipe(v.number(), v.maxValue(5)), b: v.optional(v.string(), "x") }));
export const Media = described(v.object({ maxSize: v.pipe(v.number(), v.maxValue(10)), hosts: v.array(v.string()), label: v.optional(v.string(), "none") }));
export const read = (value: unknown): Tag => v.parse(tag, value);
