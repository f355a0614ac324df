// Attaches to the address in the arguments, stops at `debugger`, looks around, and prints what it has seen.
import CDP from "chrome-remote-interface";

const [host, port] = process.argv[2].split(":");
const [target] = await CDP.List({ host, port });
console.log("target", target.title, target.type);
const { Browser } = await CDP.Version({ host, port });
console.log("version", Browser);

const client = await CDP({ host, port }); // by the description at /json/protocol
const { Runtime, Debugger } = client;
const scripts = [];
client.on("Debugger.scriptParsed", (s) => scripts.push(s.url));
const paused = new Promise((found) => client.once("Debugger.paused", found));
const resumed = new Promise((found) => client.once("Debugger.resumed", found));
Runtime.consoleAPICalled(({ args }) => console.log("console", args.map((a) => a.value).join(" ")));

await Runtime.enable();
await Debugger.enable();
console.log("scripts", scripts.join());
const { breakpointId, locations } = await Debugger.setBreakpointByUrl({ lineNumber: 0, url: scripts[0], condition: "a > 0" });
console.log("breakpoint", breakpointId, locations[0].lineNumber);
await Runtime.runIfWaitingForDebugger();

const { callFrames: [frame], asyncStackTrace } = await paused;
console.log("paused", frame.functionName, frame.location.lineNumber, asyncStackTrace.parent.description);
const { result } = await Debugger.evaluateOnCallFrame({ callFrameId: frame.callFrameId, expression: "user" });
const { result: [name] } = await Runtime.getProperties({ objectId: result.objectId, ownProperties: true });
console.log("property", name.name, name.value.value);
const called = await Runtime.callFunctionOn({
  objectId: result.objectId, functionDeclaration: "function (more) { console.log('called'); return this.name + more }", arguments: [{ value: "!" }],
});
console.log("called", called.result.value);
await Debugger.setVariableValue({ scopeNumber: 0, variableName: "a", newValue: { value: 9 }, callFrameId: frame.callFrameId });
console.log("variable", (await Debugger.evaluateOnCallFrame({ callFrameId: frame.callFrameId, expression: "a" })).result.value);
await client.send("Nix.nix").catch((e) => console.log("refused", e.message));
await Debugger.resume();
await resumed;
console.log("resumed");
await client.close();
