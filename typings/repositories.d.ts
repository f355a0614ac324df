/** Rows: the classes that are kept as rows, and repositories. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnProperty = import("./decorators").OnProperty;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of {@link Table}. */
  export interface TableOptions {
    /** The table's name, with its schema in front where it needs one: `"shop.orders"`. It may hold placeholders. */
    name: string;
    /** How columns are called: like their fields, which is the default, or `createdAt` as `created_at`. */
    naming?: "snake_case";
    /** The datasource that the table is in; the primary one by default. */
    datasource?: string;
  }

  /**
   * Says which table keeps the objects of a class. Its public fields are the columns, one of them carries `@Id`.
   *
   * `@Table("users") export class User {` `@Id id: int | null = null; name: string;` `@Column("email_address") email: string; }`
   */
  export const Table: CalledWith<OnClass, TableOptions, "name">;

  /** The options of {@link Id}. */
  export interface IdOptions {
    /** Who makes an id: the database, which is the default, fwrun as a random UUID, or with false the application. */
    generated?: boolean | "uuid";
  }

  /** Marks the field that is the primary key of a table: `@Id id: int | null = null;` */
  export const Id: OnProperty & Called<OnProperty, IdOptions, "generated">;

  /** The options of {@link Column}. */
  export interface ColumnOptions {
    /** The column's name in the table. */
    name: string;
  }

  /** Names the column of a field: `@Column("email_address") email: string;` */
  export const Column: CalledWith<OnProperty, ColumnOptions, "name">;

  /**
   * Marks a number that is counted up with every update. An update of a row that somebody else has changed meanwhile
   * fails with {@link StaleRow}.
   */
  export const Version: OnProperty & (() => OnProperty);

  /** Leaves a field of a row class out of its table. */
  export const Transient: OnProperty & (() => OnProperty);

  /** The options of {@link Query}. */
  export interface QueryOptions {
    /** The statement, with the method's parameters by name. It may hold placeholders. */
    sql: string;
  }

  /**
   * Lets a method of a {@link Repository} run a statement. The type of its result says what it finds: rows, one row that may be
   * null, a value, values; their values come as declared, whichever database keeps them. A change gives the number of rows as int, or whether there were any as boolean. The method's body
   * is not run; `return this.result` pleases the compiler.
   *
   * `@Query("SELECT * FROM users WHERE name LIKE :pattern") search(pattern: string): User[] { return this.result; }`
   */
  export const Query: CalledWith<OnMethod, QueryOptions, "sql">;

  /** Fields of a row with their values. What is undefined, or not there, is left to the database. */
  export type RowValues<T> = { [K in keyof T]?: T[K] | null };

  /** Fields with the value that a row must have: one, null, or one of a list. */
  export type RowCriteria<T> = { [K in keyof T]?: T[K] | null | readonly (T[K] | null)[] };

  /** A field and a direction: `"name"`, `"name desc"`, `"name,desc"`, or `{ name: "desc" }`. */
  export type RowSort<T> = string | { [K in keyof T]?: "asc" | "desc" };

  /** Which rows, in which order. */
  export interface RowSearch<T> {
    /** The page, counting from 0. */
    page?: int;
    /** How many rows a page has; 20 when pages are asked for, else all of them. */
    size?: int;
    /** By which fields; at last by the id. What is no column throws, so the text may come from a request. */
    sort?: RowSort<T> | readonly RowSort<T>[];
    /** What the rows must have. */
    where?: RowCriteria<T>;
  }

  /** One page of rows. */
  export interface RowPage<T> {
    /** The rows. */
    items: T[];
    /** How many rows there are on all pages. */
    total: int;
    /** The page, counting from 0. */
    page: int;
    /** How many rows a page has. */
    size: int;
    /** How many pages there are. */
    pages: int;
  }

  /**
   * Finds and keeps the rows of a class with {@link Table}. A class that extends it is a bean, and needs no decorator.
   * Its methods wait for the database, so they need no await; they are part of the transaction around them.
   *
   *     export class UserRepository extends Repository<User> {}
   *
   * In JavaScript it is `class UserRepository extends Repository {}`, with `@extends {Repository<User>}` in the comment above it.
   */
  export abstract class Repository<T extends object = any, ID = int> {
    /** The template of the rows' datasource, for what needs SQL. */
    readonly sql: SqlTemplate;
    /** What the body of a method with {@link Query} returns, to please the compiler. The body is not run. */
    protected readonly result: any;

    /** The row of an id, or null. */
    findById(id: ID): T | null;
    /** All rows, or those of one page: `findAll({ page: 0, size: 20, sort: "name desc" })`. */
    findAll(search?: RowSearch<T>): T[];
    /** One page of rows, and how many there are. */
    findPage(search?: RowSearch<T>): RowPage<T>;
    /** The rows that have certain values: `findBy({ email })`, `findBy({ status: ["open", "late"], closedAt: null })`. */
    findBy(criteria: RowCriteria<T>, search?: RowSearch<T>): T[];
    /** The only row that has certain values, or null. Throws when there are several. */
    findOneBy(criteria: RowCriteria<T>): T | null;
    /** How many rows there are, or how many of them have certain values. */
    count(criteria?: RowCriteria<T>): int;
    /** Whether there is a row of an id, or one that has certain values. */
    exists(idOrCriteria: ID | RowCriteria<T>): boolean;

    /**
     * Inserts a row whose id is to be made and is null, and updates any other; one whose id the application makes is inserted
     * when there is none. Gives the row with its id: the same object, or a new one for an object that is none of the class. Throws
     * {@link StaleRow} when there is nothing to update.
     */
    save(row: RowValues<T>): T;
    /** Saves all rows, or none of them if one fails. */
    saveAll(rows: readonly RowValues<T>[]): T[];
    /** Inserts a row, and gives it with its id. */
    insert(row: RowValues<T>): T;
    /** Updates the row that has its id, and tells whether there was one. */
    update(row: RowValues<T>): boolean;
    /** Deletes a row, given itself or by its id, and tells whether there was one. */
    delete(rowOrId: ID | RowValues<T>): boolean;
    /** Deletes rows, given themselves or by their ids, and tells how many there were. */
    deleteAll(rowsOrIds: readonly (ID | RowValues<T>)[]): int;
  }
}
