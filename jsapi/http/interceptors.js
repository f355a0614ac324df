// The base classes of interceptors and configurers, and the registry that is passed to a WebMvcConfigurer.

class HandlerInterceptor {
  preHandle() { return true; }
  postHandle() {}
  afterCompletion() {}
}

class ControllerInterceptor {
  preHandle() { return true; }
  postHandle() {}
}

class WebMvcConfigurer {
  addInterceptors() {}
}

class ErrorController {
  handleError() { throw new TypeError(`${this.constructor.name} extends ErrorController, but has no method handleError`); }
}

class InterceptorRegistry {
  // The host reads the entries and closes the registry after all configurers have run.
  $entries = [];
  $closed = false;

  addInterceptor(interceptor, ...patterns) {
    if (this.$closed) throw new TypeError("addInterceptor was called after the application had started; add interceptors in addInterceptors");
    if (!isInterceptor(interceptor)) {
      throw new TypeError("addInterceptor takes an object with preHandle, postHandle or afterCompletion, such as a HandlerInterceptor");
    }
    const entry = { interceptor, patterns: patterns.flat().map(patternOf), excludes: [], order: 0, place: host.callerPlace() };
    this.$entries.push(entry);
    return new InterceptorRegistration(entry);
  }
}

class InterceptorRegistration {
  #entry;
  constructor(entry) { this.#entry = entry; }
  exclude(...patterns) {
    this.#entry.excludes.push(...patterns.flat().map(patternOf));
    return this;
  }
  order(order) {
    if (!Number.isInteger(order)) throw new TypeError("order takes a whole number; the smallest runs first");
    this.#entry.order = order;
    return this;
  }
}

function isInterceptor(value) {
  return value !== null && typeof value === "object" &&
    ["preHandle", "postHandle", "afterCompletion"].some((name) => typeof value[name] === "function");
}

// patternOf reads a string or a RegExp. The host throws for a pattern that it cannot match.
function patternOf(pattern) {
  let text = pattern;
  if (pattern instanceof RegExp) {
    const flags = pattern.flags.replace(/[gu]/g, "");
    if (flags !== "" && flags !== "i") throw new TypeError(`the pattern ${pattern} has flags that path patterns do not support`);
    text = (flags === "i" ? "(?i)" : "") + pattern.source;
  }
  if (typeof text !== "string") throw new TypeError(`a path pattern must be a text or a regular expression, not ${typeof pattern}`);
  host.checkPattern(text);
  return text;
}

return { HandlerInterceptor, ControllerInterceptor, WebMvcConfigurer, ErrorController, InterceptorRegistry };
