// The search client. The host sends the requests; addresses and passwords stay there.

const { SearchError, searchErrors: { causeOf, reasonOf, textOf } } = host;
const {
  absent, anyJson, bulkLines, changeOf, checkRequest, json, nameOf, optionsOf, parametersOf, plain, queryText, segmentOf, several, single,
} = host.searchRequests;
const { anyOf, fill, hitOf, itemOf, written } = host.searchAnswers;
const { stringify } = JSON; // as it was before any user code ran

let making = null; // what the client or the scroll that is being made consists of

function made(what) {
  if (making === null) throw new TypeError(what);
  const parts = making;
  making = null;
  return parts;
}

class SearchClient {
  #host; // send, overloaded and dates

  constructor() {
    this.#host = made("a SearchClient cannot be made with new; configure it under opensearch, and inject it with @Autowired");
  }

  async index(index, document, options) {
    const { id, create, ...given } = optionsOf("index", options, ["id", "create", "refresh", "routing", "ifSeqNo", "ifPrimaryTerm"]);
    const query = parametersOf(given);
    const body = json(document, "a document");
    if (absent(id)) {
      if (create) query.op_type = "create";
      return written(await this.#write("POST", `${single(index)}/_doc`, query, body, index));
    }
    const path = `${single(index)}/${create ? "_create" : "_doc"}/${segmentOf(id)}`;
    return written(await this.#write("PUT", path, query, body, index));
  }

  async get(index, id, Class, options) {
    const make = this.#maker(Class);
    const query = parametersOf(optionsOf("get", options, ["routing"]));
    const path = `${single(index)}/_doc/${segmentOf(id)}`;
    const answer = await this.#exchange({ method: "GET", path, query, index, missing: (found) => found.found === false });
    return answer.found ? make(answer._source) : null;
  }

  async update(index, id, part, options) {
    const names = ["upsert", "refresh", "retryOnConflict", "routing", "ifSeqNo", "ifPrimaryTerm"];
    const { upsert, ...given } = optionsOf("update", options, names);
    const path = `${single(index)}/_update/${segmentOf(id)}`;
    const answer = await this.#write("POST", path, parametersOf(given), changeOf(part, upsert), index);
    return { ...written(answer), changed: answer.result !== "noop" };
  }

  async delete(index, id, options) {
    const query = parametersOf(optionsOf("delete", options, ["refresh", "routing", "ifSeqNo", "ifPrimaryTerm"]));
    const path = `${single(index)}/_doc/${segmentOf(id)}`;
    const answer = await this.#exchange({ method: "DELETE", path, query, index, missing: (found) => found.result === "not_found" });
    return answer.result === "deleted";
  }

  async bulk(operations, options) {
    const { partial, ...given } = optionsOf("bulk", options, ["partial", "refresh"]);
    if (!Array.isArray(operations)) throw new TypeError("bulk takes an array of operations such as { index: \"products\", id: 1, document: { … } }");
    const lines = operations.flatMap(bulkLines);
    if (lines.length === 0) return { items: [], errors: 0 };
    const body = lines.join("\n") + "\n";
    const answer = await this.#exchange({ method: "POST", path: "/_bulk", query: parametersOf(given), body, mediaType: "application/x-ndjson" });
    const items = answer.items.map(itemOf);
    const failed = items.filter((item) => item.error !== null);
    if (failed.length > 0 && !partial) throw this.#failedBulk(items, failed);
    return { items, errors: failed.length };
  }

  async search(index, query, Class) {
    const make = this.#maker(Class);
    const answer = await this.#read(`${several(index)}/_search`, undefined, json(plain(query), "a query"), index);
    return {
      total: answer.hits.total?.value ?? null,
      exact: answer.hits.total?.relation === "eq",
      hits: answer.hits.hits.map((hit) => hitOf(hit, make)),
      aggregations: answer.aggregations ?? {},
      took: answer.took,
      partial: answer.timed_out === true || answer._shards.failed > 0,
    };
  }

  scroll(index, query, options, Class) {
    const { size, keepAlive = "1m" } = optionsOf("scroll", options, ["size", "keepAlive"]);
    const make = this.#maker(Class);
    const alive = typeof keepAlive === "number" ? `${keepAlive}ms` : String(keepAlive);
    const first = { ...plain(query), size: size ?? query?.size ?? 1000 };
    const path = `${several(index)}/_search`;
    making = {
      make, size: first.size,
      first: () => this.#read(path, { scroll: alive }, json(first, "a query"), index),
      // A page that was lost is not sent again, so this request must not be repeated.
      next: (id) => this.#write("POST", "/_search/scroll", undefined, stringify({ scroll: alive, scroll_id: id }), index),
      clear: (id) => this.#write("DELETE", "/_search/scroll", undefined, stringify({ scroll_id: [id] }), index),
      check: (answer) => this.#whole(answer, "POST /_search/scroll", index),
    };
    return new SearchScroll();
  }

  async count(index, query) {
    const path = `${several(index)}/_count`;
    const answer = await this.#read(path, undefined, absent(query) ? undefined : json(query, "a query"), index);
    this.#whole(answer, `POST ${path}`, index);
    return answer.count;
  }

  async refresh(index) {
    await this.#read(`${several(index)}/_refresh`, undefined, undefined, index);
  }

  async request(method, path, body) {
    checkRequest(method, path);
    const answer = await this.#host.send(method.toUpperCase(), path, anyJson(body), "application/json", false);
    return { status: answer.status, body: anyOf(answer.text) };
  }

  // #read sends a search: a POST that changes nothing.
  #read(path, query, body, index) { return this.#exchange({ method: "POST", path, query, body, index, reads: true }); }

  #write(method, path, query, body, index) { return this.#exchange({ method, path, query, body, index }); }

  // #exchange sends a request and returns the answer's JSON. missing reports whether an answer with the status 404 is
  // an ordinary one.
  async #exchange({ method, path, query = {}, body, mediaType = "application/json", index = "", reads = false, missing }) {
    const { status, text } = await this.#host.send(method, path + queryText(query), body, mediaType, reads);
    const answer = anyOf(text);
    if (typeof answer === "object" && answer !== null && (isOK(status) || status === 404 && missing?.(answer))) return answer;
    throw this.#refused(`${method} ${path}`, status, answer, index);
  }

  #refused(what, status, answer, index) {
    const { type, reason, index: named } = causeOf(answer?.error);
    return this.#error(`${what}: ${status} ${textOf(type, reason || reasonOf(status, answer))}`, {
      status, type, reason: reason || reasonOf(status, answer), index: named || nameOf(index),
    });
  }

  // #error makes an error. One that says that the cluster cannot do the work at the moment is answered with 503.
  #error(message, details) {
    const error = new SearchError(message, details);
    return details.status === 429 || details.status === 503 ? this.#host.overloaded(error) : error;
  }

  // #whole throws an error if some shards have failed, so that an answer is not complete.
  #whole(answer, what, index) {
    if (!(answer._shards?.failed > 0)) return;
    const { type, reason, index: named } = causeOf(answer._shards.failures?.[0]?.reason);
    const message = `${what}: ${answer._shards.failed} of ${answer._shards.total} shards failed: ${textOf(type, reason)}`;
    throw this.#error(message, { status: 503, type, reason, index: named || nameOf(index) });
  }

  #failedBulk(items, failed) {
    const [{ operation, id, error }] = failed;
    const at = items.indexOf(failed[0]) + 1;
    const more = failed.length > 1 ? `; ${failed.length} operations failed` : "";
    const what = `operation ${at} of ${items.length}, ${operation} of ${id} in ${error.index}`;
    return this.#error(`POST /_bulk: ${what}: ${error.status} ${textOf(error.type, error.reason)}${more}`, error);
  }

  // #maker returns the function that makes a document of what a hit has: an object of the class, if there is one.
  #maker(Class) {
    if (absent(Class)) return (source) => source ?? null;
    if (typeof Class !== "function") throw new TypeError("the class of the documents must be a class, such as Product");
    const dates = this.#host.dates(Class);
    return (source) => absent(source) ? null : fill(new Class(), source, dates);
  }
}

