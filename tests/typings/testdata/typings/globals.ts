// What browsers have, and scripts here have not; what @types/node declares; and wrong uses.

document.title; // error: Cannot find name 'document'
process.env; // error: Cannot find name 'process'
require("fs"); // error: Cannot find name 'require'
localStorage.length; // error: Cannot find name 'localStorage'
new Blob(7); // error: Argument of type 'number' is not assignable
crypto.subtle.digets; // error: Property 'digets' does not exist
setTimeout("code", 10); // error: Argument of type 'string' is not assignable
setTimeout((a: number) => a, 10, "a"); // error: is not assignable to parameter of type
fetch("/x", { metod: "POST" }); // error: 'metod' does not exist
(await fetch("/x")).body.getReader(); // error: Object is possibly 'null'
fetch("/x", { method: "POST", body: new Map() }); // error: is not assignable to type 'BodyInit | null | undefined'
new Uint8Array(2).toBase64({ alphabet: "base32" }); // error: Type '"base32"' is not assignable
const whole: int = "7"; // error: Type 'string' is not assignable to type 'number'
const names: StringList = [1]; // error: Type 'number' is not assignable to type 'string'

export { whole, names };
