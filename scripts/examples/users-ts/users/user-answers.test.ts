import { UniqueViolation } from "fwrun";
import { app, describe, expect, fake, fn, it } from "fwrun/test";
import { UserRepository } from "./user-repository";

// The controller gets this in the place of the repository. What is not given here cannot be called.
const users = fake(UserRepository, {
  findById: fn(),
  insert: fn(),
});

describe("answers about users", () => {
  const eve = { name: "Eve", email: "eve@example.com" };

  it("tell a user", async () => {
    users.findById.mockReturnValue({ id: 7, name: "Ada", email: "ada@example.com" });
    expect((await app.get("/users/7")).json.data).toMatchObject({ name: "Ada" });
    expect(users.findById).toHaveBeenCalledWith(7);
  });

  it("tell that there is no such user", async () => {
    users.findById.mockReturnValue(null);
    expect((await app.get("/users/7")).json.message).toBe("User not found");
  });

  it("tell of an email that is taken", async () => {
    users.insert.mockImplementation(() => {
      throw new UniqueViolation("UNIQUE constraint failed");
    });
    expect((await app.post("/users", { json: eve })).json.message).toBe("Email already exists");
  });

  it("tell of any other failure", async () => {
    users.insert.mockImplementation(() => {
      throw new Error("the disk is full");
    });
    expect((await app.post("/users", { json: eve })).json.message).toBe("Failed to create user: the disk is full");
  });
});
