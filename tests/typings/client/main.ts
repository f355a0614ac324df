// For programs: the address is the first argument, the report is printed.
import { run } from "./peer.ts";

declare const process: { argv: string[] };
console.log(JSON.stringify(await run(process.argv[2], false)));
