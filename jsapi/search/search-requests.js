// What requests to a search cluster are made of: paths, parameters and bodies.

const { stringify } = JSON; // as it was before any user code ran

const absent = (value) => value === undefined || value === null;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// optionsOf checks the names of options.
function optionsOf(method, options, names) {
  if (absent(options)) return {};
  if (!isObject(options)) throw new TypeError(`the options of ${method} must be an object`);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(`SearchClient.${method} has no option ${name}; it has ${names.join(", ")}`);
  }
  return options;
}

// parametersOf returns the options that are parameters of requests, by the cluster's names.
function parametersOf({ refresh, routing, ifSeqNo, ifPrimaryTerm, retryOnConflict }) {
  if (![undefined, null, true, false, "wait_for"].includes(refresh)) throw new TypeError("`refresh` must be true, false or \"wait_for\"");
  const all = { refresh, routing, if_seq_no: ifSeqNo, if_primary_term: ifPrimaryTerm, retry_on_conflict: retryOnConflict };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !absent(value)));
}

// queryText returns the query of a URL.
function queryText(parameters) {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? "" : "?" + pairs.join("&");
}

// json writes an object.
function json(value, what) {
  const text = isObject(value) ? stringify(value) : undefined;
  if (text === undefined) throw new TypeError(`${what} must be an object`);
  return text;
}

// anyJson writes the body of a request that a script has made. A text is a body already.
function anyJson(body) {
  if (absent(body)) return undefined;
  if (typeof body === "string") return body;
  const text = stringify(body);
  if (text === undefined) throw new TypeError("the body cannot be written as JSON");
  return text;
}

// plain returns a search, which without one finds everything.
function plain(query) {
  if (absent(query)) return {};
  if (!isObject(query)) throw new TypeError("a query must be an object such as { query: { match: { name: \"tea\" } } }");
  return query;
}

// changeOf writes the body of an update.
function changeOf(part, upsert) {
  if (!isObject(part)) throw new TypeError("the changes of a document must be an object such as { price: 5 }");
  const change = { doc: part };
  if (upsert === true) change.doc_as_upsert = true;
  else if (isObject(upsert)) change.upsert = upsert;
  else if (!absent(upsert) && upsert !== false) throw new TypeError("`upsert` must be a document, or true to insert the part");
  return stringify(change);
}

// leaves reports whether a path with a text in it may lead to another place. A proxy takes . and .. for folders, even
// if they are escaped.
const leaves = (text) => text.split(/[/\\]|%2f|%5c/i).some((part) => /^(?:\.|%2e){1,2}$/i.test(part));

// segmentOf returns an id as a part of a path.
function segmentOf(id) {
  const text = textOfId(id);
  if (leaves(text)) throw new TypeError(`the id ${text} cannot be sent: a proxy could take its dots for folders`);
  return encodeURIComponent(text);
}

function textOfId(id) {
  const text = ["string", "number", "bigint"].includes(typeof id) ? String(id) : "";
  if (text === "") throw new TypeError("an id must be a number, or a text that is not empty");
  return text;
}

// single returns the path of one index.
function single(index) {
  checkName(index);
  return `/${encodeURIComponent(index)}`;
}

// several returns the path of indices: a name, a pattern, or an array of them.
function several(index) {
  const names = typeof index === "string" ? index.split(",") : index;
  if (!Array.isArray(names) || names.length === 0) {
    throw new TypeError("an index must be a name, a pattern such as \"logs-*\", or an array of them; \"_all\" means every index");
  }
  for (const name of names) if (name !== "_all") checkName(name);
  return `/${names.map((name) => encodeURIComponent(name)).join(",")}`;
}

// checkName refuses what cannot be the name of an index. A name that begins with _ is that of a function of the cluster.
function checkName(name) {
  if (typeof name !== "string" || name === "") throw new TypeError("the name of an index must be a text that is not empty");
  if (name.startsWith("_") || leaves(name)) throw new TypeError(`${name} cannot be the name of an index`);
}

// nameOf returns the name of indices in errors.
const nameOf = (index) => Array.isArray(index) ? index.join(",") : String(index);

// checkRequest checks a request that a script has made.
function checkRequest(method, path) {
  if (typeof method !== "string" || !/^[a-z]+$/i.test(method)) throw new TypeError("a method must be a text such as \"GET\"");
  if (typeof path !== "string" || !/^\/(?!\/)[!-~]*$/.test(path) || /[\\#]/.test(path)) {
    throw new TypeError("a path must begin with one / and be escaped, such as \"/_cat/indices?format=json\"; use encodeURIComponent for names");
  }
  if (leaves(path.split("?", 1)[0])) throw new TypeError("a path must not have the parts . or ..");
}

const verbs = ["index", "create", "update", "delete"];
const metadata = ["id", "routing", "ifSeqNo", "ifPrimaryTerm"];
const properties = {
  index: [...metadata, "document"], create: [...metadata, "document"],
  update: [...metadata, "part", "upsert", "retryOnConflict"], delete: metadata,
};

// bulkLines returns the lines of one operation of a bulk.
function bulkLines(operation, position) {
  const what = `operation ${position + 1}`;
  const verb = verbOf(operation, what);
  checkName(operation[verb]);
  const head = { _index: operation[verb], ...parametersOf({ ...operation, refresh: undefined }) };
  if (!absent(operation.id) || verb === "update" || verb === "delete") head._id = textOfId(operation.id);
  const line = stringify({ [verb]: head });
  switch (verb) {
    case "delete": return [line];
    case "update": return [line, changeOf(operation.part, operation.upsert)];
    default: return [line, json(operation.document, `the document of ${what}`)];
  }
}

function verbOf(operation, what) {
  const named = verbs.filter((verb) => isObject(operation) && operation[verb] !== undefined);
  if (named.length !== 1) throw new TypeError(`${what} must have one of ${verbs.join(", ")}, with the name of the index`);
  const [verb] = named;
  for (const name of Object.keys(operation)) {
    if (name !== verb && !properties[verb].includes(name)) {
      throw new TypeError(`${what} has no property ${name}; with ${verb} it has ${properties[verb].join(", ")}`);
    }
  }
  return verb;
}

return {
  searchRequests: {
    absent, anyJson, bulkLines, changeOf, checkRequest, json, nameOf, optionsOf, parametersOf, plain, queryText, segmentOf, several, single,
  },
};
