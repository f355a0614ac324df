// The data part of "fwrun". The methods of SqlTemplate are added by the host.

class SqlTemplate {
  constructor() { throw new TypeError("a SqlTemplate cannot be made; inject it with @Autowired"); }
}

class SqlError extends Error {
  constructor(message, kind, code) {
    super(message);
    Object.defineProperty(this, "name", { value: "SqlError", configurable: true, writable: true });
    this.kind = kind;
    this.code = code;
  }
}

return { SqlTemplate, SqlError };
