// The classes for calls by agents, and for the answers to them.

const { HttpRestException, base64 } = host;

// hide sets a property that is not enumerable: JSON and loops do not see it.
function hide(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

class McpToolInterceptor {
  isVisible() { return true; }
  isResourceVisible() { return true; }
  isPromptVisible() { return true; }
  beforeCall() {}
  afterCall() {}
}

class McpToolContext {
  constructor() { throw new TypeError("an McpToolContext cannot be made with new; take it as a parameter of a tool's method"); }
}

// The exceptions extend those of HTTP: an endpoint that is also a tool can throw them for both kinds of clients.
class McpToolArgumentException extends HttpRestException {
  constructor(message = "the arguments cannot be used") {
    super(400, message);
    hide(this, "name", "McpToolArgumentException");
  }
}

class McpToolDeniedException extends HttpRestException {
  constructor(message = "not permitted") {
    super(403, message);
    hide(this, "name", "McpToolDeniedException");
  }
}

class McpResourceNotFoundException extends HttpRestException {
  constructor(message = "Resource not found") {
    super(404, message);
    hide(this, "name", "McpResourceNotFoundException");
  }
}

function textOf(value, where) {
  if (typeof value !== "string") throw new TypeError(`${where} takes a text`);
  return value;
}

function mediaOf(value, where) {
  if (typeof value !== "string" || !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;.*)?$/.test(value)) {
    throw new TypeError(`${where} takes a media type, such as "image/png"`);
  }
  return value;
}

function uriOf(value, where) {
  if (typeof value?.uri !== "string" || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(value.uri)) throw new TypeError(`${where} takes an object with a uri`);
  return value.uri;
}

// some copies those of the named members that exist.
function some(from, names, into) {
  for (const name of names) if (from[name] !== undefined && from[name] !== null) into[name] = from[name];
  return into;
}

let making = null; // the blocks of the content that is being made

class McpContent {
  constructor() {
    if (making === null) throw new TypeError("McpContent cannot be made with new; use McpContent.text(…), .image(…), .audio(…), .link(…), .resource(…), .blob(…) or .of(…)");
    hide(this, "$parts", making);
    hide(this, "$structured", undefined);
    making = null;
  }

  static text(text) { return made({ type: "text", text: textOf(text, "McpContent.text") }); }
  static image(data, mimeType) { return binary("image", data, mimeType, "McpContent.image"); }
  static audio(data, mimeType) { return binary("audio", data, mimeType, "McpContent.audio"); }

  static link(resource) {
    const uri = uriOf(resource, "McpContent.link");
    return made(some(resource, ["title", "description", "mimeType", "size"], { type: "resource_link", uri, name: String(resource.name ?? uri) }));
  }

  static resource(resource) {
    const where = "McpContent.resource";
    const inner = some(resource ?? {}, ["mimeType"], { uri: uriOf(resource, where) });
    if (resource.blob !== undefined) inner.blob = base64(resource.blob, where);
    else inner.text = textOf(resource.text, where);
    return made({ type: "resource", resource: inner });
  }

  static blob(data, mimeType = "application/octet-stream") {
    return made({ type: "blob", blob: base64(data, "McpContent.blob"), mimeType: mediaOf(mimeType, "McpContent.blob") });
  }

  static of(...parts) {
    return made(...parts.flat().flatMap((part) => {
      if (typeof part === "string") return [{ type: "text", text: part }];
      if (part instanceof McpContent) return part.$parts;
      throw new TypeError("McpContent.of takes texts and McpContents");
    }));
  }

  withStructured(object) {
    if (object === null || typeof object !== "object" || Array.isArray(object)) throw new TypeError("withStructured takes an object");
    this.$structured = object;
    return this;
  }

  toJSON() { return this.$structured === undefined ? { content: this.$parts } : { content: this.$parts, structuredContent: this.$structured }; }
}

function made(...parts) {
  making = parts;
  return new McpContent();
}

function binary(type, data, mimeType, where) {
  return made({ type, data: base64(data, where), mimeType: mediaOf(mimeType, where) });
}

return {
  McpToolInterceptor, McpToolContext, McpContent,
  McpToolArgumentException, McpToolDeniedException, McpResourceNotFoundException,
};
