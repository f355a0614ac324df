// The client of Shop 1.2.0. Written by `fwrun client`, which writes it anew: do not edit it.

/* eslint-disable */

export interface Cat {
  kind: "cat";
  lives: 7 | 9 | 10;
}

export interface Conflict {
  with: User;
}

export interface Dog {
  bark: boolean;
  kind: string;
}

export interface Filter {
  name?: string | undefined;
  tags?: string[] | undefined;
}

export interface NewUser {
  /** @format email */
  email?: string | null | undefined;
  name: string;
  /** @default "USER" */
  role?: Role | undefined;
}

export interface PageOfUser {
  items: User[];
  total: number;
}

export type Pet = Cat | Dog & { kind: "dog" };

/** What somebody may do. */
export type Role = "ADMIN" | "USER";

export interface Tick {
  /**
   * When.
   * @format date-time
   */
  at: string;
}

/** Somebody who may buy. */
export type User = NewUser & {
  /**
   * Use friends.
   * @deprecated
   */
  best?: User | null | undefined;
  /** @format date */
  born?: string | undefined;
  "first-name"?: string | undefined;
  friends: User[];
  id: number;
  labels: { [key: string]: string };
  pair?: [string, number] | undefined;
  pet: Pet;
};

/** The operations of the application. */
export interface Api {
  readonly clock: {
    rows(args?: NoArguments, call?: CallOptions): AsyncGenerator<number[], void, undefined>;
    ticks(args?: NoArguments, call?: CallOptions): AsyncGenerator<ServerEvent<Tick>, void, undefined>;
    words(args?: NoArguments, call?: CallOptions): AsyncGenerator<ServerEvent<string>, void, undefined>;
  };
  readonly files: {
    read(args: { path: string }, call?: CallOptions): Promise<Download | null>;
    write(args: {
      path: string;
      bodyInCookie?: string | undefined;
      /** The bytes. */
      body?: NonNullable<RequestInit["body"]> | undefined;
    }, call?: CallOptions): Promise<unknown>;
  };
  search(args?: {
    filter?: Filter | undefined;
    ids?: number[] | undefined;
    where?: { [key: string]: unknown } | undefined;
  }, call?: CallOptions): Promise<unknown>;
  sendForm(args?: { body?: Filter | URLSearchParams | undefined }, call?: CallOptions): Promise<string | null>;
  /** Everything about people. */
  readonly users: {
    /** @deprecated */
    create(args: {
      /** The user. */
      body: NewUser;
    }, call?: CallOptions): Promise<User | undefined>;
    delete(args: {
      /** Which one. */
      id: number;
    }, call?: CallOptions): Promise<void>;
    find(args: {
      /** Which one. */
      id: number;
      idInQuery?: string | undefined;
    }, call?: CallOptions): Promise<User | null>;
    /**
     * Lists users.
     *
     * The newest first.
     *
     * At most 100.
     */
    list(args: {
      /** The page. */
      page?: number | undefined;
      role?: Role[] | undefined;
      "X-Tenant": string;
    }, call?: CallOptions): Promise<PageOfUser>;
    photo(args: {
      /** Which one. */
      id: number;
    }, call?: CallOptions): Promise<Download>;
    setPhoto(args: {
      /** Which one. */
      id: number;
      body: {
        others?: Blob[] | undefined;
        photo: Blob;
        title?: string | undefined;
      } | FormData;
    }, call?: CallOptions): Promise<number>;
  };
}

/** Makes a client. It keeps nothing but its settings. */
export function createClient(options: ClientOptions = {}): Api {
  const client = connect(options);
  return {
    clock: {
      rows: (args, how) => client.stream({ id: "Clock_rows", method: "GET", path: "/rows", accept: "application/x-ndjson, application/problem+json", result: "lines" }, args, how),
      ticks: (args, how) => client.stream({ id: "Clock_ticks", method: "GET", path: "/ticks", accept: "text/event-stream, application/problem+json", result: "events" }, args, how),
      words: (args, how) => client.stream({ id: "Clock_words", method: "GET", path: "/words", accept: "text/event-stream, application/problem+json", result: "textEvents" }, args, how),
    },
    files: {
      read: (args, how) => client.call({ id: "Files_read", method: "GET", path: "/files/{path}", parameters: [["path", "path", "rest"]], accept: "application/json, application/octet-stream, application/problem+json, */*;q=0.1", result: "any" }, args, how),
      write: (args, how) => client.call({ id: "Files_write", method: "PUT", path: "/files/{path}", parameters: [["path", "path", "rest"], ["bodyInCookie", "cookie", "", "body"]], body: ["raw", "application/octet-stream"], accept: "application/problem+json, */*;q=0.9", result: "any" }, args, how),
    },
    search: (args, how) => client.call({ id: "search", method: "GET", path: "/search", parameters: [["filter", "query", "deep"], ["ids", "query", "joined"], ["where", "query", "json"]], accept: "application/json, application/problem+json", result: "json" }, args, how),
    sendForm: (args, how) => client.call({ id: "sendForm", method: "POST", path: "/form", body: ["form"], accept: "application/json, text/plain, application/problem+json", result: "any" }, args, how),
    users: {
      create: (args, how) => client.call({ id: "Users_create", method: "POST", path: "/users", body: ["json", "application/json"], accept: "application/json, application/problem+json", result: "json" }, args, how),
      delete: (args, how) => client.call({ id: "Users_delete", method: "DELETE", path: "/users/{id}", parameters: [["id", "path"]], accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
      find: (args, how) => client.call({ id: "Users_find", method: "GET", path: "/users/{id}", parameters: [["id", "path"], ["idInQuery", "query", "", "id"]], accept: "application/json, application/problem+json", result: "json" }, args, how),
      list: (args, how) => client.call({ id: "Users_list", method: "GET", path: "/users", parameters: [["page", "query"], ["role", "query"], ["X-Tenant", "header"]], accept: "application/json, application/problem+json", result: "json" }, args, how),
      photo: (args, how) => client.call({ id: "Users_photo", method: "GET", path: "/users/{id}/photo", parameters: [["id", "path"]], accept: "image/png, application/problem+json, */*;q=0.1", result: "file" }, args, how),
      setPhoto: (args, how) => client.call({ id: "Users_setPhoto", method: "PUT", path: "/users/{id}/photo", parameters: [["id", "path"]], body: ["multipart"], accept: "text/plain, application/problem+json", result: "scalar" }, args, how),
    },
  };
}

const defaultBase = "/api";

