import { app, bean, expect, it } from "fwrun/test";
import { Rooms } from "./chat";

it("delivers to those in the room", async () => {
  const tea = bean(Rooms).listen("tea"), milk = bean(Rooms).listen("milk");
  const first = tea.next(), other = milk.next();
  expect(await app.post("/rooms/tea", { json: { from: "Ada", text: "hello" } })).toHaveStatus(200);
  expect((await first).value).toEqual({ from: "Ada", text: "hello" });

  await app.post("/rooms/milk", { json: { from: "Eve", text: "hi" } });
  expect((await other).value).toMatchObject({ from: "Eve" });
  await Promise.all([tea.return(undefined), milk.return(undefined)]);
});

it("takes no message without a text", async () => {
  expect(await app.post("/rooms/tea", { json: { from: "Ada", text: " " } })).toHaveStatus(400);
});
