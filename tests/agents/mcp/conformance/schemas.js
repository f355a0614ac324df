import { McpTool, Service } from "fwrun";

const address = {
  $anchor: "addressDef",
  type: "object",
  properties: { street: { type: "string" }, city: { type: "string" } },
};

/** A tool whose schema is full of keywords that nothing here enforces. Clients are to get them as they are. */
@Service
export class Schemas {
  @McpTool({
    name: "json_schema_2020_12_tool",
    description: "Tool with JSON Schema 2020-12 features",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: { address },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
  })
  contact(name = "", address = {}, contactMethod = "email", phone = "", email = "") {
    return `${name}: ${contactMethod === "phone" ? phone : email}`;
  }

  @McpTool({
    name: "test_header_param",
    description: "Tool with an argument that clients of 2026-07-28 repeat in a header",
    inputSchema: { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } }, required: ["region"] },
  })
  where(/** @type {string} */ region) {
    return String(region);
  }
}
