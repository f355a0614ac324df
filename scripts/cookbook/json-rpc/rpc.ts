import { HttpRestException, PostMapping, RequestBody, RestController, Service } from "fwrun";

export class RpcError extends Error {
  constructor(readonly code: int, message: string) { super(message); }
}

/** What clients may call: own members of this object, and nothing that it inherits. */
@Service
export class Calculator {
  readonly methods: Record<string, (params: any) => unknown> = {
    add: ([a, b]) => this.#number(a) + this.#number(b),
    divide: ({ by, number }) => {
      if (by === 0) throw new RpcError(1, "nothing can be divided by 0");
      return this.#number(number) / this.#number(by);
    },
  };

  #number(value: unknown) {
    if (typeof value !== "number") throw new RpcError(-32602, "Invalid params");
    return value;
  }
}

@RestController
export class RpcController {
  constructor(private calculator: Calculator) {}

  @PostMapping("/rpc")
  async call(@RequestBody({ disableParsing: true }) body: string) {
    let request: any;
    try { request = JSON.parse(body); } catch { return this.failed(null, -32700, "Parse error"); }
    if (!Array.isArray(request)) return (await this.one(request)) ?? undefined;
    if (request.length === 0) return this.failed(null, -32600, "Invalid Request");
    if (request.length > 50) throw new HttpRestException(413, "a batch has 50 calls at most");
    const answers: object[] = [];
    for (const each of request) answers.push(...[await this.one(each)].filter((answer) => answer !== null));
    return answers.length > 0 ? answers : undefined;
  }

  /** Returns the answer to a call, and null to a notification. */
  private async one(request: any): Promise<object | null> {
    const { jsonrpc, method, params = [], id } = request ?? {};
    if (jsonrpc !== "2.0" || typeof method !== "string" || !(params instanceof Object)) return this.failed(null, -32600, "Invalid Request");
    try {
      if (!Object.hasOwn(this.calculator.methods, method)) throw new RpcError(-32601, "Method not found");
      const result = (await this.calculator.methods[method](params)) ?? null;
      return id === undefined ? null : { jsonrpc, id, result };
    } catch (error) {
      if (!(error instanceof RpcError)) console.error(method, error);
      const known = error instanceof RpcError ? error : new RpcError(-32603, "Internal error");
      return id === undefined ? null : this.failed(id, known.code, known.message);
    }
  }

  private failed(id: unknown, code: int, message: string) { return { jsonrpc: "2.0", id, error: { code, message } }; }
}
