import { app, describe, expect, fake, fn, it } from "fwrun/test";

// The client gets this in the place of the cluster. What is not given here cannot be called.
const search = fake("catalogue-search", {
  index: fn(async (index, document, options) => ({ id: "1", version: 1, seqNo: 0, primaryTerm: 1, created: true })),
  bulk: fn(async (operations) => ({ items: [], errors: 0 })),
  scroll: fn(async function* () {
    yield { index: "products", id: "1", score: null, source: null };
    yield { index: "products", id: "99", score: null, source: null };
  }),
});

describe("the indexer", () => {
  it("writes a product after the database has it", async () => {
    const answer = await app.post("/products", { json: { name: "Sencha", about: "Green.", kind: "tea", cents: 900 } });
    expect(answer).toHaveStatus(201);
    expect(search.index.mock.calls).toMatchObject([["products", { name: "Sencha" }, { id: 4 }]]);
  });

  it("does not index what the database refuses", async () => {
    search.index.mockClear();
    expect(await app.post("/products", { json: { name: "Assam", about: "Twice.", kind: "tea", cents: 1 } })).toHaveStatus(409);
    expect(search.index).not.toHaveBeenCalled();
  });

  it("deletes what the database no longer has", async () => {
    expect((await app.post("/index")).json).toEqual({ products: 4, deleted: 1 });
    expect(search.bulk.mock.calls.flat(2)).toContainEqual({ delete: "products", id: "99" });
  });
});
