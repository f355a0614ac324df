import { Repository } from "fwrun";
import { User } from "./user.js";

/**
 * The table of users.
 * @extends {Repository<User>}
 */
export class UserRepository extends Repository {}
