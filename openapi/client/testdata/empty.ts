// The client of Empty 0. Written by `fwrun client`, which writes it anew: do not edit it.

/* eslint-disable */

/** The operations of the application. */
export interface Api {
}

/** Makes a client of an application without operations. */
export function createClient(options: ClientOptions = {}): Api {
  connect(options);
  return {};
}

const defaultBase = "";

