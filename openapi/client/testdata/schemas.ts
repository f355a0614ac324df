// The client of Schemas 1. Written by `fwrun client`, which writes it anew: do not edit it.

/* eslint-disable */

export type Animal = Cat | Dog & { kind: "dog" | "puppy" } | Fish & { kind: "Fish" };

export type AnyMap = { [key: string]: unknown };

export type Anything = unknown;

export type Base = { type: "Derived" } & { type: string };

export type Both = (Cat | Dog) & (Dog | Tree);

export interface Cat {
  kind: "cat";
}

export type Circle = unknown;

export interface Closed {
  a?: string | undefined;
}

/** Dates are texts. */
export interface Dates {
  /** @format date-time */
  at?: string | undefined;
  bytes?: string | undefined;
  /**
   * The day.
   *
   * Or none.
   * @deprecated
   * @default null
   * @format date
   */
  on?: string | null | undefined;
}

export type Derived = { more?: string | undefined };

export interface Dog {
  kind: string;
}

export interface Files {
  a?: Blob | undefined;
  b?: Blob | undefined;
  c?: Blob[] | undefined;
}

export type Fish = Dog & { fins?: number | undefined };

/**
 * *\/ export const evil = 1; /*
 * \@deprecated
 */
export interface Hostile {
  /** `${1}` */
  "*/ x"?: string | undefined;
}

export interface Inline {
  deep?: {
    deeper?: {
      /** Down here. */
      x: string;
    } | undefined;
  } | undefined;
}

export type Itself = unknown;

export type Json = Json[] | boolean | number | string | { [key: string]: Json } | null;

export interface Lists {
  any?: unknown[] | undefined;
  both?: (Cat & Dog)[] | undefined;
  closed?: [string] | undefined;
  nested?: Dog[][] | undefined;
  tuple?: [string, number | null, ...unknown[]] | undefined;
  unions?: (string | null)[] | undefined;
}

export type Map = { [key: string]: number | null };

export type MaybeText = string | null;

export type Mixed = boolean | number | number[] | string | { [key: string]: unknown } | null;

export type Never = never;

export type NoMap = { [key: string]: never };

export type Nothing = unknown;

export type Null = null;

export type Numbers = -2 | 1.5 | 9 | 10;

export type Odd = "x" | unknown[] | true | { [key: string]: unknown };

export type One = "one";

export interface Open {
  a?: string | undefined;
  [key: string]: unknown;
}

export interface PageOfDog {
  items: Dog[];
}

export type Quote = "\"\\\n\u2028";

export type Round = unknown;

/** A tree, described anew. */
export type Sibling = Tree;

export type Text = string;

export interface Tree {
  children: Tree[];
  parent?: Tree | null | undefined;
}

export type Words = "a" | "b" | null;

/** The operations of the application. */
export interface Api {
  all(args: {
    body: {
      Animal: Animal;
      AnyMap: AnyMap;
      Anything: Anything;
      Base: Base;
      Both: Both;
      Cat: Cat;
      Circle: Circle;
      Closed: Closed;
      Dates: Dates;
      Derived: Derived;
      Dog: Dog;
      Files: Files;
      Fish: Fish;
      Hostile: Hostile;
      Inline: Inline;
      Itself: Itself;
      Json: Json;
      Lists: Lists;
      Map: Map;
      MaybeText: MaybeText;
      Mixed: Mixed;
      Never: Never;
      NoMap: NoMap;
      Nothing: Nothing;
      Null: Null;
      Numbers: Numbers;
      Odd: Odd;
      One: One;
      Open: Open;
      PageOfDog: PageOfDog;
      Quote: Quote;
      Round: Round;
      Sibling: Sibling;
      Text: Text;
      Tree: Tree;
      Words: Words;
    };
  }, call?: CallOptions): Promise<PageOfDog>;
}

/** Makes a client. It keeps nothing but its settings. */
export function createClient(options: ClientOptions = {}): Api {
  const client = connect(options);
  return {
    all: (args, how) => client.call({ id: "all", method: "POST", path: "/all", body: ["json", "application/json"], accept: "application/vnd.api+json, application/problem+json", result: "json" }, args, how),
  };
}

const defaultBase = "https://example.com/v1";

