// package: @opensearch-project/opensearch
import { test, expect } from "fwrun/test";
import { Client } from "@opensearch-project/opensearch";

test("makes a client", async () => {
  const client = new Client({ node: "http://127.0.0.1:1", maxRetries: 0 });
  await expect(client.info()).rejects.toMatchObject({ name: "ConnectionError" });
});
