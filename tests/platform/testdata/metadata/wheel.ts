import { note } from "./note";
import { Circle } from "./circle";

export class Wheel {
  @note() circle?: Circle;
}
