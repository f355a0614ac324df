import { note, noted } from "./note";
import Standard, { Alias, Branded, Callback, Color, Group, Level, List, Maybe, Mixed, Role, Shape, Text, User, Word } from "./other";
import type { Group as GroupType, Shape as ShapeType } from "./other";
import * as others from "./other";
import { Circle } from "./circle";
import { Wheel } from "./wheel";

interface Own { x: number }
interface Box<T> { value: T }
type Numbers = 1 | 2;
type Both = string | number;
type Flag = boolean;
type Nothing = null | undefined;
declare class Elsewhere { x: number }
const KEY = Symbol("key");

@note()
class Fields<T, U extends string, V extends User> {
  @note() text!: string;
  @note() count: number = 1;
  @note() flag!: boolean;
  @note() big!: bigint;
  @note() sign!: symbol;
  @note() thing!: object;
  @note() whatever: any;
  @note() unknown: unknown;
  @note() nothing!: void;
  @note() never!: never;
  @note() untyped = 3;
  @note() list!: string[];
  @note() readonlyList!: readonly string[];
  @note() generic!: Array<string>;
  @note() readonlyGeneric!: ReadonlyArray<string>;
  @note() tuple!: [string, number];
  @note() same!: "a" | "b";
  @note() numbers!: 1 | -2;
  @note() mixed!: string | number;
  @note() orNull!: string | null;
  @note() orUndefined!: Date | undefined;
  @note() orBoth!: number | null | undefined;
  @note() orVoid!: string | void;
  @note() orNever!: string | never;
  @note() onlyNull!: null | undefined;
  @note() parens!: (string | null)[];
  @note() inParens!: (string);
  @note() userOrNull!: User | null;
  @note() users!: User | User;
  @note() literal!: "a";
  @note() one!: 1;
  @note() yes!: true;
  @note() bigOne!: 1n;
  @note() template!: `a${string}`;
  @note() color!: Color;
  @note() word!: Word;
  @note() mixedEnum!: Mixed;
  @note() member!: Color.Red;
  @note() shape!: Shape;
  @note() own!: Own;
  @note() box!: Box<string>;
  @note() user!: User;
  @note() standard!: Standard;
  @note() alias!: Alias;
  @note() aliasText!: Text;
  @note() aliasMaybe!: Maybe;
  @note() callback!: Callback;
  @note() aliasList!: List;
  @note() role!: Role;
  @note() level!: Level;
  @note() branded!: Branded;
  @note() ownNumbers!: Numbers;
  @note() ownBoth!: Both;
  @note() ownFlag!: Flag;
  @note() ownNothing!: Nothing;
  @note() qualified!: others.User;
  @note() qualifiedShape!: others.Shape;
  @note() qualifiedColor!: others.Color;
  @note() typeOnly!: GroupType;
  @note() typeOnlyShape!: ShapeType;
  @note() inline!: import("./other").User;
  @note() date!: Date;
  @note() promise!: Promise<string>;
  @note() map!: Map<string, number>;
  @note() pattern!: RegExp;
  @note() record!: Record<string, string>;
  @note() partial!: Partial<User>;
  @note() fn!: () => void;
  @note() ctor!: new () => User;
  @note() globalFunction!: Function;
  @note() upper!: Uppercase<string>;
  @note() format!: Intl.NumberFormat;
  @note() keys!: keyof User;
  @note() query!: typeof KEY;
  @note() indexed!: User["name"];
  @note() inlineShape!: { a: string };
  @note() both!: User & Group;
  @note() brandedHere!: string & { a: 1 };
  @note() self!: Fields<T, U, V>;
  @note() param!: T;
  @note() boundText!: U;
  @note() boundUser!: V;
  @note() bytes!: Uint8Array;
  @note() optional?: string;
  @note() iterable!: Iterable<string>;
  @note() decorator!: PropertyDecorator;
  @note() circle!: Circle;
  @note() wheel!: Wheel;
  @note() static shared: string;
  @note() "quoted name": number;
  @note() 12: string = "";
  @note() [KEY]: number = 1;
  @note() declare declared: User;

  @note() get readOnly(): string { return ""; }
  @note() get pair(): string { return ""; }
  set pair(value: string) { void value; }
  get late(): any { return 1; }
  @note() set late(value: number) { void value; }
  @note() set only(value: Date) { void value; }

  @note() plain() { return 1; }
  @note() async later() { return 1; }
  @note() async typed(): Promise<User> { return new User(); }
  @note() returns(): User | null { return null; }
  @note() voids(): void {}
  @note() checks(x: unknown): x is string { return !!x; }
  @note() asserts(x: unknown): asserts x is string { void x; }
  @note() takes(a: string, b?: number, c = 1, ...rest: User[]): number { void [a, b, c, rest]; return 1; }
  @note() takesThis(this: Fields<T, U, V>, a: Date) { void a; }
  @note() takesPattern({ x }: Own, [y]: string[]) { void [x, y]; }
  @note() ownParam<P, Q extends number>(p: P, q: Q, rest: T): P { void [q, rest]; return p; }
  @note() restAny(...rest: Array<number>) { void rest; }
  overloaded(a: string): string;
  overloaded(a: number): number;
  @note() overloaded(a: any): any { return a; }
  byParameter(a: string, @note() b: User) { void [a, b]; }
  @note() static make(a: Color): Fields<any, any, any> | undefined { void a; return undefined; }
}

@note()
class Injected {
  constructor(private readonly user: User, public group: Group | undefined, shape: Shape, @note() list: string[], count = 1) {
    void [this.user, shape, list, count];
  }
}

class ByParameter {
  constructor(@note() user: User, text: string) { void [user, text]; }
}

@note()
class WithoutConstructor extends Injected {}

function inside(): any {
  class Local { x = 1; }
  @note()
  class Inner {
    @note() local!: Local;
    @note() self?: Inner;
  }
  return Inner;
}

export function table(): Record<string, string> {
  void [Fields, ByParameter, WithoutConstructor, inside()];
  void (0 as unknown as Elsewhere);
  return noted();
}
