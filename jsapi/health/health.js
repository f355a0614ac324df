// The classes of health indicators and info contributors, and of their results.

// add adds a detail to an object without a prototype, so that any name is a plain one.
function add(details, name, value, where) {
  if (typeof name !== "string") throw new TypeError(`${where} takes a name and a value`);
  details[name] = value === undefined ? null : value;
}

// errorText names the class of an error and its message.
function errorText(error) {
  if (error === null || typeof error !== "object") return String(error);
  const own = typeof error.name === "string" && error.name !== "Error" ? error.name : error.constructor?.name;
  const message = typeof error.message === "string" ? error.message : "";
  return [own ?? "Error", message].filter((part) => part !== "").join(": ");
}

let making = null; // the status of the Health that is being made

class Health {
  constructor() {
    if (making === null) throw new TypeError("a Health cannot be made with new; use Health.up(), .down(error), .outOfService(), .unknown() or .status(code)");
    Object.defineProperty(this, "$status", { value: making });
    Object.defineProperty(this, "$details", { value: Object.create(null) });
    making = null;
  }

  static up() { return made("UP"); }
  static down(error) {
    const health = made("DOWN");
    return error === undefined || error === null ? health : health.withDetail("error", errorText(error));
  }
  static outOfService() { return made("OUT_OF_SERVICE"); }
  static unknown() { return made("UNKNOWN"); }
  static status(code) {
    if (typeof code !== "string" || code.trim() === "") throw new TypeError("Health.status takes a code, such as \"FATAL\"");
    return made(code.trim());
  }

  withDetail(name, value) {
    add(this.$details, name, value, "withDetail");
    return this;
  }

  getStatus() { return this.$status; }
  getDetails() { return { ...this.$details }; }
  toJSON() { return Object.keys(this.$details).length === 0 ? { status: this.$status } : { status: this.$status, details: this.$details }; }
}

function made(status) {
  making = status;
  return new Health();
}

class HealthIndicator {
  health() { throw new TypeError(`${this.constructor.name} extends HealthIndicator, but has no method health`); }
}

class InfoContributor {
  contribute() { throw new TypeError(`${this.constructor.name} extends InfoContributor, but has no method contribute`); }
}

class InfoBuilder {
  constructor() { Object.defineProperty(this, "$details", { value: Object.create(null) }); }

  withDetail(name, value) {
    add(this.$details, name, value, "withDetail");
    return this;
  }
}

return { Health, HealthIndicator, InfoContributor, InfoBuilder };
