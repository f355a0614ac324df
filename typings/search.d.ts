/** Search clusters: documents, searches and errors of OpenSearch. */
declare module "fwrun" {
  export {};

  /**
   * Keeps and finds documents in a search cluster of `opensearch` in application.yml. Inject it by its type, which is
   * the first connection, or by name: `@Qualifier("<name>-search")`. Every method returns a promise, except scroll; the
   * worker serves other requests while the cluster works. If the cluster refuses a request or cannot be reached, the
   * promise is rejected with a {@link SearchError}.
   *
   * - `@Autowired` `search: SearchClient;`
   * - `await this.search.index("products", { name: "Assam", price: 7 }, { id: 1 });`
   * - `const found = await this.search.search("products", { query: { match: { name: "assam" } } }, Product);`
   */
  export class SearchClient {
    private constructor();

    /** Writes a document, and replaces the one that has the id. Without an id the cluster chooses one. */
    index(index: string, document: object, options?: SearchIndexOptions): Promise<SearchWritten>;

    /** The document of an id, or null if there is none. It is found as soon as it is written. */
    get<T = SearchDocument>(index: string, id: SearchId): Promise<T | null>;
    get<T>(index: string, id: SearchId, documentClass: SearchClass<T> | null | undefined, options?: SearchGetOptions): Promise<T | null>;

    /** Changes a part of a document: objects are merged, other values replaced. */
    update(index: string, id: SearchId, part: object, options?: SearchUpdateOptions): Promise<SearchUpdated>;

    /** Deletes a document, and reports whether there was one. */
    delete(index: string, id: SearchId, options?: SearchDeleteOptions): Promise<boolean>;

    /**
     * Sends many operations in one request. If some of them fail, the others have taken effect all the same; the promise
     * is rejected with an error about the first one that failed, unless `partial` is set.
     *
     *     await search.bulk([
     *       { index: "products", id: 1, document: { name: "Assam" } },
     *       { update: "products", id: 2, part: { price: 8 } },
     *       { delete: "products", id: 3 },
     *     ], { refresh: true });
     */
    bulk(operations: readonly SearchOperation[], options?: SearchBulkOptions): Promise<SearchBulk>;

    /**
     * Finds documents. The query is the body of a search as OpenSearch documents it; without one, all documents match.
     * An index is a name, a pattern such as "logs-*", or an array of them.
     */
    search<T = SearchDocument>(index: string | readonly string[], query?: SearchQuery | null, documentClass?: SearchClass<T> | null): Promise<SearchResult<T>>;

    /**
     * Finds any number of documents, page by page, as they were when the first page was read. The cluster is freed when
     * the loop ends, or is left early.
     *
     *     for await (const { source } of search.scroll("products", { sort: ["_doc"] })) …
     */
    scroll<T = SearchDocument>(
      index: string | readonly string[], query?: SearchQuery | null, options?: SearchScrollOptions | null, documentClass?: SearchClass<T> | null,
    ): SearchScroll<T>;

    /** Counts documents: `search.count("products", { query: { term: { sold: true } } })`. */
    count(index: string | readonly string[], query?: SearchQuery | null): Promise<int>;

    /** Lets searches find everything that was written so far. */
    refresh(index: string | readonly string[]): Promise<void>;

    /**
     * Sends any other request. The path is escaped and begins with a slash; a body is written as JSON, a text is sent as it
     * is. A status that is not 2xx is no error here.
     *
     *     const { status, body } = await search.request("GET", "/_cat/indices?format=json");
     */
    request(method: string, path: string, body?: unknown): Promise<SearchResponse>;
  }

  /** The id of a document. The cluster keeps it as a text. */
  export type SearchId = string | number | bigint;

  /** A document without a class. */
  export type SearchDocument = Record<string, any>;

  /** Makes an object of each document: its fields are set on a new object. Fields that the class declares as Date become dates. */
  export type SearchClass<T> = new () => T;

