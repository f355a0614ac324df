// The HTTP part of "fwrun": what handlers return, throw and declare with. It runs once
// in every VM; host holds what Go supplies.

class HttpStatus {
  #code;
  #reason;
  constructor(code, reason) {
    this.#code = code;
    this.#reason = reason;
    Object.freeze(this);
  }
  /** The status of a number: HttpStatus.of(404) is HttpStatus.NOT_FOUND. */
  static of(code) {
    return statuses.get(code) ?? new HttpStatus(code, "");
  }
  getValue() { return this.#code; }
  getReasonPhrase() { return this.#reason; }
  valueOf() { return this.#code; }
  toString() { return `${this.#code} ${this.#reason}`; }
  toJSON() { return this.#code; }
}

const statuses = new Map();
for (const [name, code, reason] of host.statuses) {
  const status = new HttpStatus(code, reason);
  Object.defineProperty(HttpStatus, name, { value: status, enumerable: true });
  if (!statuses.has(code)) statuses.set(code, status);
}
Object.freeze(HttpStatus);

// codeOf reads a status argument: an HttpStatus or a number.
function codeOf(status, where) {
  const code = status instanceof HttpStatus ? status.getValue() : status;
  if (!Number.isInteger(code) || code < 100 || code > 599) {
    throw new RangeError(`${where} takes an HttpStatus such as HttpStatus.CONFLICT, or a number from 100 to 599`);
  }
  return code;
}

function textOf(value, where) {
  if (value === undefined || value === null) throw new TypeError(`${where} takes a text, not ${value}`);
  return String(value);
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

// What RFC 6265 lets a cookie hold: visible ASCII but quotes, comma, semicolon, backslash.
const cookieText = /^[!#-+\--:<-[\]-~]*$/;

function headerName(name) {
  if (!token.test(name)) throw new TypeError(`${JSON.stringify(String(name))} is not a header name`);
  return name;
}

// define sets a property that JSON and loops do not see.
function define(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

// headerText refuses what could end a header line early.
function headerText(value, where) {
  const text = textOf(value, where);
  if (/[\r\n\0]/.test(text)) throw new TypeError(`${where} takes a text without line breaks`);
  return text;
}

class ResponseEntity {
  // Fields with a $ are the host's to read; scripts use the methods.
  constructor(status = 0) {
    this.$status = status;
    this.$body = undefined;
    this.$format = 0;
    this.$type = "";
    this.$headers = null;
    this.$cookies = null;
  }

  static ok(body) { return entity(200, body); }
  static created(location) { return entity(201).withHeader("Location", textOf(location, "ResponseEntity.created")); }
  static accepted(body) { return entity(202, body); }
  static noContent() { return entity(204); }
  static badRequest(body) { return entity(400, body); }
  static unauthorized(body) { return entity(401, body); }
  static notFound(body) { return entity(404, body); }
  static unprocessableEntity(body) { return entity(422, body); }
  static status(status) { return entity(codeOf(status, "ResponseEntity.status")); }

  withJson(body) { return this.#set(body, 1, "application/json"); }
  withXml(body) { return this.#set(body, 2, "application/xml"); }
  setBody(body) { this.$body = body; return this; }
  withHeader(name, value) {
    (this.$headers ??= []).push(headerName(name), headerText(value, "withHeader"));
    return this;
  }
  withStatusCode(code) { this.$status = codeOf(code, "withStatusCode"); return this; }
  withStatus(status) { this.$status = codeOf(status, "withStatus"); return this; }
  withContentType(type) { this.$type = headerText(type, "withContentType"); return this; }
  withContentLength(bytes) {
    if (!Number.isInteger(bytes) || bytes < 0) throw new RangeError("withContentLength takes a number of bytes");
    return this.withHeader("Content-Length", bytes);
  }
  withCookie(name, value = "", expires = 0, path = "", domain = "", secure = false, httponly = false, samesite = "") {
    if (!token.test(name)) throw new TypeError(`${JSON.stringify(String(name))} is not a cookie name`);
    if (!cookieText.test(value)) {
      throw new TypeError(`the value of the cookie ${name} has a character that cookies cannot hold; encode it with encodeURIComponent`);
    }
    if (expires instanceof Date) expires = Math.floor(expires.getTime() / 1000);
    if (!Number.isInteger(expires)) throw new TypeError("withCookie takes `expires` as a Unix timestamp in seconds, or a Date");
    if (samesite !== "" && !/^(strict|lax|none)$/i.test(samesite)) throw new TypeError("withCookie takes `samesite` as Strict, Lax or None");
    for (const part of [path, domain]) {
      if (/[;\r\n\0]/.test(part)) throw new TypeError("withCookie takes path and domain without semicolons");
    }
    (this.$cookies ??= []).push([name, String(value), expires, path, domain, Boolean(secure), Boolean(httponly), samesite]);
    return this;
  }
  build() { return this; }

  #set(body, format, type) {
    this.$body = body;
    this.$format = format;
    this.$type = type;
    return this;
  }
}

function entity(status, body) {
  const made = new ResponseEntity(status);
  if (body !== undefined) made.$body = body;
  return made;
}

class HttpRestException extends Error {
  constructor(status, message, headers = {}) {
    const code = codeOf(status, "HttpRestException");
    super(message ?? HttpStatus.of(code).getReasonPhrase());
    const flat = [];
    for (const [name, value] of Object.entries(headers)) {
      flat.push(headerName(name), headerText(value, "HttpRestException"));
    }
    define(this, "name", "HttpRestException");
    define(this, "$headers", flat);
    this.status = code;
  }
  getStatus() { return HttpStatus.of(this.status); }
  getHeaders() {
    const pairs = [];
    for (let i = 0; i < this.$headers.length; i += 2) pairs.push([this.$headers[i], this.$headers[i + 1]]);
    return pairs;
  }
}

const RequestMethod = Object.freeze(Object.fromEntries(host.methods.map((method) => [method, method])));

// A request is the host's own object; scripts cannot make one.
class HttpRequest {
  constructor() { throw new TypeError("an HttpRequest cannot be made; declare a parameter of that type"); }
}

return { HttpStatus, ResponseEntity, HttpRestException, RequestMethod, HttpRequest };
