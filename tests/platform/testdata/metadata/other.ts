export class User { name = ""; }
export class Group { name = ""; }
export interface Shape { area: number }
export enum Color { Red, Green }
export enum Word { A = "a", B = "b" }
export enum Mixed { A = "a", B = 1 }
export type Text = "a" | "b";
export type Maybe = string | null;
export type Callback = (x: number) => void;
export type List = string[];
export type Alias = User;
export const Roles = { Admin: "admin", User: "user" } as const;
export type Role = (typeof Roles)[keyof typeof Roles];
export const Levels = { Low: 1, High: 2 } as const;
export type Level = (typeof Levels)[keyof typeof Levels];
export type Branded = string & { __brand: "id" };
export default class Standard { x = 1; }
