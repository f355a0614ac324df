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

export const Slug = Constraint("slug", (v: string) => /^[a-z-]+$/.test(v), "must be a slug");
export const Untyped = Constraint("untyped", (v) => v.length > 1);
export const Between = Constraint(
  "between", (v: number, from: number, to: number) => v >= from && v <= to, (v, from, to) => `${v.toFixed()} is not from ${from + to}`,
);
export const Seen = Constraint("seen", (v: string | null) => v !== null, undefined, { nulls: true });
export const Later = Constraint("later", async (v: string) => true); // error: Type 'Promise<boolean>' is not assignable to type 'boolean'
export const Wordless = Constraint("wordless", (v: string) => true, 7); // error: Argument of type '7' is not assignable

export class Article {
  @Slug @Slug() @Slug({ message: "no" }) @Untyped slug: string;
  @Between(1, 5) @Between(1, 5, { message: "stars" }) stars: int;

  @Between // error: Type 'Article' is not assignable to type 'number'
  bare: int;

  @Between("1", 5) // error: Type 'string' is not assignable to type 'number'
  text: int;

  @Slug(1) // error: Argument of type '[number]' is not assignable
  one: string;

  @Each(Slug, Between(1, 5)) @JsonProperty({ validate: [Slug], each: Slug, required: "please", nillable: false }) list: string[];

  @Validate check() {
    return this.stars > 1 ? { stars: { message: "too many", code: "stars", params: { max: 1 } }, text: "no" } : null;
  }

  find(@RequestParam({ required: "which?" }) @Slug slug: string) {}

  @Slug // error: Unable to resolve signature of method decorator
  method() {}
}
