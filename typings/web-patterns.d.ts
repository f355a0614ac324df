/// <reference path="web.d.ts" />

// Patterns of URLs.

/** The components of a URL, or patterns of them. */
interface URLPatternInit {
  /** The scheme, without its colon. */
  protocol?: string;
  /** The user. */
  username?: string;
  /** The password. */
  password?: string;
  /** The host name. */
  hostname?: string;
  /** The port. */
  port?: string;
  /** The path. */
  pathname?: string;
  /** The query, without its question mark. */
  search?: string;
  /** The fragment, without its #. */
  hash?: string;
  /** A URL whose components stand for those that are missing. */
  baseURL?: string;
}

/** What {@link URLPattern} is matched with. */
type URLPatternInput = string | URL | URLPatternInit;

/** The match of one component. */
interface URLPatternComponentResult {
  /** The component. */
  input: string;
  /** The parts of it that groups match, by name, or by number for those without one. */
  groups: Record<string, string | undefined>;
}

/** A match of {@link URLPattern}. */
interface URLPatternResult {
  /** What was matched. */
  inputs: URLPatternInput[];
  /** The match of the scheme. */
  protocol: URLPatternComponentResult;
  /** The match of the user. */
  username: URLPatternComponentResult;
  /** The match of the password. */
  password: URLPatternComponentResult;
  /** The match of the host name. */
  hostname: URLPatternComponentResult;
  /** The match of the port. */
  port: URLPatternComponentResult;
  /** The match of the path. */
  pathname: URLPatternComponentResult;
  /** The match of the query. */
  search: URLPatternComponentResult;
  /** The match of the fragment. */
  hash: URLPatternComponentResult;
}

/** The options of a {@link URLPattern}. */
interface URLPatternOptions {
  /** Whether path, query and fragment are matched in upper and lower case alike. */
  ignoreCase?: boolean;
}

/** A pattern of URLs: `new URLPattern({ pathname: "/books/:id(\\d+)" })`. What is not given matches everything. */
declare class URLPattern {
  /** Reads a pattern, or the patterns of components. Throws a TypeError if it is not valid. */
  constructor(input?: string | URLPatternInit, options?: URLPatternOptions);
  /** Reads a pattern that is relative to a URL. */
  constructor(input: string, baseURL: string, options?: URLPatternOptions);
  /** The pattern of the scheme. */
  readonly protocol: string;
  /** The pattern of the user. */
  readonly username: string;
  /** The pattern of the password. */
  readonly password: string;
  /** The pattern of the host name. */
  readonly hostname: string;
  /** The pattern of the port. */
  readonly port: string;
  /** The pattern of the path. */
  readonly pathname: string;
  /** The pattern of the query. */
  readonly search: string;
  /** The pattern of the fragment. */
  readonly hash: string;
  /** Whether it has regular expressions. */
  readonly hasRegExpGroups: boolean;
  /** Whether a URL matches. */
  test(input?: URLPatternInput, baseURL?: string): boolean;
  /** Returns what the groups match, or null. */
  exec(input?: URLPatternInput, baseURL?: string): URLPatternResult | null;
}
