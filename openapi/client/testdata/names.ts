// The client of Names that collide or are taken 1. Written by `fwrun client`, which writes it anew: do not edit it.

/* eslint-disable */

export interface List_User_x {
  "List<User/x>"?: string | undefined;
}

export interface Map_of_User {
  Map_of_User?: string | undefined;
}

export interface ProblemModel {
  "__proto__"?: string | undefined;
  "a b"?: string | undefined;
  class?: string | undefined;
  x: string;
}

export interface ProblemModel2 {
  ProblemModel?: string | undefined;
}

export interface ResponseModel {
  Response?: string | undefined;
}

export interface Type2nd {
  "2nd"?: string | undefined;
}

export interface a_b_c {
  "a.b-c"?: string | undefined;
}

export interface a_b_c2 {
  a_b_c?: string | undefined;
}

export interface stringModel {
  string?: string | undefined;
}

/** The operations of the application. */
export interface Api {
  _1st(args?: NoArguments, call?: CallOptions): Promise<void>;
  __proto___(args?: NoArguments, call?: CallOptions): Promise<void>;
  delete(args?: NoArguments, call?: CallOptions): Promise<void>;
  readonly e: {
    digit(args?: NoArguments, call?: CallOptions): Promise<Type2nd>;
    dotted(args?: NoArguments, call?: CallOptions): Promise<a_b_c>;
    escaped(args?: NoArguments, call?: CallOptions): Promise<List_User_x>;
    map(args?: NoArguments, call?: CallOptions): Promise<Map_of_User>;
    model(args?: NoArguments, call?: CallOptions): Promise<ProblemModel2>;
    parameters(args?: {
      __proto__InQuery?: string | undefined;
      constructor?: string | undefined;
      id?: string | undefined;
      idInHeader?: string | undefined;
      idInQuery?: string | undefined;
      idInCookie?: string | undefined;
    }, call?: CallOptions): Promise<void>;
    problem(args?: NoArguments, call?: CallOptions): Promise<ProblemModel>;
    response(args?: NoArguments, call?: CallOptions): Promise<ResponseModel>;
    string(args?: NoArguments, call?: CallOptions): Promise<stringModel>;
    under(args?: NoArguments, call?: CallOptions): Promise<a_b_c2>;
  };
  getDId(args: { id: string }, call?: CallOptions): Promise<void>;
  readonly object: {
    __proto___(args?: NoArguments, call?: CallOptions): Promise<void>;
  };
  readonly tagged: {
    one(args: { id: string }, call?: CallOptions): Promise<void>;
  };
  readonly then_: {
    then_(args?: NoArguments, call?: CallOptions): Promise<void>;
  };
  then_2(args?: NoArguments, call?: CallOptions): Promise<void>;
  readonly urlTools: {
    list(args?: NoArguments, call?: CallOptions): Promise<void>;
  };
  readonly users: {
    delete(args?: NoArguments, call?: CallOptions): Promise<void>;
    find(args?: NoArguments, call?: CallOptions): Promise<void>;
    find2(args?: NoArguments, call?: CallOptions): Promise<void>;
    find3(args?: NoArguments, call?: CallOptions): Promise<void>;
  };
  users2(args?: NoArguments, call?: CallOptions): Promise<void>;
  users_find(args?: NoArguments, call?: CallOptions): Promise<void>;
  readonly xy: {
    a_b(args?: NoArguments, call?: CallOptions): Promise<void>;
  };
}

/** Makes a client. It keeps nothing but its settings. */
export function createClient(options: ClientOptions = {}): Api {
  const client = connect(options);
  return {
    _1st: (args, how) => client.call({ id: "1st", method: "DELETE", path: "/c", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    __proto___: (args, how) => client.call({ id: "__proto__", method: "DELETE", path: "/b", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    delete: (args, how) => client.call({ id: "delete", method: "PATCH", path: "/b", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    e: {
      digit: (args, how) => client.call({ id: "E_digit", method: "PATCH", path: "/e", accept: "application/json, application/problem+json", result: "json" }, args, how),
      dotted: (args, how) => client.call({ id: "E_dotted", method: "DELETE", path: "/e", accept: "application/json, application/problem+json", result: "json" }, args, how),
      escaped: (args, how) => client.call({ id: "E_escaped", method: "POST", path: "/f", accept: "application/json, application/problem+json", result: "json" }, args, how),
      map: (args, how) => client.call({ id: "E_map", method: "HEAD", path: "/e", accept: "application/json, application/problem+json", result: "json" }, args, how),
      model: (args, how) => client.call({ id: "E_model", method: "GET", path: "/f", accept: "application/json, application/problem+json", result: "json" }, args, how),
      parameters: (args, how) => client.call({ id: "E_parameters", method: "DELETE", path: "/f", parameters: [["__proto__InQuery", "query", "", "__proto__"], ["constructor", "query"], ["id", "query"], ["idInHeader", "header", "", "id"], ["idInQuery", "header"], ["idInCookie", "cookie", "", "id"]], accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
      problem: (args, how) => client.call({ id: "E_problem", method: "GET", path: "/e", accept: "application/json, application/problem+json", result: "json" }, args, how),
      response: (args, how) => client.call({ id: "E_response", method: "PUT", path: "/e", accept: "application/json, application/problem+json", result: "json" }, args, how),
      string: (args, how) => client.call({ id: "E_string", method: "POST", path: "/e", accept: "application/json, application/problem+json", result: "json" }, args, how),
      under: (args, how) => client.call({ id: "E_under", method: "PUT", path: "/f", accept: "application/json, application/problem+json", result: "json" }, args, how),
    },
    getDId: (args, how) => client.call({ id: "get /d/{id}", method: "GET", path: "/d/{id}", parameters: [["id", "path"]], accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    object: {
      __proto___: (args, how) => client.call({ id: "Object___proto__", method: "POST", path: "/b", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    },
    tagged: {
      one: (args, how) => client.call({ id: "tagged_one", method: "POST", path: "/d/{id}", parameters: [["id", "path"]], accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    },
    then_: {
      then_: (args, how) => client.call({ id: "Then_then", method: "GET", path: "/b", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    },
    then_2: (args, how) => client.call({ id: "then", method: "PUT", path: "/b", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    urlTools: {
      list: (args, how) => client.call({ id: "URLTools_list", method: "PUT", path: "/c", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    },
    users: {
      delete: (args, how) => client.call({ id: "Users_delete", method: "GET", path: "/c", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
      find: (args, how) => client.call({ id: "Users_find", method: "GET", path: "/a", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
      find2: (args, how) => client.call({ id: "Users_find", method: "PATCH", path: "/c", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
      find3: (args, how) => client.call({ id: "Users_find!", method: "POST", path: "/a", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    },
    users2: (args, how) => client.call({ id: "users", method: "DELETE", path: "/a", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    users_find: (args, how) => client.call({ id: "users_find", method: "PUT", path: "/a", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    xy: {
      a_b: (args, how) => client.call({ id: "XY_a_b", method: "POST", path: "/c", accept: "application/problem+json, */*;q=0.9", result: "none" }, args, how),
    },
  };
}

const defaultBase = "";

