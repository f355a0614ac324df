// The matchers that compare a value with the text of an earlier run.

const { brief, equal, full, isObject, matchers, pretty, withProperties } = shared;

// shownHeaders are those of a response that are the same in each run.
const shownHeaders = ["allow", "cache-control", "content-disposition", "content-language", "content-type", "link", "location", "www-authenticate"];

// TestResponse is what a snapshot has of a response of app.
class TestResponse {
  constructor(response) {
    this.status = response.status;
    this.headers = {};
    for (const name of shownHeaders) {
      if (response.headers.has(name)) this.headers[name] = response.headers.get(name);
    }
    const type = this.headers["content-type"] ?? "";
    if (/[/+]json\b/.test(type) && response.text !== "") this.body = withoutTrace(response.json, type);
    else if (/^text\/|[/+]xml\b|javascript|urlencoded/.test(type)) this.body = response.text;
    else if (response.bytes.length > 0) this.body = `${response.bytes.length} bytes`;
  }
}

// withoutTrace leaves out what is another in each run of a problem.
function withoutTrace(body, type) {
  if (!type.startsWith("application/problem+json") || !isObject(body)) return body;
  const { traceId, ...rest } = body;
  return rest;
}

const shown = (value) => shared.isResponse(value) ? new TestResponse(value) : value;

// compare returns the outcome of a comparison. call: { error, state } of the matcher.
function compare(call, method, received, { properties, hint, given, inline }) {
  if (call.state.not) throw new TypeError(`${method} cannot be used with not`);
  let value = shown(received);
  if (properties !== undefined) {
    if (!isObject(value)) throw new TypeError(`${method} with properties takes an object, not ${brief(received)}`);
    if (!equal(value, properties, { partial: true })) {
      const sides = () => ({ expected: full(properties, value, { types: false }), received: full(value, properties, { types: false, only: true }) });
      return { pass: false, says: `to match the properties ${brief(properties)}`, sides };
    }
    value = withProperties(value, properties);
  }
  const at = inline ? { at: call.error, method, properties: properties !== undefined, given } : undefined;
  const { pass, missing, key, ...sides } = host.snapshot(pretty(value), hint, at);
  if (missing) {
    return { pass, says: `to match the snapshot "${key}"`, but: "there is none, and none is written while CI is set", note: `it would be ${sides.received}` };
  }
  const short = /\n/.test(sides.expected) || sides.expected.length > 60 ? "" : `: ${sides.expected}`;
  return { pass, says: `to match the snapshot "${key}"${short}`, sides: () => sides };
}

// split tells an object of properties, which may be left out, from the arguments after it.
function split(args, method) {
  const [first, ...rest] = args;
  if (first === undefined || typeof first === "string") return { properties: undefined, rest: first === undefined ? rest : args };
  if (!isObject(first)) throw new TypeError(`${method} takes an object of properties or a text, not ${brief(first)}`);
  return { properties: first, rest };
}

Object.assign(matchers, {
  toMatchSnapshot(received, ...args) {
    const { properties, rest: [hint] } = split(args, "toMatchSnapshot");
    return compare(this, "toMatchSnapshot", received, { properties, hint });
  },
  toMatchInlineSnapshot(received, ...args) {
    const { properties, rest: [given, hint] } = split(args, "toMatchInlineSnapshot");
    return compare(this, "toMatchInlineSnapshot", received, { properties, given, hint, inline: true });
  },
  toThrowErrorMatchingSnapshot(received, hint) {
    return thrown(this, "toThrowErrorMatchingSnapshot", received, { hint });
  },
  toThrowErrorMatchingInlineSnapshot(received, given, hint) {
    return thrown(this, "toThrowErrorMatchingInlineSnapshot", received, { given, hint, inline: true });
  },
});

function thrown(call, method, received, how) {
  const outcome = shared.thrownBy(received, method);
  if (!outcome.threw) return { subject: "the function", pass: false, says: "to throw", but: "it returned" };
  return { ...compare(call, method, outcome.error, how), subject: brief(outcome.error) };
}

return {};
