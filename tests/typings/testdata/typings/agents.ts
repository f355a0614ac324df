// What agents use: tools, resources, prompts, and who decides about them.

import {
  Component, GetMapping, HttpRequest, InternalHttpRequest, McpContent, McpPrompt, McpResource, McpResourceNotFoundException, McpTool,
  McpToolArgumentException, McpToolContext, McpToolDeniedException, McpToolInfo, McpToolInterceptor, RequestParam, ResponseEntity, Service,
} from "fwrun";

class Order {
  id: int;
}

@Service
export class Desk {
  @McpTool
  bare(id: int): Order { return { id }; }

  @McpTool("Finds an order.", { title: "Find", toolset: ["orders", "sales"], timeout: "5s", rateLimit: "10/1m", maxResultBytes: "64KiB" })
  described(id: int) { return { id }; }

  @McpTool({ outputType: Order, httpMethod: "PUT", readOnly: true, destructive: false, idempotent: true, openWorld: false, timeout: 2.5 })
  typed() { return ResponseEntity.ok({ id: 1 }); }

  @McpTool({ inputSchema: { type: "object", properties: { id: { type: "integer", minimum: 1 } }, required: ["id"], allOf: [{}] } })
  schema(id: int) { return id; }

  @McpTool({ inputSchema: { properties: {} } }) // error: Property 'type' is missing
  a() {}

  @McpTool({ outputSchema: { type: "array" } }) // error: Type '"array"' is not assignable to type '"object"'
  b() {}

  @McpTool({ outputSchema: Order }) // error: Property 'type' is missing
  c() {}

  @McpTool({ httpMethod: "FETCH" }) // error: Type '"FETCH"' is not assignable
  d() {}

  @McpTool({ readonly: true }) // error: 'readonly' does not exist
  e() {}

  @McpTool({ rateLimit: 10 }) // error: Type 'number' is not assignable
  f() {}

  @McpTool("Finds an order.", "order_find") // error: Unable to resolve signature of method decorator
  g() {}

  @McpTool // error: Unable to resolve signature of property decorator
  field: string;

  @McpResource("orders://{id}", { listMethod: "open", mimeType: "application/json" })
  order(id: int): Order | null { return id > 0 ? { id } : null; }

  @McpResource // error: Unable to resolve signature of method decorator
  h() {}

  @McpResource({ name: "order" }) // error: Property 'uri' is missing
  i() {}

  @McpPrompt
  prompt(id: string) { return [{ role: "user", text: id }, { role: "assistant", content: McpContent.text("Which one?") }]; }

  @McpPrompt("review", { title: "Review", arguments: [] }) // error: 'arguments' does not exist
  j() {}
}

@McpTool("A class.") // error: Unable to resolve signature of class decorator
export class NoTool {}

export const add = McpTool({ name: "add" })(
  GetMapping({ path: "/add", params: { a: RequestParam(), b: RequestParam() } })((a: int, b: int) => ({ sum: a + b })),
);
export const five: int = McpTool(add)(2, 3).sum;
McpResource("orders://all")((id: int) => id); // error: Expected 3 arguments

@Component
export class Roles extends McpToolInterceptor {
  isVisible(tool: McpToolInfo, request: HttpRequest) {
    if (tool.kind === "soap") return false; // error: no overlap
    return !tool.destructive || request.getFirstHeader("X-Role") === "manager";
  }
  async beforeCall(tool: McpToolInfo, context: McpToolContext) {
    if (context.getArgument("id", 0) < 0) throw new McpToolDeniedException(`${tool.name} of ${context.getToolName()}`);
    tool.toolsets.push("more"); // error: Property 'push' does not exist
    context.getOutcome() === "fine"; // error: no overlap
    context.getRequest().getRequestId(); // error: Property 'getRequestId' does not exist
  }
}

export class Text extends McpToolInterceptor {
  isVisible() { return "yes"; } // error: is not assignable to the same property in base type
}

export class Shape implements McpToolInterceptor {
  afterCall(tool: McpToolInfo, context: McpToolContext, error: unknown) { console.log(tool.name, context.isOk(), error); }
}

export function content(request: HttpRequest, bytes: Uint8Array) {
  const inner: boolean = request instanceof InternalHttpRequest;
  if (inner) throw new McpToolArgumentException(400, "no order 7"); // error: Expected 0-1 arguments
  if (!bytes) throw new McpResourceNotFoundException("no order 7").getStatus();
  new McpContent(); // error: Constructor of class 'McpContent' is private
  new McpToolContext(); // error: Constructor of class 'McpToolContext' is private
  new InternalHttpRequest(); // error: Constructor of class 'InternalHttpRequest' is private
  new HttpRequest(); // error: Constructor of class 'HttpRequest' is protected
  McpContent.image(bytes); // error: Expected 2 arguments
  McpContent.image(7, "image/png"); // error: is not assignable to parameter of type 'McpBytes'
  McpContent.link({ name: "order 7" }); // error: Property 'uri' is missing
  McpContent.resource({ uri: "orders://7" }); // error: is not assignable to parameter of type
  McpContent.of("a", [McpContent.blob(bytes)], { text: "b" }); // error: 'text' does not exist
  return McpContent.of("a", McpContent.link({ uri: "orders://7", size: 10 })).withStructured({ id: 7 });
}
