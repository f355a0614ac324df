// What answers of a search cluster become.

const { SearchError, searchErrors: { causeOf, textOf } } = host;
const { parse } = JSON; // as it was before any user code ran

// itemOf returns the outcome of one operation of a bulk.
function itemOf(item) {
  const [operation] = Object.keys(item);
  const { _index: index, _id: id, _version: version, _seq_no: seqNo, _primary_term: primaryTerm, status, result, error } = item[operation];
  if (error === undefined) return { operation, index, id, status, result, version, seqNo, primaryTerm, error: null };
  const { type, reason } = causeOf(error);
  return { operation, index, id, status, error: new SearchError(textOf(type, reason), { status, type, reason, index }) };
}

// written returns what a write has changed.
const written = ({ _id: id, _version: version, _seq_no: seqNo, _primary_term: primaryTerm, result }) =>
  ({ id, version, seqNo, primaryTerm, created: result === "created" });

// details are the properties of a hit that only some searches ask for.
const details = {
  sort: "sort", highlight: "highlight", fields: "fields", matchedQueries: "matched_queries", explanation: "_explanation",
  version: "_version", seqNo: "_seq_no", primaryTerm: "_primary_term",
};

function hitOf(hit, make) {
  const shaped = { index: hit._index, id: hit._id, score: hit._score ?? null, source: make(hit._source) };
  for (const [name, theirs] of Object.entries(details)) {
    if (hit[theirs] !== undefined) shaped[name] = hit[theirs];
  }
  if (hit.inner_hits !== undefined) shaped.innerHits = Object.fromEntries(Object.entries(hit.inner_hits).map(innerHits));
  return shaped;
}

const innerHits = ([name, inner]) => [name, inner.hits.hits.map((hit) => hitOf(hit, (source) => source ?? null))];

// fill sets the fields of a document. Fields that are declared as dates become dates.
function fill(object, source, dates) {
  for (const [name, value] of Object.entries(source)) {
    const field = dates.includes(name) ? dateOf(value) : value;
    if (name === "__proto__") Object.defineProperty(object, name, { value: field, writable: true, enumerable: true, configurable: true });
    else object[name] = field;
  }
  return object;
}

function dateOf(value) {
  if (typeof value !== "string" && typeof value !== "number") return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date;
}

// anyOf returns what a body contains: JSON, or else its text; null if it is empty.
function anyOf(text) {
  if (text === "") return null;
  try {
    return parse(text);
  } catch {
    return text;
  }
}

return { searchAnswers: { anyOf, fill, hitOf, itemOf, written } };
