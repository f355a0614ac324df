// What comes in.
import { z } from "zod";

const text = (max) => z.string().max(max).regex(/\S/);

const draft = { title: text(120), description: text(300), body: text(20_000) };

export const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
});

export const create = z.object({
  ...draft,
  tagList: z
    .array(z.string().regex(/^[a-z0-9-]{1,24}$/))
    .max(8)
    .refine((tags) => new Set(tags).size === tags.length, "must differ from each other")
    .default([]),
});

export const change = z.object(draft).partial();

export const credentials = z.object({ username: text(40), password: z.string().min(8).max(200) });
