// names: WebSocket, CloseEvent, EventSource
import { test, expect } from "fwrun/test";

test("are classes with their constants", () => {
	expect([WebSocket.OPEN, EventSource.CLOSED]).toEqual([1, 2]);
	expect(() => new WebSocket("ftp://example.com")).toThrow();
	expect([new CloseEvent("close", { code: 1000, wasClean: true }).code]).toEqual([1000]);
});
