import "reflect-metadata";
import { GetMapping, Service, PathVariable, RestController } from "fwrun";
import { LRUCache } from "lru-cache";
import { Foreign } from "./foreign";
import { table } from "./table";

@Service
export class Greeter {
  greet(name: string) { return `Hello, ${name}`; }
}

@RestController
export class Tables {
  constructor(private greeter: Greeter) {}

  @GetMapping("/table")
  table() { return table(); }

  @GetMapping("/foreign")
  foreign(): string[] {
    const types = ["cache", "status", "nobody", "stream", "number"].map((name) => Reflect.getMetadata("design:type", Foreign.prototype, name));
    return types.map((type) => type === LRUCache ? "LRUCache" : type.name);
  }

  @GetMapping("/greet/{name}")
  greet(@PathVariable name: string): string[] {
    const types = Reflect.getMetadata("design:paramtypes", this, "greet"), made = Reflect.getMetadata("design:paramtypes", Tables);
    return [this.greeter.greet(name), types[0].name, made[0].name];
  }
}

declare namespace Reflect {
  function getMetadata(key: string, target: object, name?: string): any;
}
