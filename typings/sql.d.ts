/** Databases: statements, transactions and errors. */
declare module "fwrun" {
  export {};

  /** Transactions by hand, on one datasource: `main-txn`. */
  export class TransactionTemplate {
    private constructor();
    /** Runs a function, sync or async, in a transaction. */
    execute<T>(work: () => T, options?: SqlTransactionOptions): T;
  }

  /** What a database takes as a value. A Date is stored in UTC, bytes as they are; undefined counts as null. */
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
    /** A list is no such object. */
    [Symbol.iterator]?: never;
  }

  /** A value, or what stands in `IN (?)` or `IN (:names)`: a list of them. An empty one matches no row, with NOT IN each. */
  export type SqlParam = SqlValue | readonly SqlValue[];

  /** A list for the `?` of a statement, an object for its `:names`, or the value of its only parameter. */
  export type SqlParams = SqlValue | readonly SqlParam[] | SqlNames;

  /**
   * A row: a property for each column. Beyond ±2^53 numbers are bigint; decimals that need more than 15 digits are texts, so
   * that no digit is lost; instants are Date, dates without a time texts, bytes Uint8Array, columns of JSON what the JSON says.
   */
  export type SqlRow = Record<string, any>;

  /**
   * Makes an object of each row. A column sets the field that {@link Column} gives its name, else the property of its own; a
   * column `created_at` sets the property createdAt if there is one.
   */
  export type SqlRowClass<T> = new () => T;

  /**
   * Runs SQL on a datasource of application.yml. Inject it by its type, or, with several datasources, by
   * name: `@Qualifier("<name>-template")`. Its methods wait for the database, so they need no await. What
   * the database refuses is a {@link SqlError}.
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
     * With an exported class the values are what its fields are declared as, on every database. A text that is written
     * here is held against the database at start; one that begins with an `unproved` comment is not.
     */
    query<T = SqlRow>(sql: string, params?: SqlParams): T[];
    query<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T[];

    /** The only row, or null when there is none. Throws when there are several. */
    queryForObject<T = SqlRow>(sql: string, params?: SqlParams): T | null;
    queryForObject<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T | null;

    /** The first column of the only row, or null without one: `sql.queryForValue("SELECT count(*) FROM users")`. */
    queryForValue<T = any>(sql: string, params?: SqlParams): T;

    /** All rows, each as it is: {@link SqlTemplate.query} without a class. */
    queryForList<T = SqlRow>(sql: string, params?: SqlParams): T[];

    /** All rows as objects of a class: {@link SqlTemplate.query} with one. */
    queryForObjects<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): T[];

    /** The only row. Throws when there is none, or several. */
    queryForMap<T = SqlRow>(sql: string, params?: SqlParams): T;

    /** The first column of the only row. Throws when there is no row, or several: `sql.queryForScalar("SELECT max(id) FROM users")`. */
    queryForScalar<T = any>(sql: string, params?: SqlParams): T;

    /**
     * The rows of a SELECT while they are read, for results of any size. A handler may return it: the response is a JSON array.
     * While it is open it holds a connection; it ends with the loop, and with the request.
     *
     *     for await (const user of sql.stream("SELECT * FROM users")) …
     *     return sql.stream("SELECT * FROM users ORDER BY id");
     */
    stream<T = SqlRow>(sql: string, params?: SqlParams): SqlStream<T>;
    stream<T>(sql: string, params: SqlParams, rowClass: SqlRowClass<T>): SqlStream<T>;

    /** The same template for reads that must see what was just written: they do not go to a replica. */
    get primary(): SqlTemplate;

    /** Runs an INSERT, UPDATE or DELETE. */
    update(sql: string, params?: SqlParams): SqlUpdate;

    /** Runs a statement once for each entry, all or none, and gives the number of affected rows of each. */
    batchUpdate(sql: string, batch: readonly SqlParams[]): SqlBatch;

    /** Runs a script of several statements, without parameters. */
    execute(script: string): void;

    /**
     * Runs a function in a transaction, which is committed when it returns and rolled back when it throws.
     * An async function's ends with its promise. Inside of another transaction it joins that one, which then is rolled
     * back as a whole when the function throws; beside another one
     * that the same request has open, it throws: await the first. Where another request's transaction in the same worker
     * has the only connection, an async function waits for its turn; any other throws, and is answered with a 503.
     *
     *     sql.transaction(() => {
     *       sql.update("UPDATE accounts SET balance = balance - :sum WHERE id = :from", order);
     *       sql.update("UPDATE accounts SET balance = balance + :sum WHERE id = :to", order);
     *     });
     */
    transaction<T>(work: (sql: SqlTemplate) => T, options?: SqlTransactionOptions): T;
  }

  /** Rows while they are read: what {@link SqlTemplate.stream} gives. It can be read once. */
  export class SqlStream<T = SqlRow> {
    private constructor();
    /** The next row. Await it before you ask for another. */
    next(): Promise<IteratorResult<T, undefined>>;
    /** Ends the reading. A loop that is left early does it. */
    return(): Promise<IteratorResult<T, undefined>>;
    /** Itself, for `for await`. */
    [Symbol.asyncIterator](): this;
  }

  /** What {@link SqlTemplate.batchUpdate} did: the affected rows of each entry. */
  export interface SqlBatch extends Array<int> {
    /** The key the database made in each entry, or the first value of its RETURNING clause; null without one. */
    generatedKeys: any[];
  }

  /**
   * A datasource of application.yml. Inject it by its type, or, with several datasources, by name:
   * `@Qualifier("<name>")`. A bean of yours that has this name takes its place.
   */
  export class DataSource {
    private constructor();
    /** Its name in application.yml. */
    readonly name: string;
    /** The kind of database; MariaDB is mysql. */
    readonly dialect: "sqlite" | "postgres" | "mysql";
    /** Asks the database whether it is there, and throws a {@link SqlError} if it is not. */
    ping(): void;
    /** The connections of its pool. */
    stats(): DataSourceStats;
  }

  /** The connections of a {@link DataSource}: those that are open are in use or idle. */
  export interface DataSourceStats {
    /** Open connections. */
    open: int;
    /** Of them, those that run a statement or are a transaction's. */
    inUse: int;
    /** Of them, those that wait for work. */
    idle: int;
    /** How many may be open. */
    max: int;
  }

  /** What {@link SqlTemplate.update} did. */
  export interface SqlUpdate {
    /** Rows inserted, changed or deleted. */
    affectedRows: int;
    /** The key the database made for an inserted row, or the first value of a RETURNING clause; null without one. */
    generatedKey: any;
  }

  /** The options of {@link SqlTemplate.transaction}. */
  export interface SqlTransactionOptions {
    /** Whether the database may refuse to change anything; false. */
    readOnly?: boolean;
    /** The isolation level; the database's own by default. */
    isolation?: SqlIsolation;
    /** How it relates to the transaction around it; "REQUIRED". */
    propagation?: Propagation;
    /** The time that the whole may take; that of the request by default. */
    timeout?: DurationOption;
    /** Errors that do not roll back, unless they are among those of `rollbackFor` by a closer class. */
    noRollbackFor?: ErrorsOption;
    /** Errors that roll back although they are among those that do not. */
    rollbackFor?: ErrorsOption;
  }

  /** How far transactions see each other's changes, from little protection to all there is. */
  export type SqlIsolation = "read uncommitted" | "read committed" | "repeatable read" | "serializable";

  /**
   * What a database refused. Each kind has a class of its own:
   *
   *     if (error instanceof UniqueViolation) throw new HttpRestException(409, "the e-mail is taken");
   *
   * One that nobody catches is answered with 500, but for the constraints of tables: 409 for {@link UniqueViolation} and
   * {@link ForeignKeyViolation}, 422 for {@link CheckViolation} and {@link NotNullViolation}, with the constraint's name.
   */
  export class SqlError extends Error {
    /** Scripts rarely make one, but for tests. */
    constructor(message?: string, kind?: SqlErrorKind, code?: string, constraint?: string);
    /** What went wrong, the same for every database. */
    kind: SqlErrorKind;
    /** The database's own code: an SQLSTATE, MySQL's number, SQLite's extended result code. */
    code: string;
    /** The name of the constraint that was violated, for SQLite "users.email"; empty when the database does not tell. */
    constraint: string;
  }

  /** A row with this value exists already. */
  export class UniqueViolation extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The row refers to one that is not there, or is referred to. */
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

  /** A value does not fit its column: too long, out of range, no number. */
  export class InvalidValue extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The database does not understand the statement, or a table or column is not there. */
  export class SqlSyntaxError extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The values given do not fit the statement's parameters. */
  export class SqlParameterError extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** A result passes max-rows or max-bytes of its datasource; stream it, or narrow it with LIMIT. */
  export class ResultTooLarge extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** The datasource's user may not do this, or the transaction is read-only. */
  export class SqlPermissionDenied extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** Another transaction was in the way: a deadlock, a lock, a serialization failure. To try again helps. */
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

  /** A row that a {@link Repository} was to update has been changed or deleted meanwhile. */
  export class StaleRow extends SqlError {
    /** For tests. */
    constructor(message?: string, code?: string, constraint?: string);
  }

  /** What may be wrong, in words that are the same for every database. */
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
