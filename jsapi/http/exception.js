// The exceptions that handlers throw.

const { HttpStatus, codeOf, headerName, headerText } = host;

// An application may replace what the language has: what a client sees does not depend on it.
const { defineProperty, entries } = Object;

// define sets a property that is not enumerable: JSON and loops do not see it.
function define(object, name, value) {
  defineProperty(object, name, { value, writable: true, configurable: true });
}

class HttpRestException extends Error {
  constructor(status, message, headers = {}) {
    const code = codeOf(status, "HttpRestException");
    super(message ?? HttpStatus.of(code).getReasonPhrase());
    const flat = [];
    for (const [name, value] of entries(headers)) {
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

return { HttpRestException };
