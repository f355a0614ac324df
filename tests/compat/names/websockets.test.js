// names: WebSocket, EventSource
import { test, expect } from "fwrun/test";

test("are classes with their constants", () => {
	expect([WebSocket.OPEN, EventSource.CLOSED]).toEqual([1, 2]);
	expect(() => new WebSocket("ftp://example.com")).toThrow();
});
