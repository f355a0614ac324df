// Calls that must not compile: a line that does is an error of the compiler.
import { createClient, Problem } from "./client.ts";

const api = createClient();
const name: string | undefined = Math.random() > 2 ? undefined : "Ada";
const page: number | undefined = Math.random() > 2 ? undefined : 1;

// These are right.
await api.users.list({ page });
await api.users.create({ body: { name: name ?? "", email: name } });
const best = await api.users.best({ id: 1 });
best?.friends[0]?.name.toUpperCase();
for await (const event of api.streams.ticks()) event.data.n.toFixed();

// @ts-expect-error a text is no number
await api.users.find({ id: "7" });
// @ts-expect-error the id is missing
await api.users.find({});
// @ts-expect-error the arguments are missing
await api.users.find();
// @ts-expect-error there is no such argument
await api.users.find({ id: 7, name: "Ada" });
// @ts-expect-error there is no such operation
await api.users.search({ id: 7 });
// @ts-expect-error it may be null
best.name;
// @ts-expect-error the name is required
await api.users.create({ body: { email: null } });
// @ts-expect-error a name is not null
await api.users.create({ body: { name: null } });
// @ts-expect-error there is no such role
await api.users.create({ body: { name: "Ada", role: "OWNER" } });
// @ts-expect-error there may be no friend
(await api.users.find({ id: 7 })).friends[0].name;
// @ts-expect-error an argument that is none, in place of the settings of the call
await api.values.count({ signal: new AbortController().signal });
// @ts-expect-error a header is required
await api.values.header({});
// @ts-expect-error a text is no file
await api.values.upload({ body: { title: "T", files: ["one"] } });
// @ts-expect-error a stream is no promise
await api.streams.ticks().then();
// @ts-expect-error data is an object
for await (const event of api.streams.ticks()) event.data.toUpperCase();
// @ts-expect-error a download is no text
(await api.values.download()).toUpperCase();
// @ts-expect-error operations cannot be replaced
api.users = api.values;
// @ts-expect-error the status of a problem is a number
new Problem("x", new Response(), null).status = "404";
