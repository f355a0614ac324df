import { GetMapping, PathVariable, RequestMapping, RestController, Service } from "fwrun";

interface User {
  id: number;
  name: string;
}

const names = ["Ann", "Bob"];

@Service
export class UserService {
  #asked = 0;

  async find(id: int): Promise<User> {
    this.#asked++;
    return { id, name: names[id] };
  }
}

@RestController
@RequestMapping("/users")
export class UserController {
  constructor(private readonly users: UserService) {}

  @GetMapping("/{id}")
  async find(@PathVariable id: int): Promise<{ greeting: string }> {
    const user = await this.users.find(id);
    const greeting = `Hello, ${user.name}`;
    return { greeting };
  }
}
