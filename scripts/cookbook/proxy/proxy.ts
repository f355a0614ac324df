import { Cacheable, GetMapping, HttpClient, HttpClientError, HttpRestException, Pattern, PathVariable, Qualifier, RestController, Service } from "fwrun";

/** What the upstream says, reduced to what our clients need. */
export interface Weather {
  city: string;
  celsius: float;
}

@Service
export class Forecasts {
  @Qualifier("weather-client") weather: HttpClient;

  @Cacheable("weather", { key: "#{city}", ttl: "5m" })
  async of(city: string): Promise<Weather> {
    try {
      const { now } = await this.weather.get(`/cities/${encodeURIComponent(city)}`).json();
      return { city, celsius: now.celsius };
    } catch (error) {
      if (error instanceof HttpClientError && error.status === 404) throw new HttpRestException(404, "this city is not known");
      console.warn("the weather cannot be asked", error); // and its words, which may name keys and hosts, are not passed on
      throw new HttpRestException(502, "the weather cannot be asked", { "Retry-After": 30 });
    }
  }
}

@RestController
export class WeatherController {
  @Qualifier("weather-client") weather: HttpClient;
  constructor(private forecasts: Forecasts) {}

  @GetMapping("/weather/{city}")
  weatherOf(@PathVariable @Pattern(/^[\p{L} -]{1,60}$/u) city: string) { return this.forecasts.of(city); }

  /** Passed through as it comes, of any size: status, headers and bytes. The key that the upstream wants stays here. */
  @GetMapping("/maps/{name}")
  map(@PathVariable @Pattern(/^\w{1,40}\.png$/) name: string): Promise<Response> {
    return this.weather.get(`/maps/${name}`, { throwHttpErrors: false });
  }
}
