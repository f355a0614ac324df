// The HTTP client. The host sends the requests; secrets of the configuration stay there.

const errorBody = 2000; // maximum characters of a body that an error keeps
const options = ["query", "headers", "json", "form", "body", "timeout", "retry", "signal", "redirect", "throwHttpErrors"];

// hide sets a property that is not enumerable: JSON and loops do not see it.
function hide(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

class HttpClientError extends Error {
  constructor(message, response, body = "") {
    super(message);
    hide(this, "name", "HttpClientError");
    hide(this, "response", response);
    this.status = response.status;
    this.body = body;
  }
}

let making = null; // the client that the host is making

class HttpClient {
  #base; // a URL without a trailing slash, or empty
  #what; // description for people
  #fetch;

  constructor() {
    if (making === null) {
      throw new TypeError("an HttpClient cannot be made with new; configure it under http.clients, and inject it with @Autowired");
    }
    ({ base: this.#base, what: this.#what, fetch: this.#fetch } = making);
    making = null;
  }

  get(path, options) { return this.request("GET", path, options); }
  head(path, options) { return this.request("HEAD", path, options); }
  post(path, options) { return this.request("POST", path, options); }
  put(path, options) { return this.request("PUT", path, options); }
  patch(path, options) { return this.request("PATCH", path, options); }
  delete(path, options) { return this.request("DELETE", path, options); }

  request(method, path, options) {
    const answer = this.#exchange(method, path, options ?? {});
    for (const [name, read] of readers) hide(answer, name, read);
    return answer;
  }

  async #exchange(method, path, options) {
    checkOptions(options);
    const url = this.#target(path, options.query);
    const init = { method, ...contentOf(options), signal: options.signal, redirect: options.redirect };
    const response = await this.#fetch(url, init, limitsOf(options));
    const redirected = options.redirect === "manual" && response.status >= 300 && response.status < 400;
    if (response.ok || redirected || options.throwHttpErrors === false) return response;
    throw await failure(String(method), url, response);
  }

  // #target returns the URL of a path, which cannot leave the base URL.
  #target(path, query) {
    const text = typeof path === "string" || path instanceof URL ? String(path).trim() : "";
    let url;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
      url = new URL(text);
    } else if (typeof path !== "string") {
      throw new TypeError(`${this.#what} takes a path as a text, or a URL`);
    } else if (this.#base === "") {
      throw new TypeError(`${this.#what} has no base URL, so it takes whole URLs such as https://api.example.com${text.startsWith("/") ? text : "/" + text}`);
    } else {
      url = new URL(/^(?:$|[?#])/.test(text) ? this.#base + text : `${this.#base}/${text.replace(/^\/+/, "")}`);
    }
    this.#keepWithin(url);
    addQuery(url.searchParams, query);
    return url;
  }

  #keepWithin(url) {
    if (this.#base === "") return;
    const base = new URL(this.#base);
    const path = base.pathname.replace(/\/$/, "");
    if (url.origin !== base.origin || url.pathname !== path && !url.pathname.startsWith(path + "/")) {
      throw new TypeError(`${this.#what} only sends requests below ${this.#base}, not to ${url.origin}${url.pathname}`);
    }
  }
}

// readers are additional methods of the promise of a response.
const readers = ["json", "text", "bytes", "arrayBuffer"].map((name) => [name, function () { return this.then((response) => response[name]()); }]);

function checkOptions(given) {
  for (const name of Object.keys(given)) {
    if (!options.includes(name)) throw new TypeError(`HttpClient has no option ${name}; it has ${options.join(", ")}`);
  }
  const bodies = ["json", "form", "body"].filter((name) => given[name] !== undefined);
  if (bodies.length > 1) throw new TypeError(`a request has one body: ${bodies.join(" or ")}, not both`);
}

// contentOf returns the headers and the body of a request.
function contentOf({ headers: given, json, form, body }) {
  const headers = new Headers(given);
  const type = (text) => { if (!headers.has("content-type")) headers.set("content-type", text); };
  if (json !== undefined) {
    body = JSON.stringify(json);
    if (body === undefined) throw new TypeError("`json` cannot be written as JSON");
    type("application/json");
  } else if (form !== undefined) {
    body = form;
    if (!(form instanceof URLSearchParams)) addQuery(body = new URLSearchParams(), form);
  }
  return { headers, body };
}

// addQuery adds names and values. A list adds its name several times; null and undefined are left out.
function addQuery(params, query) {
  if (query === undefined || query === null) return;
  const pairs = typeof query === "string" || query instanceof URLSearchParams ? new URLSearchParams(query) : Object.entries(query);
  for (const [name, values] of pairs) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== undefined && value !== null) params.append(name, value instanceof Date ? value.toISOString() : String(value));
    }
  }
}

function limitsOf({ timeout, retry }) {
  return { timeout: timeout === undefined ? undefined : milliseconds(timeout), retries: triesOf(retry) };
}

function milliseconds(timeout) {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)\s*$/.exec(timeout) ?? [];
  const value = typeof timeout === "number" ? timeout : Number(amount) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit];
  if (!(value > 0)) throw new TypeError('`timeout` must be a duration such as "5s", or a number of milliseconds');
  return value;
}

function triesOf(retry) {
  if (retry === undefined) return undefined;
  const most = retry === false ? 0 : typeof retry === "object" ? retry?.max : retry;
  if (!Number.isInteger(most) || most < 0 || most > 100) throw new TypeError("`retry` must be false, or the number of retries: 3, or { max: 3 }");
  return most;
}

// failure returns the error for a response. A query may contain secrets, so the message leaves it out.
async function failure(method, url, response) {
  let body = "";
  try {
    body = (await response.clone().text()).slice(0, errorBody);
  } catch {} // the status is enough
  const reason = response.statusText && ` ${response.statusText}`;
  return new HttpClientError(`${method} ${url.origin}${url.pathname} was answered with ${response.status}${reason}`, response, body);
}

// newHttpClient makes a client for the host.
function newHttpClient(base, what, fetch) {
  making = { base, what, fetch };
  return new HttpClient();
}

return { HttpClient, HttpClientError, newHttpClient };
