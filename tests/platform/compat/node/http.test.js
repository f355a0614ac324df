// module: http, https, dns, dns/promises
// differs: clients are over fetch's connections and limits: names of headers are in canonical case, agents open connections only if they bring a way of their own; servers do not listen; of dns what the system's resolver answers
import { test, expect } from "fwrun/test";
import http from "node:http";
import https from "node:https";
import { lookup } from "node:dns/promises";
import dns from "node:dns";
import { text } from "node:stream/consumers";

test("requests, headers, bodies", async () => {
	const answered = new Promise((done, fail) => {
		const request = http.request("http://localhost:9/x", { method: "POST", headers: { "X-A": "1" }, timeout: 2000 }, done).on("error", fail);
		expect(request.getHeader("x-a")).toBe("1");
		request.setHeader("X-B", ["1", "2"]);
		expect(request.getHeaderNames()).toEqual(["x-a", "host", "x-b"]);
		request.end("body");
	});
	let thrown;
	await answered.catch(error => thrown = error);
	expect(thrown.code).toBe("ECONNREFUSED");
	expect(() => http.request("ftp://example.com")).toThrow("not supported");
	expect(() => http.createServer().listen(80)).toThrow("the application is a server already");
	expect(http.STATUS_CODES[404]).toBe("Not Found");
	expect(https.globalAgent.defaultPort).toBe(443);
	expect(http.METHODS).toContain("PATCH");
	expect(typeof text).toBe("function");
});
test("names", async () => {
	expect(["127.0.0.1", "::1"]).toContain((await lookup("localhost")).address);
	const address = await new Promise((done, fail) => dns.lookup("localhost", (error, found) => error ? fail(error) : done(found)));
	expect(["127.0.0.1", "::1"]).toContain(address);
	let thrown;
	await lookup("no-such-host.invalid").catch(error => thrown = error);
	expect(thrown.syscall).toBe("getaddrinfo");
});
