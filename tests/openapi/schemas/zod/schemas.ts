import { z } from "zod";

export const Tag = z.object({ id: z.string() });
export type Tag = z.infer<typeof Tag>;
const whole = z.union([z.number(), z.string().regex(/^-?[0-9]{1,9}$/).transform(Number)]).pipe(z.number());
export const User = z.object({ name: z.string().min(2), age: whole.default(3), tags: z.array(Tag).default([]) });
export type User = z.infer<typeof User>;
export const Taken = z.object({
  name: z.string().refine(async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return name !== "taken";
  }, "is taken"),
});
export const Shape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), r: z.number() }), z.object({ kind: z.literal("square"), side: z.number() }),
]);
export type Shape = z.output<typeof Shape>;
export const Id = z.coerce.number().int().positive();
export const Names = z.array(z.string()).max(2);
export const Sort = z.enum(["asc", "desc"]);
export const Filter = z.object({ min: z.coerce.number() });
export const Job = z.object({ n: z.number().int() }).transform((job) => ({ ...job, double: 2 * job.n }));
export const Args = z.object({ a: z.number().max(5), b: z.string().default("x") });
export const Media = z.object({ maxSize: z.number().max(10), hosts: z.array(z.string()), label: z.string().default("none") });
export const read = (value: unknown): Tag => Tag.parse(value);
