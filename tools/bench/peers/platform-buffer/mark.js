// A module as packages of npm have them: it uses Buffer when it is loaded, and when it is called.
import { Buffer } from "node:buffer";

const prefix = Buffer.from("mark:").toString("base64");

export const mark = (text) => prefix + Buffer.from(text, "utf8").toString("base64");
