// Decorators where they do not belong, bare and called.

import {
  Autowired, Bean, GetMapping, JsonProperty, PathVariable, PostConstruct, Qualifier, RequestBody, RequestMapping,
  RequestParam, RestController, Service, Value,
} from "fwrun";

@GetMapping // error: Unable to resolve signature of class decorator
class A {}

@GetMapping("/a") // error: Unable to resolve signature of class decorator
class B {}

@Autowired // error: Decorator function return type
class C {}

@RequestMapping("/d")
class D {
  @RestController // error: Unable to resolve signature of method decorator
  method1() {}

  @Service("name") // error: Unable to resolve signature of method decorator
  method2() {}

  @RequestParam // error: Unable to resolve signature of method decorator
  method3() {}

  @Autowired // error: Unable to resolve signature of method decorator
  method4() {}

  @JsonProperty("x") // error: Unable to resolve signature of method decorator
  method5() {}

  @GetMapping // error: Unable to resolve signature of property decorator
  field1: string;

  @PostConstruct // error: Unable to resolve signature of property decorator
  field2: string;

  @PathVariable("x") // error: Unable to resolve signature of property decorator
  field3: string;

  @GetMapping // error: Unable to resolve signature of method decorator
  get accessor1(): string { return ""; }

  @Bean // error: Unable to resolve signature of method decorator
  static method6() {}

  @Value("${x}") // error: Unable to resolve signature of property decorator
  static field4: string;

  @Value // error: Unable to resolve signature of property decorator
  field5: string;

  @Qualifier() // error: Expected 1-2 arguments
  field6: string;

  method7(@GetMapping a: string, // error: Unable to resolve signature of parameter decorator
          @Service("x") b: string, // error: Unable to resolve signature of parameter decorator
          @PostConstruct c: string, // error: Unable to resolve signature of parameter decorator
          @RequestBody d: string) {}
}

PathVariable()((name: string) => name); // error: Expected 3 arguments
Service("x")((name: string) => name); // error: is not assignable to parameter of type 'AnyClass'
GetMapping("/x")(D); // error: is not assignable to parameter of type 'AnyFunction'

export { A, B, C };
