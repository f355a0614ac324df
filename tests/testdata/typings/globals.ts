// What browsers and Node have, and scripts here have not.

document.title; // error: Cannot find name 'document'
process.env; // error: Cannot find name 'process'
require("fs"); // error: Cannot find name 'require'
new Blob([]); // error: Cannot find name 'Blob'
crypto.subtle; // error: Property 'subtle' does not exist
setTimeout("code", 10); // error: Argument of type 'string' is not assignable
setTimeout((a: number) => a, 10, "a"); // error: is not assignable to parameter of type
fetch("/x", { metod: "POST" }); // error: 'metod' does not exist
(await fetch("/x")).body.getReader(); // error: Object is possibly 'null'
const whole: int = "7"; // error: Type 'string' is not assignable to type 'number'
const names: StringList = [1]; // error: Type 'number' is not assignable to type 'string'

export { whole, names };
