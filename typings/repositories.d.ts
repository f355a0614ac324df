/** Classes that are stored as rows, and repositories. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnProperty = import("./decorators").OnProperty;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of {@link Table}. */
  export interface TableOptions {
    /** The table's name, with a schema if necessary: `"shop.orders"`. It may contain placeholders. */
    name: string;
    /** How columns are named. With "snake_case", the column of `createdAt` is `created_at`. Default: the name of the field. */
    naming?: "snake_case";
    /** The datasource of the table. Default: the primary one. */
    datasource?: string;
  }

  /**
   * Names the table that stores the objects of a class. Its public fields are the columns; one of them has `@Id`.
   *
   * `@Table("users") export class User {` `@Id id: int; name: string;` `@Column("email_address") email: string; }`
   */
  export const Table: CalledWith<OnClass, TableOptions, "name">;

  /** The options of {@link Id}. */
  export interface IdOptions {
    /** Where ids come from: the database (the default), fwrun as random UUIDs, or, with false, the application. */
    generated?: boolean | "uuid";
  }

  /** Marks the field that is the primary key of a table: `@Id id: int;` */
  export const Id: OnProperty & Called<OnProperty, IdOptions, "generated">;

  /** The options of {@link Column}. */
  export interface ColumnOptions {
    /** The name of the column. */
    name: string;
  }

  /** Names the column of a field: `@Column("email_address") email: string;` */
  export const Column: CalledWith<OnProperty, ColumnOptions, "name">;

  /**
   * Marks a number that each update increments. An update of a row that has been changed in the meantime
   * fails with {@link StaleRow}.
   */
  export const Version: OnProperty & (() => OnProperty);

  /** Excludes a field of a row class from its table. */
  export const Transient: OnProperty & (() => OnProperty);

  /** The options of {@link Query}. */
  export interface QueryOptions {
    /** The statement, with the parameters of the method as `:name`. It may contain placeholders. */
    sql: string;
  }

  /**
   * Makes a method of a {@link Repository} run a statement. The declared type of the result determines what is returned:
   * a list of rows, one row or null, a value, or a list of values. Values are converted to the declared types, on every
   * database. A change returns the number of changed rows as int, or whether there were any as boolean. The body of the
   * method is not run; `return this.result` satisfies the compiler.
   *
   * `@Query("SELECT * FROM users WHERE name LIKE :pattern") search(pattern: string): User[] { return this.result; }`
   */
  export const Query: CalledWith<OnMethod, QueryOptions, "sql">;

  /** Fields of a row with their values. A missing or undefined field is left to the database. */
  export type RowValues<T> = { [K in keyof T]?: T[K] | null };

  /** Fields with the values that a row must have: a value, null, or a list of allowed values. */
  export type RowCriteria<T> = { [K in keyof T]?: T[K] | null | readonly (T[K] | null)[] };

  /** A field and a direction: `"name"`, `"name desc"`, `"name,desc"`, or `{ name: "desc" }`. */
  export type RowSort<T> = string | { [K in keyof T]?: "asc" | "desc" };

  /** Which rows to return, and in which order. */
  export interface RowSearch<T> {
    /** The page, counting from 0. */
    page?: int;
    /** The number of rows of a page; 20 if a page is given, otherwise all rows. */
    size?: int;
    /** The fields to sort by, and finally the id. An unknown field throws, so the value may come from a request. */
    sort?: RowSort<T> | readonly RowSort<T>[];
    /** The values that the rows must have. */
    where?: RowCriteria<T>;
  }

  /** One page of rows. */
  export interface RowPage<T> {
    /** The rows. */
    items: T[];
    /** The number of rows on all pages. */
    total: int;
    /** The page, counting from 0. */
    page: int;
    /** The number of rows of a page. */
    size: int;
    /** The number of pages. */
    pages: int;
  }

  /**
   * Finds and stores the rows of a class with {@link Table}. A class that extends it is a bean, and needs no decorator.
   * Its methods wait for the database, so they are called without await. They take part in the current transaction.
   *
   *     export class UserRepository extends Repository<User> {}
   *
   * In JavaScript it is `class UserRepository extends Repository {}`, with `@extends {Repository<User>}` in the comment above it.
   */
  export abstract class Repository<T extends object = any, ID = int> {
    /** The template of the datasource, for statements in SQL. */
    readonly sql: SqlTemplate;
    /** The return value of a method with {@link Query}, which satisfies the compiler. The body is not run. */
    protected readonly result: any;

    /** Returns the row with an id, or null. */
    findById(id: ID): T | null;
    /** Returns all rows, or those of one page: `findAll({ page: 0, size: 20, sort: "name desc" })`. */
    findAll(search?: RowSearch<T>): T[];
    /** Returns one page of rows, and the number of all rows. */
    findPage(search?: RowSearch<T>): RowPage<T>;
    /** Returns the rows with certain values: `findBy({ email })`, `findBy({ status: ["open", "late"], closedAt: null })`. */
    findBy(criteria: RowCriteria<T>, search?: RowSearch<T>): T[];
    /** Returns the only row with certain values, or null. Throws if there are several. */
    findOneBy(criteria: RowCriteria<T>): T | null;
    /** Returns the number of rows, or of rows with certain values. */
    count(criteria?: RowCriteria<T>): int;
    /** Returns whether there is a row with an id, or with certain values. */
    exists(idOrCriteria: ID | RowCriteria<T>): boolean;

    /**
     * Inserts a row whose generated id is null, and updates any other. A row whose id the application chooses is inserted
     * if it does not exist. Returns the row with its id: the same object, or a new one if it is not of the class. Throws
     * {@link StaleRow} if there is no row to update.
     */
    save(row: RowValues<T>): T;
    /** Saves all rows, or none of them if one fails. */
    saveAll(rows: readonly RowValues<T>[]): T[];
    /** Inserts a row, and returns it with its id. */
    insert(row: RowValues<T>): T;
    /** Updates the row that has its id. Returns whether there was one. */
    update(row: RowValues<T>): boolean;
    /** Deletes a row, given as an object or by its id. Returns whether there was one. */
    delete(rowOrId: ID | RowValues<T>): boolean;
    /** Deletes rows, given as objects or by their ids. Returns how many there were. */
    deleteAll(rowsOrIds: readonly (ID | RowValues<T>)[]): int;
  }
}
