import { Autowired, SearchClient, Service } from "fwrun";
import { Product } from "./product.js";

/** Finds products, and remembers what people search for. */
@Service
export class Finder {
  /** @type {SearchClient} */
  @Autowired search;

  /**
   * @param {string} text
   * @param {?string} kind  only products of this kind
   */
  async find(text, kind) {
    const { total, hits, aggregations } = await this.search.search("products", {
      query: { multi_match: { query: text, fields: ["name^3", "about"] } },
      post_filter: kind ? { term: { kind } } : { match_all: {} },
      aggs: { kinds: { terms: { field: "kind" } } },
      highlight: { fields: { about: {} } },
    }, Product);
    await this.remember(text, total);
    return {
      total,
      kinds: Object.fromEntries(aggregations.kinds.buckets.map((kind) => [kind.key, kind.doc_count])),
      products: hits.map(({ id, source, highlight }) => ({
        id, name: source.name, price: source.price(), about: highlight?.about?.join(" … ") ?? source.about,
      })),
    };
  }

  /**
   * @param {string} text
   * @param {?int} found
   */
  remember(text, found) {
    const at = new Date();
    return this.search.index(`searches-${at.toISOString().slice(0, 7)}`, { text: text.toLowerCase(), found, at });
  }

  /** What was searched for most often, the latest searches included. */
  async popular() {
    await this.search.refresh("searches-*");
    const { aggregations } = await this.search.search("searches-*", { size: 0, aggs: { texts: { terms: { field: "text", size: 10 } } } });
    return (aggregations.texts?.buckets ?? []).map((text) => ({ text: text.key, searches: text.doc_count }));
  }
}
