// What applications do with packages, for a few milliseconds each. Each returns a text or a list.
import Ajv from "ajv";
import * as cheerio from "cheerio";
import { parse as parseCSV } from "csv-parse/sync";
import { diffWords } from "diff";
import { XMLParser } from "fast-xml-parser";
import Handlebars from "handlebars";
import { produce } from "immer";
import jsonata from "jsonata";
import _ from "lodash";
import { marked } from "marked";
import Mustache from "mustache";
import * as R from "ramda";
import slugify from "slugify";
import * as YAML from "yaml";
import { z } from "zod";

const orders = Array.from({ length: 40 }, (_unused, i) => ({
  id: i,
  customer: `Customer ${i % 7}`,
  email: `customer${i % 7}@example.com`,
  paid: i % 3 === 0,
  total: (i * 37) % 101,
  lines: [{ sku: `A${i}`, quantity: (i % 4) + 1 }, { sku: `B${i}`, quantity: 2 }],
}));

const markdown = `# Orders

Some *emphasis*, some **strength**, \`code\`, and a [link](https://example.com "Example").

${orders.slice(0, 12).map((o) => `- order ${o.id} of **${o.customer}**, ${o.total} EUR`).join("\n")}

| id | customer | total |
|---:|---|---:|
${orders.slice(0, 12).map((o) => `| ${o.id} | ${o.customer} | ${o.total} |`).join("\n")}

> A quotation, with \`code\`.

\`\`\`js
const total = orders.reduce((sum, order) => sum + order.total, 0);
\`\`\`
`;
const html = marked.parse(markdown);
const csv = ["id,customer,total", ...orders.map((o) => `${o.id},"${o.customer}",${o.total}`)].join("\n");
const xml = `<orders>${orders.map((o) => `<order id="${o.id}"><customer>${o.customer}</customer><total>${o.total}</total></order>`).join("")}</orders>`;
const yaml = YAML.stringify({ orders: orders.slice(0, 10) });

const list = Handlebars.compile("<ul>{{#each orders}}<li class=\"{{#if paid}}paid{{/if}}\">{{customer}}: {{total}}</li>{{/each}}</ul>");
const rows = "<ul>{{#orders}}<li>{{customer}}: {{total}} {{#lines}}{{sku}} {{/lines}}</li>{{/orders}}</ul>";
const isOrder = new Ajv().compile({
  type: "array",
  items: {
    type: "object",
    required: ["id", "customer", "lines"],
    properties: {
      id: { type: "integer", minimum: 0 },
      customer: { type: "string", pattern: "^Customer [0-9]+$" },
      total: { type: "number" },
      lines: {
        type: "array",
        items: { type: "object", required: ["sku"], properties: { sku: { type: "string" }, quantity: { type: "integer", minimum: 1 } } },
      },
    },
  },
});
const orderList = z.array(z.object({
  id: z.number().int(),
  customer: z.string().min(1).max(50),
  email: z.email(),
  paid: z.boolean(),
  total: z.number(),
  lines: z.array(z.object({ sku: z.string(), quantity: z.number().int().positive() })),
}));
const totals = jsonata("$sum(orders[paid].total) & ' ' & $join(orders.customer, ',')");
const sums = R.pipe(R.groupBy((o) => o.customer), R.map(R.pipe(R.pluck("total"), R.sum)), R.toPairs, R.sortBy(R.last));

export const work = {
  ajv: () => (isOrder(orders) ? orders : []),
  cheerio: () => {
    const $ = cheerio.load(html);
    return $("li strong").map((_i, one) => $(one).text()).get();
  },
  "csv-parse": () => parseCSV(csv, { columns: true }),
  diff: () => diffWords(markdown.slice(0, 400), markdown.slice(0, 400).replaceAll("order", "bill")),
  "fast-xml-parser": () => new XMLParser({ ignoreAttributes: false }).parse(xml).orders.order,
  handlebars: () => list({ orders }),
  immer: () =>
    produce(orders, (draft) => {
      for (const order of draft) if (order.paid) order.lines[0].quantity++;
    }),
  jsonata: () => totals.evaluate({ orders }),
  lodash: () =>
    _(orders).filter("paid").groupBy("customer").mapValues((all) => _.sumBy(all, "total")).toPairs().sortBy(1).concat(_.cloneDeep(orders)).value(),
  marked: () => marked.parse(markdown),
  mustache: () => Mustache.render(rows, { orders }),
  ramda: () => sums(orders),
  slugify: () => orders.map((o) => slugify(`Order ${o.id} of ${o.customer}: ready, paid & sent`, { lower: true, strict: true })),
  yaml: () => YAML.parse(yaml).orders,
  zod: () => orderList.parse(orders),
};