  /** The body of a search: `query`, `sort`, `from`, `size`, `aggs`, `highlight` and all else that OpenSearch knows. */
  export type SearchQuery = Record<string, any>;

  /**
   * Whether searches find a change: true at once, which costs time, "wait_for" after the next refresh, for which the request
   * waits; false, the default, does not wait.
   */
  export type SearchRefresh = boolean | "wait_for";

  /** The options of {@link SearchClient.get}. */
  export interface SearchGetOptions {
    /** Chooses the shard, if the document was written with it. */
    routing?: string;
  }

  /** The options of {@link SearchClient.delete}. */
  export interface SearchDeleteOptions extends SearchGetOptions {
    /** When searches find the change. */
    refresh?: SearchRefresh;
    /** Together with ifPrimaryTerm: nothing is written if the document has changed since; the error has the status 409. */
    ifSeqNo?: int;
    /** See ifSeqNo. */
    ifPrimaryTerm?: int;
  }

  /** The options of {@link SearchClient.index}. */
  export interface SearchIndexOptions extends SearchDeleteOptions {
    /** The document's id; chosen by the cluster if missing. */
    id?: SearchId | null;
    /** Whether a document of this id is an error, with the status 409. */
    create?: boolean;
  }

  /** The options of {@link SearchClient.update}. */
  export interface SearchUpdateOptions extends SearchDeleteOptions {
    /** The document to write if there is none; true writes the part. Without it, a missing document is an error, with the status 404. */
    upsert?: object | boolean;
    /** How often the cluster tries again when another change was faster. */
    retryOnConflict?: int;
  }

  /** What a write has changed. */
  export interface SearchWritten {
    /** The document's id. */
    id: string;
    /** How often the document has been written. */
    version: int;
    /** Identifies this state of the document, together with primaryTerm: see `ifSeqNo`. */
    seqNo: int;
    /** See seqNo. */
    primaryTerm: int;
    /** Whether there was no document of the id. */
    created: boolean;
  }

  /** The result of {@link SearchClient.update}. */
  export interface SearchUpdated extends SearchWritten {
    /** Whether the document is another one than before. */
    changed: boolean;
  }

  /** One operation of {@link SearchClient.bulk}. The property that names the operation has the name of the index. */
  export type SearchOperation =
    | (SearchOperationOptions & { index: string; id?: SearchId | null; document: object })
    | (SearchOperationOptions & { create: string; id?: SearchId | null; document: object })
    | (SearchOperationOptions & { update: string; id: SearchId; part: object; upsert?: object | boolean; retryOnConflict?: int })
    | (SearchOperationOptions & { delete: string; id: SearchId });

  /** What all operations of {@link SearchClient.bulk} may have. */
  export interface SearchOperationOptions {
    /** Chooses the shard. */
    routing?: string;
    /** See {@link SearchDeleteOptions}. */
    ifSeqNo?: int;
    /** See {@link SearchDeleteOptions}. */
    ifPrimaryTerm?: int;
  }

  /** The options of {@link SearchClient.bulk}. */
  export interface SearchBulkOptions {
    /** When searches find the changes. */
    refresh?: SearchRefresh;
    /** Whether operations may fail: then `errors` counts them, and each has its `error`. */
    partial?: boolean;
  }

  /** The result of {@link SearchClient.bulk}. */
  export interface SearchBulk {
    /** The outcome of each operation, in their order. */
    items: SearchBulkItem[];
    /** How many operations failed. */
    errors: int;
  }

  /** The outcome of one operation of {@link SearchClient.bulk}. */
  export interface SearchBulkItem {
    /** What was to be done. */
    operation: "index" | "create" | "update" | "delete";
    /** The index. */
    index: string;
    /** The document's id; null if the cluster should have chosen one and did not. */
    id: string | null;
    /** The status that a request of its own would have. */
    status: int;
    /** What was done; missing if it failed. */
    result?: "created" | "updated" | "deleted" | "noop" | "not_found";
    /** How often the document has been written. */
    version?: int;
    /** See {@link SearchWritten}. */
    seqNo?: int;
    /** See {@link SearchWritten}. */
    primaryTerm?: int;
    /** Why it failed; null if it did not. */
    error: SearchError | null;
  }

