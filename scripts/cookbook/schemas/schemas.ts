import { z } from "zod";

export const Line = z.object({ sku: z.string().regex(/^[a-z]+-\d$/), quantity: z.number().int().min(1).default(1) });

export const Order = z.object({
  email: z.email(),
  lines: z.array(Line).min(1),
  due: z.iso.datetime().optional(),
}).refine((order) => new Set(order.lines.map((line) => line.sku)).size === order.lines.length, { path: ["lines"], error: "has an article twice" });
export type Order = z.infer<typeof Order>;

/** Texts of a query become what they say. */
export const Page = z.coerce.number().int().min(1).max(1000);

/** The section `shop` of the configuration. */
export const Shop = z.object({ currencies: z.array(z.string().length(3)), maxLines: z.number().int(), label: z.string().default("shop") });
