// The responses that handlers return.

const { HttpStatus, codeOf, textOf, token, headerName, headerText } = host;

// A body that is a file. The host reads the fields.
class FileBody {
  constructor(file, { root = "", name, type = "", inline, cacheControl = "" } = {}) {
    const where = "withFile";
    this.file = typeof file === "string" ? file : fileOf(file);
    this.root = textOf(root, where);
    this.name = name === undefined ? "" : textOf(name, where);
    this.type = headerText(type, where);
    this.cacheControl = headerText(cacheControl, where);
    this.disposition = inline ? "inline" : name !== undefined || inline === false ? "attachment" : "";
    if (typeof this.file === "object" && this.root !== "") throw new TypeError("withFile takes the option `root` only with the path of a file, not with an uploaded file");
    Object.freeze(this);
  }
}

// checkCookieRules throws for cookies that browsers would silently drop.
function checkCookieRules(name, path, domain, secure, samesite) {
  const prefix = /^__(secure|host)-/i.exec(name)?.[1].toLowerCase();
  if (!secure && /^none$/i.test(samesite)) throw new TypeError(`the cookie ${name} has SameSite=None, which needs secure: browsers drop it otherwise`);
  if (!secure && prefix) throw new TypeError(`the cookie ${name} needs secure because of the prefix of its name: browsers drop it otherwise`);
  if (prefix === "host" && (path !== "/" || domain !== "")) {
    throw new TypeError(`the cookie ${name} needs the path "/" and no domain because of the prefix of its name: browsers drop it otherwise`);
  }
}

function fileOf(value) {
  if (!host.isFile(value)) throw new TypeError("withFile takes the path of a file, or an uploaded file");
  return value;
}

class ResponseEntity {
  // The host reads the fields with a $; scripts use the methods.
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

  withJson(body) { return put(this, body, 1, "application/json"); }
  withXml(body, root = "") {
    this.$root = textOf(root, "withXml");
    return put(this, body, 2, "application/xml");
  }
  withEvents(events) { return put(this, events, host.formats.EVENTS, "text/event-stream"); }
  withFile(file, options) { return put(this, new FileBody(file, options), 0, ""); }
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
    if (!token.test(name)) throw new TypeError(`${JSON.stringify(String(name))} is not a valid cookie name`);
    if (expires instanceof Date) expires = Math.floor(expires.getTime() / 1000);
    if (!Number.isInteger(expires)) throw new TypeError("withCookie takes `expires` as a Unix timestamp in seconds, or a Date");
    if (samesite !== "" && !/^(strict|lax|none)$/i.test(samesite)) throw new TypeError("withCookie takes `samesite` as Strict, Lax or None");
    for (const part of [path, domain]) {
      if (/[;\r\n\0]/.test(part)) throw new TypeError("withCookie takes path and domain without semicolons");
    }
    checkCookieRules(name, path, domain, secure, samesite);
    (this.$cookies ??= []).push([name, String(value), expires, path, domain, Boolean(secure), Boolean(httponly), samesite]);
    return this;
  }
  build() { return this; }

  getStatus() { return HttpStatus.of(this.$status || 200); }
  getBody() { return this.$body; }
  getHeaders() {
    const pairs = [];
    for (let i = 0; i < (this.$headers?.length ?? 0); i += 2) pairs.push([this.$headers[i], this.$headers[i + 1]]);
    return pairs;
  }
}

// A private method would be a member that the constructor adds: the host makes responses without it.
function put(entity, body, format, type) {
  entity.$body = body;
  entity.$format = format;
  entity.$type = type;
  return entity;
}

function entity(status, body) { return host.newEntity(status, body); }

// mergeResponse merges a response that a handler has returned into the one that interceptors see. Its status and body
// win; headers and cookies add up.
function mergeResponse(response, result) {
  if (result === response) return;
  if (result.$status) response.$status = result.$status;
  for (const field of ["$body", "$format", "$type"]) response[field] = result[field];
  if (result.$root !== undefined) response.$root = result.$root;
  for (const list of ["$headers", "$cookies"]) {
    if (result[list]) response[list] = [...(response[list] ?? []), ...result[list]];
  }
}

return { ResponseEntity, FileBody, mergeResponse };
