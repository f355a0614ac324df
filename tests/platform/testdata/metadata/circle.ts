import { note } from "./note";
import { Wheel } from "./wheel";

export class Circle {
  @note() wheel?: Wheel;
}
