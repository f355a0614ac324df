// Constraints with arguments they do not take, and in lists.

import {
  Constraint, Digits, Each, Email, Ip, JsonProperty, Length, Min, NotBlank, OneOf, Pattern, RequestParam, Size, Unique, Url, Validate,
} from "fwrun";

export class Order {
  @Min // error: Unable to resolve signature of property decorator
  a: int;

  @Min("1") // error: Argument of type 'string' is not assignable
  b: int;

  @Min(1, { exclusive: true, message: "more" }) @Digits(6, 2) c: float;

  @Length({ maximum: 1 }) // error: 'maximum' does not exist
  d: string;

  @Length(1, 80, { message: "1 to 80" }) @NotBlank @Email({ message: "no" }) @Pattern(/^a/) @Url("https", "ftp") e: string;

  @Ip(5) // error: Argument of type '5' is not assignable
  f: string;

  @OneOf("a", "b", { message: "a or b" }) @OneOf(["a"]) g: string;

  @Each(NotBlank, Length(1, 2), "email") @Size(1) @Unique h: string[];

  @Each(7) // error: Argument of type 'number' is not assignable
  i: string[];

  @JsonProperty({ validate: [Min(1), "integer(1, 5)", { max: 7 }, "required"], each: NotBlank }) j: int;

  @JsonProperty({ validate: ["emial"] }) // error: Type '"emial"' is not assignable
  k: string;

  @JsonProperty({ validate: { maxLength: 1 } }) // error: 'maxLength' does not exist
  l: string;

  list(@RequestParam({ validate: "min(1)" }) @Min(1) page: int, @Email mail: string) {}

  @Email // error: Unable to resolve signature of method decorator
  method() {}

  @Validate check() { return this.a > 1 ? { a: "too much" } : null; }

  @Validate // error: Unable to resolve signature of method decorator
  async later() {}

  @Validate // error: Unable to resolve signature of method decorator
  count() { return 1; }
}

export const one: Constraint = Min(1);
