// module: child_process, cluster, dgram, domain, http2, inspector, inspector/promises, net, repl, sea, sqlite, test/reporters, tls, trace_events, vm, wasi, worker_threads
// refused: they can be imported, since packages import them and never use them; what is called throws ERR_NOT_SUPPORTED and says what there is instead
import { test, expect } from "fwrun/test";
import * as child_process from "node:child_process";
import * as cluster from "node:cluster";
import * as dgram from "node:dgram";
import * as domain from "node:domain";
import * as http2 from "node:http2";
import * as inspector from "node:inspector";
import * as net from "node:net";
import * as sqlite from "node:sqlite";
import * as tls from "node:tls";
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
		[() => child_process.exec("ls"), "an application cannot start processes"], [() => cluster.fork(), "several workers"], [() => dgram.createSocket("udp4"), "sockets are not available"], [() => domain.create(), "AsyncLocalStorage"],
		[() => http2.connect("https://example.com"), "HttpClient"], [() => new inspector.Session(), "fwrun profile"], [() => net.connect(80), "beans for databases"], [() => new sqlite.DatabaseSync(":memory:"), "SqlTemplate"],
		[() => tls.connect(443), "fetch"], [() => vm.runInNewContext("1"), "compiled"], [() => new worker_threads.Worker("x.js"), "@Async"],
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
