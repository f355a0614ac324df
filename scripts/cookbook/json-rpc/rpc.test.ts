import { app, expect, it } from "fwrun/test";

const post = async (body: string) => (await app.post("/rpc", { body, headers: { "Content-Type": "application/json" } }));
const call = async (request: unknown) => (await post(JSON.stringify(request))).json;

it("answers calls", async () => {
  expect(await call({ jsonrpc: "2.0", id: 1, method: "add", params: [1, 2] })).toEqual({ jsonrpc: "2.0", id: 1, result: 3 });
  expect(await call({ jsonrpc: "2.0", id: "x", method: "divide", params: { number: 6, by: 4 } })).toEqual({ jsonrpc: "2.0", id: "x", result: 1.5 });
});

it("answers a batch, without its notifications", async () => {
  const answers = await call([
    { jsonrpc: "2.0", id: 1, method: "add", params: [1, 1] }, { jsonrpc: "2.0", method: "add", params: [2, 2] }, 7,
    { jsonrpc: "2.0", id: 2, method: "divide", params: { number: 1, by: 0 } },
  ]);
  expect(answers.map((answer: { result?: number, error?: any }) => answer.result ?? answer.error.code)).toEqual([2, -32600, 1]);
  expect((await post('{"jsonrpc": "2.0", "method": "add", "params": [1, 2]}')).text).toBe("");
});

it.each([
  ["{", -32700], ["[]", -32600], ["null", -32600], ['{"method": "add"}', -32600],
  ['{"jsonrpc": "2.0", "id": 1, "method": "toString"}', -32601],
  ['{"jsonrpc": "2.0", "id": 1, "method": "constructor"}', -32601],
  ['{"jsonrpc": "2.0", "id": 1, "method": "add", "params": ["1", 2]}', -32602],
  ['{"jsonrpc": "2.0", "id": 1, "method": "divide", "params": null}', -32600],
])("says what is wrong with %s", async (body, code) => {
  expect((await post(body)).json.error.code).toBe(code);
});
