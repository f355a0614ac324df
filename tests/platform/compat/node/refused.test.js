// module: child_process, cluster, dgram, domain, http2, inspector, inspector/promises, repl, sea, sqlite, test/reporters, trace_events, vm, wasi, worker_threads
// refused: they can be imported, since packages import them and never use them; what is called throws ERR_NOT_SUPPORTED and says what there is instead
import { test, expect } from "fwrun/test";
import * as child_process from "node:child_process";
import * as cluster from "node:cluster";
import * as dgram from "node:dgram";
import * as domain from "node:domain";
import * as http2 from "node:http2";
import * as inspector from "node:inspector";
import * as sqlite from "node:sqlite";
import * as vm from "node:vm";
import * as worker_threads from "node:worker_threads";
import "node:inspector/promises";
import "node:repl";
import "node:sea";
import "node:test/reporters";
import "node:trace_events";
import "node:wasi";

test("what is called says what there is instead", () => {
	for (const [call, instead] of [
		[() => child_process.exec("ls"), "an application cannot start processes"], [() => cluster.fork(), "several workers"], [() => dgram.createSocket("udp4"), "sockets of UDP are not available"], [() => domain.create(), "AsyncLocalStorage"],
		[() => http2.connect("https://example.com"), "HttpClient"], [() => new inspector.Session(), "fwrun profile"], [() => new sqlite.DatabaseSync(":memory:"), "SqlTemplate"],
		[() => vm.runInNewContext("1"), "compiled"], [() => new worker_threads.Worker("x.js"), "@Async"],
	]) {
		let thrown;
		try {
			call();
		} catch (error) {
			thrown = error;
		}
		expect(thrown.code).toBe("ERR_NOT_SUPPORTED");
		expect(thrown.message).toContain(instead);
	}
	expect(worker_threads.isMainThread).toBe(true);
	expect(cluster.isPrimary).toBe(true);
});

test("HTTP/2 has its constants", () => {
	expect(http2.constants.HTTP2_HEADER_PATH).toBe(":path");
	expect(http2.constants.HTTP2_METHOD_GET).toBe("GET");
	expect(http2.constants.HTTP_STATUS_OK).toBe(200);
});