  /** The result of {@link SearchClient.search}. */
  export interface SearchResult<T = SearchDocument> {
    /** How many documents match; null if the search does not count them. */
    total: int | null;
    /** Whether total is exact. The cluster stops counting at 10,000 unless the search has `track_total_hits: true`. */
    exact: boolean;
    /** The documents that were found: 10 unless the search has a `size`. */
    hits: SearchHit<T>[];
    /** What `aggs` of the search has computed, by name, as the cluster writes it. */
    aggregations: Record<string, any>;
    /** How long the search took, in milliseconds. */
    took: int;
    /** Whether documents may be missing, because shards failed or the search ran into its `timeout`. */
    partial: boolean;
  }

  /** A document that was found. */
  export interface SearchHit<T = SearchDocument> {
    /** Its index. */
    index: string;
    /** Its id. */
    id: string;
    /** How well it matches; null if the search is sorted by something else. */
    score: number | null;
    /** The document; null if the search or the index leaves it out. */
    source: T;
    /** The values that it is sorted by, for `search_after`. */
    sort?: any[];
    /** The fragments that match, by field. */
    highlight?: Record<string, string[]>;
    /** The values of `fields`, `docvalue_fields` and `script_fields`. */
    fields?: Record<string, any[]>;
    /** The names of the queries that match. */
    matchedQueries?: string[];
    /** How the score was computed, with `explain: true`. */
    explanation?: any;
    /** How often it has been written, with `version: true`. */
    version?: int;
    /** With `seq_no_primary_term: true`; see {@link SearchWritten}. */
    seqNo?: int;
    /** With `seq_no_primary_term: true`; see {@link SearchWritten}. */
    primaryTerm?: int;
    /** The parts of the document that match, with `inner_hits`. */
    innerHits?: Record<string, SearchHit<any>[]>;
  }

  /** The options of {@link SearchClient.scroll}. */
  export interface SearchScrollOptions {
    /** How many documents are read at once; 1000 by default, 10,000 at most. */
    size?: int;
    /** How long the cluster waits for the next page: "30s", or a number of milliseconds; "1m" by default. */
    keepAlive?: string | number;
  }

  /** The hits that {@link SearchClient.scroll} returns. They can be read once. */
  export class SearchScroll<T = SearchDocument> {
    private constructor();
    /** The next hit. */
    next(): Promise<IteratorResult<SearchHit<T>, undefined>>;
    /** Frees the cluster. A loop that is left early calls it. */
    return(value?: undefined): Promise<IteratorResult<SearchHit<T>, undefined>>;
    /** The scroll itself, for `for await`. */
    [Symbol.asyncIterator](): this;
  }

  /** The result of {@link SearchClient.request}. */
  export interface SearchResponse<T = any> {
    /** The status. */
    status: int;
    /** The body: a value if it is JSON, otherwise a text; null if it is empty. */
    body: T;
  }

  /**
   * The cluster refused a request, or could not be reached.
   *
   *     if (error instanceof SearchError && error.status === 409) throw new HttpRestException(409, "it has changed meanwhile");
   *
   * If it is not caught, it is answered with 500; with 503 if the cluster cannot be reached or is overloaded.
   */
  export class SearchError extends Error {
    /** Scripts make one in tests only. */
    constructor(message?: string, details?: { status?: int; type?: string; reason?: string; index?: string });
    /** The status of the answer; 0 if there was none. */
    status: int;
    /**
     * The cluster's name for what is wrong, such as "index_not_found_exception". Without an answer it is "unreachable",
     * "unanswered" if the request was sent and may have taken effect, or "busy" if it was not sent because too many others wait.
     */
    type: string;
    /** What the cluster says. */
    reason: string;
    /** The index. */
    index: string;
  }
}
