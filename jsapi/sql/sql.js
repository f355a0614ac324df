// The database part of "fwrun". The host adds the methods of SqlTemplate, TransactionTemplate, SqlStream and
// DataSource.

class SqlTemplate {
  constructor() { throw new TypeError("a SqlTemplate cannot be made with new; inject it with @Autowired"); }
}

class DataSource {
  constructor() { throw new TypeError("a DataSource cannot be made with new; inject it with @Autowired"); }
}

class SqlStream {
  constructor() { throw new TypeError("a SqlStream cannot be made with new; use SqlTemplate.stream"); }
  [Symbol.asyncIterator]() { return this; }
}

class SqlError extends Error {
  constructor(message, kind = "other", code = "", constraint = "") {
    super(message);
    Object.defineProperty(this, "name", { value: new.target.name, configurable: true, writable: true });
    this.kind = kind;
    this.code = code;
    this.constraint = constraint;
  }
}

class UniqueViolation extends SqlError {
  constructor(message, code, constraint) { super(message, "unique violation", code, constraint); }
}
class ForeignKeyViolation extends SqlError {
  constructor(message, code, constraint) { super(message, "foreign key violation", code, constraint); }
}
class NotNullViolation extends SqlError {
  constructor(message, code, constraint) { super(message, "not null violation", code, constraint); }
}
class CheckViolation extends SqlError {
  constructor(message, code, constraint) { super(message, "check violation", code, constraint); }
}
class InvalidValue extends SqlError {
  constructor(message, code, constraint) { super(message, "invalid value", code, constraint); }
}
class SqlSyntaxError extends SqlError {
  constructor(message, code, constraint) { super(message, "syntax", code, constraint); }
}
class SqlParameterError extends SqlError {
  constructor(message, code, constraint) { super(message, "bad parameters", code, constraint); }
}
class ResultTooLarge extends SqlError {
  constructor(message, code, constraint) { super(message, "result too large", code, constraint); }
}
class SqlPermissionDenied extends SqlError {
  constructor(message, code, constraint) { super(message, "permission denied", code, constraint); }
}
class DatabaseBusy extends SqlError {
  constructor(message, code, constraint) { super(message, "busy", code, constraint); }
}
class QueryTimeout extends SqlError {
  constructor(message, code, constraint) { super(message, "timeout", code, constraint); }
}
class QueryCanceled extends SqlError {
  constructor(message, code, constraint) { super(message, "canceled", code, constraint); }
}
class DatabaseUnavailable extends SqlError {
  constructor(message, code, constraint) { super(message, "unavailable", code, constraint); }
}
class StaleRow extends SqlError {
  constructor(message, code, constraint) { super(message, "stale row", code, constraint); }
}

class TransactionTemplate {
  constructor() { throw new TypeError("a TransactionTemplate cannot be made with new; inject it with @Autowired"); }
}

const sqlErrors = {
  UniqueViolation, ForeignKeyViolation, NotNullViolation, CheckViolation, InvalidValue, SqlSyntaxError, SqlParameterError,
  ResultTooLarge, SqlPermissionDenied, DatabaseBusy, QueryTimeout, QueryCanceled, DatabaseUnavailable, StaleRow,
};

return { SqlTemplate, TransactionTemplate, DataSource, SqlStream, SqlError, ...sqlErrors };
