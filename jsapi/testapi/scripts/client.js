// app: the application over HTTP, without a network.

// TestResponse is an answer of the application. It has been read as a whole.
class TestResponse {
  #request;
  #answer;
  #headers;
  #json;
  #parsed = false;
  constructor(request, answer) {
    this.#request = request;
    this.#answer = answer;
  }
  get status() { return this.#answer.status; }
  get ok() { return this.status >= 200 && this.status < 300; }
  get headers() { return this.#headers ??= new Headers(this.#answer.headers); }
  get text() { return this.#answer.text; }
  get bytes() { return this.#answer.bytes(); }
  get json() {
    if (!this.#parsed) {
      try {
        this.#json = JSON.parse(this.text);
      } catch (error) {
        throw new SyntaxError(`the body of ${this.#request}, which answered ${this.status}, is not JSON: ${shared.brief(this.text)}`);
      }
      this.#parsed = true;
    }
    return this.#json;
  }
}

function isResponse(value) {
  return value instanceof TestResponse;
}

const bodies = ["json", "form", "body"];
const people = ["name", "roles", "scopes"];
const known = ["query", "headers", "cookies", ...bodies];

class TestClient {
  #defaults;
  constructor(defaults) {
    this.#defaults = defaults;
    for (const method of ["get", "head", "options", "post", "put", "patch", "delete"]) {
      Object.defineProperty(this, method, { value: (path, options) => this.request(method.toUpperCase(), path, options) });
    }
  }

  get queues() { return queues; }

  // fetch sends a request as the global fetch does, for clients that take such a function. The host of a URL does not count.
  get fetch() {
    return async (input, init) => {
      const request = new Request(input instanceof Request ? input : new URL(input, "http://app.invalid"), init);
      request.signal.throwIfAborted();
      const { pathname, search } = new URL(request.url);
      const body = request.body === null ? undefined : await request.arrayBuffer();
      const answered = this.request(request.method, pathname + search, { headers: request.headers, body });
      const answer = await unlessAborted(request.signal, answered);
      const headers = [...answer.headers];
      return new Response(bodiless.includes(answer.status) ? null : answer.bytes, { status: answer.status, headers });
    };
  }

  // with returns a client that sends these headers, cookies and query fields with every request.
  with(options) {
    return new TestClient(merge(this.#defaults, checked(options, "with")));
  }

  // as runs a function on behalf of a user: requests that it sends and beans that it calls are asked who that is.
  as(user, body) {
    if (!shared.isObject(user) || typeof user.name !== "string" || user.name === "") {
      throw new TypeError(`app.as takes a user such as { name: "ada", roles: ["USER"] } first, not ${shared.brief(user)}`);
    }
    for (const name of Object.keys(user)) {
      if (!people.includes(name)) throw new TypeError(`a user has no ${name}${host.near(name, people) || `; it has ${people.join(", ")}`}`);
    }
    const { name, roles = [], scopes = [] } = user;
    for (const list of [roles, scopes]) {
      if (!Array.isArray(list) || list.some((one) => typeof one !== "string")) {
        throw new TypeError(`the roles and scopes of a user must be lists of texts, not ${shared.brief(list)}`);
      }
    }
    if (typeof body !== "function") throw new TypeError(`app.as takes a function second, not ${shared.brief(body)}`);
    return host.as(name, roles, scopes, body);
  }

  async request(method, path, options = {}) {
    if (typeof method !== "string") throw new TypeError(`app.request takes a method first, not ${shared.brief(method)}`);
    const what = method.toLowerCase();
    if (typeof path !== "string" || !path.startsWith("/")) {
      throw new TypeError(`app.${what} takes a path such as "/users/1", not ${shared.brief(path)}`);
    }
    const all = merge(this.#defaults, checked(options, what));
    const target = withQuery(path, all.query);
    const headers = new Headers(all.headers);
    const cookies = Object.entries(all.cookies ?? {}).map(([name, value]) => `${name}=${value}`);
    if (cookies.length > 0) headers.append("Cookie", cookies.join("; "));
    const body = bodyOf(all, headers, what);
    return new TestResponse(`${method} ${target}`, await host.send(method, target, [...headers], body));
  }
}

const bodiless = [204, 205, 304];

// unlessAborted waits for a promise until the signal is aborted.
function unlessAborted(signal, promise) {
  return new Promise((done, fail) => {
    const end = () => fail(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    promise.then(done, fail).finally(() => signal.removeEventListener("abort", end));
  });
}

function checked(options, what) {
  if (!shared.isObject(options)) {
    throw new TypeError(`app.${what} takes options such as { json: {…} }, not ${shared.brief(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new TypeError(`app.${what} has no option ${name}${host.near(name, known) || `; it has ${known.join(", ")}`}`);
  }
  const given = bodies.filter((name) => options[name] !== undefined);
  if (given.length > 1) throw new TypeError(`app.${what} takes one body, not ${given.join(" and ")}`);
  return options;
}

function merge(defaults, options) {
  const headers = new Headers(defaults.headers);
  new Headers(options.headers).forEach((value, name) => headers.set(name, value));
  return {
    ...options, headers,
    cookies: { ...defaults.cookies, ...options.cookies },
    query: { ...defaults.query, ...options.query },
  };
}

// withQuery encodes a path as browsers do. A list adds a field for each item.
function withQuery(path, query) {
  const fields = fieldsOf(query);
  const [plain] = encodeURI(path).replace(/%25(?=[0-9A-Fa-f]{2})/g, "%").split("#");
  if (String(fields) === "") return plain;
  return `${plain}${plain.includes("?") ? "&" : "?"}${fields}`;
}

function fieldsOf(object) {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(object ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) fields.append(name, one instanceof Date ? one.toISOString() : one);
    }
  }
  return fields;
}

function bodyOf(options, headers, what) {
  const type = (value) => { if (!headers.has("Content-Type")) headers.set("Content-Type", value); };
  if (options.json !== undefined) {
    type("application/json");
    return JSON.stringify(options.json);
  }
  if (options.form !== undefined) {
    type("application/x-www-form-urlencoded");
    return String(options.form instanceof URLSearchParams ? options.form : fieldsOf(options.form));
  }
  const { body } = options;
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string") {
    type("text/plain; charset=utf-8");
    return body;
  }
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body;
  throw new TypeError(`app.${what} takes a body of text or bytes, not ${shared.brief(body)}; an object is sent with { json: … }`);
}

// queues: what the application has sent, and the delivery of it.
const queues = Object.freeze({
  sent(queue) {
    if (queue !== undefined && typeof queue !== "string") throw new TypeError(`app.queues.sent takes the name of a queue, not ${shared.brief(queue)}`);
    return host.sent(queue);
  },
  drain() { return host.drain(); },
});

return { app: new TestClient({}), isResponse };
