// module: net, tls
// differs: clients only, within the rules for requests; sockets belong to the worker, and `ref` and `unref` do nothing; no pfx, PSK or sessions; TLS over a stream that is no socket is not there
import { test, expect } from "fwrun/test";
import net from "node:net";
import { Duplex } from "node:stream";
import tls from "node:tls";

const failure = (socket) => new Promise((resolve) => socket.on("error", resolve));

test("a port at which nobody listens", async () => {
	const refused = await failure(net.connect(9, "127.0.0.1"));
	expect(refused.message).toBe("connect ECONNREFUSED 127.0.0.1:9");
	expect([refused.code, refused.syscall, refused.address, refused.port]).toEqual(["ECONNREFUSED", "connect", "127.0.0.1", 9]);
	expect((await failure(tls.connect(9, "127.0.0.1"))).code).toBe("ECONNREFUSED");
});

test("a socket is a stream, and says how it is", () => {
	const socket = new net.Socket();
	expect(socket instanceof Duplex).toBe(true);
	expect([socket.connecting, socket.pending, socket.destroyed, socket.bytesRead]).toEqual([false, true, false, 0]);
	expect(socket.setNoDelay().setKeepAlive(true).unref().ref()).toBe(socket);
});

test("addresses", () => {
	expect([net.isIP("127.0.0.1"), net.isIP("::1"), net.isIP("a"), net.isIPv4("::1"), net.isIPv6("::1")]).toEqual([4, 6, 0, false, true]);
	const list = new net.BlockList();
	list.addSubnet("10.0.0.0", 8);
	expect([list.check("10.1.2.3"), list.check("11.1.2.3")]).toEqual([true, false]);
});

test("names of certificates", () => {
	expect(tls.checkServerIdentity("a.example.com", { subjectaltname: "DNS:*.example.com" })).toBe(undefined);
	expect(tls.checkServerIdentity("a.b", { subjectaltname: "DNS:*.example.com" }).code).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
});
