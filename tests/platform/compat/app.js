import { GetMapping } from "fwrun"; export const hello = GetMapping("/")(() => "Hello");
