// The error of searches, and what answers say about it.

// hide sets a property that is not enumerable: JSON and loops do not see it.
function hide(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

class SearchError extends Error {
  constructor(message, { status = 0, type = "", reason = "", index = "" } = {}) {
    super(message);
    hide(this, "name", "SearchError");
    this.status = status;
    this.type = type;
    this.reason = reason;
    this.index = index;
  }
}

const isObject = (value) => typeof value === "object" && value !== null;

// causeOf reads the forms of an error: an object, whose causes have more to say, or a text.
function causeOf(error) {
  if (typeof error === "string") return { type: "", reason: error, index: "" };
  let reason = String(error?.reason ?? "");
  for (let cause = error?.caused_by; isObject(cause); cause = cause.caused_by) {
    if (cause.reason && !reason.includes(cause.reason)) reason += `: ${cause.reason}`;
  }
  return { type: String(error?.type ?? ""), reason, index: String(error?.index ?? "") };
}

const longest = 400; // of a reason that is not JSON, such as the page of a proxy

function reasonOf(status, answer) {
  if (typeof answer !== "string") return status < 300 ? "the answer is not an object of JSON" : "no reason was given";
  const text = answer.split(/\s+/).join(" ").trim();
  return text.length > longest ? text.slice(0, longest) + "…" : text;
}

const textOf = (type, reason) => type === "" ? reason : `${type}: ${reason}`;

return { SearchError, searchErrors: { causeOf, reasonOf, textOf } };
