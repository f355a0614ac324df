import { Autowired, GetMapping, HttpRestException, RateLimited, RequestParam, RestController, Service } from "fwrun";

@Service
export class Geocoder {
  /** Three at once for each key, and one more every 20 seconds; then 429 with Retry-After. */
  @RateLimited(3, "1m", { key: "#{apiKey}", burst: 3 })
  find(apiKey, place) {
    return { place, lat: 52.52, lon: 13.405 };
  }
}

const plans = new Map([["k-free", "free"], ["k-paid", "paid"]]);

@RestController
export class Api {
  /** @type {Geocoder} */ @Autowired geocoder;

  /**
   * @param {string} place
   * @param {string} apiKey
   */
  @GetMapping("/geocode")
  geocode(@RequestParam place, @RequestParam({ name: "X-Api-Key", source: "header" }) apiKey) {
    if (!plans.has(apiKey)) throw new HttpRestException(401, "this key is not known");
    return this.geocoder.find(apiKey, place);
  }
}
