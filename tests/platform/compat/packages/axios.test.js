// package: axios
import { test, expect } from "fwrun/test";
import axios from "axios";

test("builds and sends", async () => {
	const client = axios.create({ adapter: async config => ({ data: config.url, status: 200, statusText: "OK", headers: {}, config }) });
	expect((await client.get("/x", { params: { a: 1 } })).data).toBe("/x");
	expect(axios.getUri({ url: "http://example.com", params: { a: [1, 2] } })).toBe("http://example.com?a%5B%5D=1&a%5B%5D=2");
});
