// @opensearch-project/opensearch with the node of the tests.
import { Client } from "@opensearch-project/opensearch";
import process from "node:process";
import { GetMapping, RestController } from "fwrun";

const client = new Client({ node: process.env.NODE_URL! });

@RestController
export class Packages {
  @GetMapping("/opensearch")
  async opensearch() {
    const index = "packages";
    await client.indices.create({ index, body: { mappings: { properties: { word: { type: "text" }, n: { type: "integer" } } } } });
    const bulk = await client.helpers.bulk({
      datasource: Array.from({ length: 50 }, (_, n) => ({ word: n % 2 ? "odd" : "even", n })), onDocument: () => ({ index: { _index: index } }), refresh: true,
    });
    const { body } = await client.search({ index, body: { size: 3, sort: [{ n: "desc" }], query: { match: { word: "odd" } } } });
    let scrolled = 0;
    for await (const { documents } of client.helpers.scrollSearch({ index, size: 20, body: { query: { match_all: {} } } })) scrolled += documents.length;
    const fails = await client.search({ index: "none-such" }).catch(({ name, statusCode, meta }) => [name, statusCode ?? meta.statusCode, meta.body.error.type]);
    await client.indices.delete({ index });
    const dead = await new Client({ node: "http://127.0.0.1:1", maxRetries: 0 }).ping().catch(({ name }) => name);
    return { taken: bulk.successful, found: body.hits.hits.map(({ _source }: { _source: { n: number } }) => _source.n), scrolled, fails, dead };
  }
}
