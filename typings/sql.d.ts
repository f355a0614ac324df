/** Databases: statements, transactions and errors. */
declare module "fwrun" {
  export {};

  /** Transactions in code, on one datasource: `main-txn`. */
  export class TransactionTemplate {
    private constructor();
    /** Runs a function, sync or async, in a transaction. */
    execute<T>(work: () => T, options?: SqlTransactionOptions): T;
  }

  /** A value that a database takes. A Date is stored in UTC, bytes as they are; undefined counts as null. */
  export type SqlValue =
    | string
    | number
    | bigint
    | boolean
    | null
    | undefined
    | Date
    | ArrayBuffer
    | ArrayBufferView;

  /** Values by name, for the `:names` of a statement: any object that has properties of these names. */
  export interface SqlNames {
    /** A value by its name. */
    [name: string]: any;
    /** Not a list. */
    [Symbol.iterator]?: never;
  }

  /** A value, or a list of values for `IN (?)` or `IN (:names)`. IN with an empty list matches no row, NOT IN every row. */
  export type SqlParam = SqlValue | readonly SqlValue[];

  /** A list for the `?` of a statement, an object for its `:names`, or the value of its only parameter. */
  export type SqlParams = SqlValue | readonly SqlParam[] | SqlNames;

  /**
   * A row: a property for each column. Numbers beyond ±2^53 are bigint; decimals of more than 15 digits are strings, so
   * that no digit is lost; instants are Date, dates without a time strings, bytes Uint8Array, and JSON columns parsed JSON.
   */
  export type SqlRow = Record<string, any>;

  /**
   * Makes an object of each row. A column sets the field whose {@link Column} names it, or else the property of its name; a
   * column `created_at` sets the property createdAt if there is one.
   */
  export type SqlRowClass<T> = new () => T;

  /**
   * Runs SQL on a datasource of application.yml. Inject it by its type, or, with several datasources, by
   * name: `@Qualifier("<name>-template")`. Its methods wait for the database, so they need no await. If the
   * database rejects a statement, they throw a {@link SqlError}.
   */
  export class SqlTemplate {
    private constructor();

    /**
     * All rows.
     *
     *     sql.query("SELECT * FROM users WHERE age > ? AND name LIKE ?", [18, "A%"])
     *     sql.query("SELECT * FROM users WHERE email = :email", { email }, User)
     *     sql.query("SELECT * FROM users WHERE id IN (:ids)", { ids: [1, 2, 3] })
     *
     * With an exported class, values have the types that its fields declare, on every database. A literal SQL text
     * is checked against the database at start, unless it begins with an `unproved` comment.
     */
    query<T = SqlRow>(sql: string, params?: SqlParams): T[];
    query<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T[];

    /** The only row, or null if there is none. Throws if there are several. */
    queryForObject<T = SqlRow>(sql: string, params?: SqlParams): T | null;
    queryForObject<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T | null;

    /** The first column of the only row, or null if there is none: `sql.queryForValue("SELECT count(*) FROM users")`. */
    queryForValue<T = any>(sql: string, params?: SqlParams): T;

    /** All rows as plain objects: {@link SqlTemplate.query} without a class. */
    queryForList<T = SqlRow>(sql: string, params?: SqlParams): T[];

    /** All rows as objects of a class: {@link SqlTemplate.query} with one. */
    queryForObjects<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T[];

    /** The only row. Throws if there is none, or several. */
    queryForMap<T = SqlRow>(sql: string, params?: SqlParams): T;

    /** The first column of the only row. Throws if there is no row, or several: `sql.queryForScalar("SELECT max(id) FROM users")`. */
    queryForScalar<T = any>(sql: string, params?: SqlParams): T;

    /**
     * The rows of a SELECT, read in pieces, for results of any size. A handler may return it: the response is a JSON array.
     * It holds a connection while it is open; it is closed at the end of the loop, or of the request.
     *
     *     for await (const user of sql.stream("SELECT * FROM users")) …
     *     return sql.stream("SELECT * FROM users ORDER BY id");
     */
    stream<T = SqlRow>(sql: string, params?: SqlParams): SqlStream<T>;
    stream<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): SqlStream<T>;

    /** The same template for reads that must see what was just written: they do not use a replica. */
    get primary(): SqlTemplate;

    /** Runs an INSERT, UPDATE or DELETE. */
    update(sql: string, params?: SqlParams): SqlUpdate;

    /** Runs a statement once for each entry, all or none, and returns the number of affected rows of each. */
    batchUpdate(sql: string, batch: readonly SqlParams[]): SqlBatch;

    /** Runs a script of several statements, without parameters. */
    execute(script: string): void;

