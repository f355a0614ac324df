import * as v from "valibot";
import { toStandardJsonSchema } from "@valibot/to-json-schema";

const described = <S extends v.GenericSchema>(schema: S) => ({ ...schema, ...toStandardJsonSchema(schema) });

export const Tag = described(v.object({ id: v.string() }));
export type Tag = v.InferOutput<typeof Tag>;
const whole = v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^-?[0-9]{1,9}$/))]), v.transform(Number), v.number(), v.integer());
export const User = described(v.object({ name: v.pipe(v.string(), v.minLength(2)), age: v.optional(whole, 3), tags: v.optional(v.array(Tag), []) }));
export type User = v.InferOutput<typeof User>;
const taken = v.objectAsync({
  name: v.pipeAsync(v.string(), v.checkAsync(async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return name !== "taken";
  }, "is taken")),
});
export const Taken = { // which has no JSON Schema of its own
  "~standard": { ...taken["~standard"], jsonSchema: described(v.object({ name: v.string() }))["~standard"].jsonSchema },
};
export const Shape = described(v.variant("kind", [
  v.object({ kind: v.literal("circle"), r: v.number() }), v.object({ kind: v.literal("square"), side: v.number() }),
]));
export type Shape = v.InferOutput<typeof Shape>;
export const Id = described(v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,8}$/), v.transform(Number)));
export const Names = described(v.pipe(v.array(v.string()), v.maxLength(2)));
export const Sort = described(v.picklist(["asc", "desc"]));
export const Filter = described(v.object({ min: v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/), v.transform(Number)) }));
export const Job = v.pipe(v.object({ n: v.pipe(v.number(), v.integer()) }), v.transform((job) => ({ ...job, double: 2 * job.n })));
export const Args = described(v.object({ a: v.pipe(v.number(), v.maxValue(5)), b: v.optional(v.string(), "x") }));
export const Media = described(v.object({ maxSize: v.pipe(v.number(), v.maxValue(10)), hosts: v.array(v.string()), label: v.optional(v.string(), "none") }));
export const read = (value: unknown): Tag => v.parse(Tag, value);
