// Tracer, and the same for libraries that import @opentelemetry/api.

const { tracing } = host;
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN");

class Span {
  #handle;
  constructor(handle) {
    if (!tracing.isHandle(handle)) throw new TypeError("a Span cannot be made with new; call tracer.span(name, fn)");
    this.#handle = handle;
  }
  static handleOf(span) { return typeof span === "object" && span !== null && #handle in span ? span.#handle : undefined; }
  spanContext() { return tracing.context(this.#handle); }
  isRecording() { return tracing.isRecording(this.#handle); }
  setAttribute(name, value) {
    tracing.set(this.#handle, { [name]: value });
    return this;
  }
  setAttributes(attributes) {
    tracing.set(this.#handle, attributes);
    return this;
  }
  addEvent(name, attributes, time) {
    if (isTime(attributes)) [attributes, time] = [undefined, attributes];
    tracing.event(this.#handle, String(name), attributes, millis(time));
    return this;
  }
  addLink(link) {
    tracing.link(this.#handle, link?.context, link?.attributes);
    return this;
  }
  addLinks(links) {
    for (const link of links ?? []) this.addLink(link);
    return this;
  }
  setStatus(status) {
    tracing.status(this.#handle, status?.code ?? 0, String(status?.message ?? ""));
    return this;
  }
  updateName(name) {
    tracing.rename(this.#handle, String(name));
    return this;
  }
  recordException(error, time) {
    tracing.exception(this.#handle, error, millis(time));
  }
  end(time) { tracing.end(this.#handle, millis(time)); }
}

const handleOf = Span.handleOf;
delete Span.handleOf;

class Tracer {
  constructor() { throw new TypeError("a Tracer cannot be made with new; inject it with @Autowired"); }
  span(name, attributes, fn) {
    if (typeof attributes === "function") [attributes, fn] = [undefined, attributes];
    if (typeof name !== "string" || typeof fn !== "function") throw new TypeError("span takes a name and a function: tracer.span(\"read the file\", () => …)");
    return tracing.run(name, attributes, (handle) => fn(new Span(handle)));
  }
  get current() { return new Span(tracing.current()); }
}

function isTime(value) { return typeof value === "number" || Array.isArray(value) || value instanceof Date; }

// millis returns a time of OpenTelemetry's API as milliseconds since 1970; undefined for now.
function millis(time) {
  if (time === undefined || time === null) return undefined;
  if (Array.isArray(time)) return time[0] * 1e3 + time[1] / 1e6;
  if (time instanceof Date) return time.getTime();
  return time < performance.timeOrigin ? performance.timeOrigin + time : time;
}

// Context is an immutable map, as the API has it.
class Context {
  #values;
  constructor(values) { this.#values = values; }
  getValue(key) { return this.#values.get(key); }
  setValue(key, value) { return new Context(new Map(this.#values).set(key, value)); }
  deleteValue(key) {
    const values = new Map(this.#values);
    values.delete(key);
    return new Context(values);
  }
}

const rootContext = new Context(new Map());

// active returns the context of the running code, with its innermost span.
function active() {
  const { context = rootContext, isInner, handle } = tracing.active();
  return isInner ? context.setValue(spanKey, new Span(handle)) : context;
}

function withContext(context, fn, self, ...args) {
  return tracing.enter(context, handleOf(context?.getValue?.(spanKey)), () => Reflect.apply(fn, self, args));
}

const contextManager = {
  active,
  with: withContext,
  bind(context, target) {
    if (typeof target !== "function") return target;
    return function (...args) { return withContext(context, target, this, ...args); };
  },
  enable() { return this; },
  disable() { return this; },
};

class ApiTracer {
  startSpan(name, options = {}, context = active()) {
    const parent = options.root ? undefined : context?.getValue?.(spanKey);
    const span = new Span(tracing.start(String(name), options.kind ?? 0, options.attributes, millis(options.startTime), handleOf(parent)));
    return span.addLinks(options.links);
  }
  startActiveSpan(name, ...rest) {
    const fn = rest.pop();
    const [options, context = active()] = rest;
    if (typeof fn !== "function") return undefined;
    const span = this.startSpan(name, options, context);
    return withContext(context.setValue(spanKey, span), fn, undefined, span);
  }
}

const apiTracer = new ApiTracer();

const propagator = {
  fields() { return ["traceparent", "tracestate"]; },
  inject(context, carrier, setter) {
    const of = context?.getValue?.(spanKey)?.spanContext?.();
    if (!of || /^0*$/.test(of.traceId)) return;
    setter.set(carrier, "traceparent", `00-${of.traceId}-${of.spanId}-0${of.traceFlags & 1}`);
    const state = of.traceState?.serialize?.();
    if (state) setter.set(carrier, "tracestate", state);
  },
  extract(context, carrier, getter) {
    const header = getter.get(carrier, "traceparent");
    const handle = tracing.read(String(Array.isArray(header) ? header[0] : header ?? ""), String(getter.get(carrier, "tracestate") ?? ""));
    return handle === undefined ? context : context.setValue(spanKey, new Span(handle));
  },
};

// The object that @opentelemetry/api finds, whatever its 1.x version.
const openTelemetry = {
  version: "1.999.0",
  trace: { getTracer() { return apiTracer; } },
  context: contextManager,
  propagation: propagator,
};

return { Tracer, openTelemetry };