    /**
     * Runs a function in a transaction, which is committed when it returns and rolled back when it throws.
     * The transaction of an async function ends with its promise. Inside another transaction it joins that one, which is
     * rolled back as a whole if the function throws. Beside another transaction
     * of the same request it throws: await the first one before. If another request's transaction in the same worker
     * has the only connection, an async function waits for its turn; a sync function throws, which is answered with 503.
     *
     *     sql.transaction(() => {
     *       sql.update("UPDATE accounts SET balance = balance - :sum WHERE id = :from", order);
     *       sql.update("UPDATE accounts SET balance = balance + :sum WHERE id = :to", order);
     *     });
     */
    transaction<T>(work: (sql: SqlTemplate) => T, options?: SqlTransactionOptions): T;
  }

  /** The rows that {@link SqlTemplate.stream} returns. They can be read once. */
  export class SqlStream<T = SqlRow> {
    private constructor();
    /** The next row. Await it before you call next again. */
    next(): Promise<IteratorResult<T, undefined>>;
    /** Closes the stream. A loop that is left early calls it. */
    return(): Promise<IteratorResult<T, undefined>>;
    /** The stream itself, for `for await`. */
    [Symbol.asyncIterator](): this;
  }

  /** The result of {@link SqlTemplate.batchUpdate}: the affected rows of each entry. */
  export interface SqlBatch extends Array<int> {
    /** The generated key of each entry, or the first value of its RETURNING clause; null if there is none. */
    generatedKeys: any[];
  }

  /**
   * A datasource of application.yml. Inject it by its type, or, with several datasources, by name:
   * `@Qualifier("<name>")`. A bean of the application with this name replaces it.
   */
  export class DataSource {
    private constructor();
    /** Its name in application.yml. */
    readonly name: string;
    /** The kind of database; MariaDB is mysql. */
    readonly dialect: "sqlite" | "postgres" | "mysql";
    /** Checks that the database answers, and throws a {@link SqlError} if it does not. */
    ping(): void;
    /** The connections of its pool. */
    stats(): DataSourceStats;
  }

  /** The connections of a {@link DataSource}: open ones are in use or idle. */
  export interface DataSourceStats {
    /** Open connections. */
    open: int;
    /** Connections that run a statement or belong to a transaction. */
    inUse: int;
    /** Connections that are not in use. */
    idle: int;
    /** The maximum number of open connections. */
    max: int;
  }

  /** The result of {@link SqlTemplate.update}. */
  export interface SqlUpdate {
    /** Rows inserted, changed or deleted. */
    affectedRows: int;
    /** The generated key of an inserted row, or the first value of a RETURNING clause; null if there is none. */
    generatedKey: any;
  }

  /** The options of {@link SqlTemplate.transaction}. */
  export interface SqlTransactionOptions {
    /** Whether the database may reject changes; false by default. */
    readOnly?: boolean;
    /** The isolation level; the database's default if missing. */
    isolation?: SqlIsolation;
    /** How it relates to the transaction around it; "REQUIRED" by default. */
    propagation?: Propagation;
    /** The time limit of the whole transaction; that of the request by default. */
    timeout?: DurationOption;
    /** Errors that do not roll back, unless `rollbackFor` has a closer class. */
    noRollbackFor?: ErrorsOption;
    /** Errors that roll back even if `noRollbackFor` has a base class of theirs. */
    rollbackFor?: ErrorsOption;
  }

  /** How far transactions see each other's changes, from least to most isolated. */
  export type SqlIsolation = "read uncommitted" | "read committed" | "repeatable read" | "serializable";

  /**
   * An error of the database. Each kind has a class of its own:
   *
   *     if (error instanceof UniqueViolation) throw new HttpRestException(409, "the e-mail is taken");
   *
   * If it is not caught, it is answered with 500. Violated constraints get 409 for {@link UniqueViolation} and
   * {@link ForeignKeyViolation}, 422 for {@link CheckViolation} and {@link NotNullViolation}, with the constraint's name.
   */
  export class SqlError extends Error {
    /** Scripts rarely make one, except in tests. */
    constructor(message?: string, kind?: SqlErrorKind, code?: string, constraint?: string);
    /** What went wrong, the same for every database. */
    kind: SqlErrorKind;
    /** The database's own code: an SQLSTATE, MySQL's number, SQLite's extended result code. */
    code: string;
    /** The name of the violated constraint, for SQLite "users.email"; empty if the database does not report it. */
    constraint: string;
  }

  /** A row with this value already exists. */
  export class UniqueViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The row refers to a missing row, or another row refers to it. */
  export class ForeignKeyViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** A required value is missing. */
  export class NotNullViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** A CHECK constraint or a trigger does not allow the value. */
  export class CheckViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** A value does not fit its column: too long, out of range, not a number. */
  export class InvalidValue extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The SQL is invalid, or a table or column does not exist. */
  export class SqlSyntaxError extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The arguments do not match the statement's parameters. */
  export class SqlParameterError extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** A result exceeds max-rows or max-bytes of its datasource; stream it, or limit it with LIMIT. */
  export class ResultTooLarge extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The datasource's user may not do this, or the transaction is read-only. */
  export class SqlPermissionDenied extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** A conflict with another transaction: a deadlock, a lock, a serialization failure. Trying again helps. */
  export class DatabaseBusy extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The statement took longer than query-timeout, or than the request may; answered with 503 if it is not caught. */
  export class QueryTimeout extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The request ended while the statement ran. */
  export class QueryCanceled extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The database is not reachable, or no connection was free; answered with 503 if it is not caught. */
  export class DatabaseUnavailable extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The row that a {@link Repository} should update has been changed or deleted in the meantime. */
  export class StaleRow extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The kinds of errors, the same for every database. */
  export type SqlErrorKind =
    | "other"
    | "unique violation"
    | "foreign key violation"
    | "not null violation"
    | "check violation"
    | "invalid value"
    | "syntax"
    | "bad parameters"
    | "result too large"
    | "permission denied"
    | "busy"
    | "timeout"
    | "canceled"
    | "unavailable"
    | "stale row";
}
