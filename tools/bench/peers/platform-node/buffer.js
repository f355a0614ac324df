// The application ../platform-buffer, on node:http.
import { createServer } from "node:http";
import { mark } from "../platform-buffer/mark.js";

createServer((_, reply) => reply.end(mark("plain"))).listen(Number(process.env.PORT), "127.0.0.1");
