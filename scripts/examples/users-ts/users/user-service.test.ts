import { SqlError } from "fwrun";
import { bean, describe, expect, fake, fn, it } from "fwrun/test";
import { UserRepository } from "./user-repository";
import { UserService } from "./user-service";

// The service gets this in the place of the repository. What is not given here cannot be called.
const users = fake(UserRepository, {
  findById: fn(),
  insert: fn(),
});

describe("UserService", () => {
  const eve = { name: "Eve", email: "eve@example.com" };

  it("finds a user", () => {
    users.findById.mockReturnValue({ id: 7, name: "Ada", email: "ada@example.com" });
    expect(bean(UserService).findById(7)).toMatchObject({ name: "Ada" });
    expect(users.findById).toHaveBeenCalledWith(7);
  });

  it("tells that there is no such user", () => {
    users.findById.mockReturnValue(null);
    expect(() => bean(UserService).findById(7)).toThrow("User not found");
  });

  it("gives a new user its id", () => {
    users.insert.mockReturnValue(8);
    expect(bean(UserService).create(eve)).toHaveProperty("id", 8);
  });

  it("tells of an email that is taken", () => {
    users.insert.mockImplementation(() => {
      throw new SqlError("UNIQUE constraint failed", "unique violation", "2067");
    });
    expect(() => bean(UserService).create(eve)).toThrow("Email already exists");
  });
});