class SearchScroll {
  #parts; // see SearchClient.scroll
  #id = null; // of the scroll in the cluster; null if it has none
  #hits = [];
  #at = 0;
  #begun = false;
  #over = false;
  #turn = Promise.resolve(); // the end of the call before

  constructor() { this.#parts = made("a SearchScroll cannot be made with new; use SearchClient.scroll"); }

  next() { return this.#inTurn(() => this.#next()); }

  return(value) {
    return this.#inTurn(async () => {
      this.#hits = [];
      await this.#end();
      return { value, done: true };
    });
  }

  [Symbol.asyncIterator]() { return this; }

  #inTurn(step) { return this.#turn = this.#turn.then(step, step); }

  async #next() {
    while (this.#at >= this.#hits.length && !this.#over) await this.#page();
    if (this.#at >= this.#hits.length) return { value: undefined, done: true };
    return { value: hitOf(this.#hits[this.#at++], this.#parts.make), done: false };
  }

  async #page() {
    const { first, next, check, size } = this.#parts;
    try {
      const answer = await (this.#begun ? next(this.#id) : first());
      this.#begun = true;
      this.#id = answer._scroll_id ?? this.#id;
      check(answer);
      this.#hits = answer.hits.hits;
      this.#at = 0;
    } catch (error) {
      await this.#end();
      throw error;
    }
    if (this.#hits.length < size) await this.#end();
  }

  // #end frees what the cluster keeps. If that fails, it is freed when its time is over.
  async #end() {
    const id = this.#id;
    this.#over = true;
    this.#id = null;
    if (id === null) return;
    try {
      await this.#parts.clear(id);
    } catch {}
  }
}

const isOK = (status) => status >= 200 && status < 300;

// newSearchClient makes a client for the host.
function newSearchClient(host) {
  making = host;
  return new SearchClient();
}

return { SearchClient, SearchScroll, newSearchClient };
