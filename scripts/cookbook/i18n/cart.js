import { GetMapping, RequestParam, ResponseEntity, RestController } from "fwrun";
import { localeOf, Translator } from "./translator.js";

@RestController
export class Cart {
  /**
   * @param {string} name
   * @param {int} count
   */
  @GetMapping("/cart")
  cart(@RequestParam name, @RequestParam count, request) {
    const t = new Translator(localeOf(request.getFirstHeader("Accept-Language")));
    const body = {
      greeting: t.say("greeting", { name }), cart: t.say("cart", { count }), total: t.money(count * 123450, "EUR"),
      due: t.say("due", { when: t.date(Date.UTC(2026, 2, 1)) }),
    };
    return ResponseEntity.ok(body).withHeader("Content-Language", t.locale).withHeader("Vary", "Accept-Language");
  }
}
