// The HTTP statuses, and functions with which the other scripts check their arguments. The script runs once in every
// VM; host holds the Go functions and what the scripts before have returned.

// An application may replace what the language has: these stay as they are.
const { isInteger } = Number;
const { freeze } = Object;
const asText = String;

class HttpStatus {
  #code;
  #reason;
  constructor(code, reason) {
    this.#code = code;
    this.#reason = reason;
    freeze(this);
  }
  /** The status of a number: HttpStatus.of(404) is HttpStatus.NOT_FOUND. */
  static of(code) {
    const known = codeOf(code, "HttpStatus.of");
    return statuses.get(known) ?? new HttpStatus(known, "");
  }
  getValue() { return this.#code; }
  getReasonPhrase() { return this.#reason; }
  valueOf() { return this.#code; }
  toString() { return `${this.#code} ${this.#reason}`.trimEnd(); }
  toJSON() { return this.#code; }
}

const statuses = new Map();
for (const [code, reason, names] of host.statuses) {
  const status = new HttpStatus(code, reason);
  statuses.set(code, status);
  for (const name of names) Object.defineProperty(HttpStatus, name, { value: status, enumerable: true });
}
Object.freeze(HttpStatus);

// codeOf reads a status argument: an HttpStatus or a number.
function codeOf(status, where) {
  const code = status instanceof HttpStatus ? status.getValue() : status;
  if (!isInteger(code) || code < 100 || code > 599) {
    throw new RangeError(`${where} takes an HttpStatus such as HttpStatus.CONFLICT, or a number from 100 to 599`);
  }
  return code;
}

function textOf(value, where) {
  if (value === undefined || value === null) throw new TypeError(`${where} takes a text, not ${value}`);
  return asText(value);
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function headerName(name) {
  if (!token.test(name)) throw new TypeError(`${JSON.stringify(String(name))} is not a valid header name`);
  return name;
}

// headerText throws for a text that could end a header line early.
function headerText(value, where) {
  const text = textOf(value, where);
  if (/[\r\n\0]/.test(text)) throw new TypeError(`${where} takes a text without line breaks`);
  return text;
}

return { HttpStatus, codeOf, textOf, token, headerName, headerText };
