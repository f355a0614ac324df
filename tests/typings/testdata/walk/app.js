import * as fwrun from "fwrun";
import { instance, thing } from "./walk.js";

const { Autowired, GetMapping, PostMapping, RestController } = fwrun;

/** Makes an object of a class as an application does. */
const made = {
  HttpRestException: () => new fwrun.HttpRestException(409),
  QueueRetryException: () => new fwrun.QueueRetryException("busy", "1s"),
  ResponseEntity: () => fwrun.ResponseEntity.ok(),
  HttpStatus: () => fwrun.HttpStatus.OK,
  HttpClientError: () => new fwrun.HttpClientError("no", new Response("no", { status: 404 }), "no"),
};

@RestController
export class Walk {
  /** @type {fwrun.SqlTemplate} */ @Autowired sql;
  /** @type {fwrun.DataSource} */ @Autowired source;
  /** @type {fwrun.TransactionTemplate} */ @Autowired transactions;
  /** @type {fwrun.Images} */ @Autowired images;
  /** @type {fwrun.Environment} */ @Autowired environment;
  /** @type {fwrun.MeterRegistry} */ @Autowired meters;
  /** @type {fwrun.Files} */ @Autowired files;
  /** @type {fwrun.HttpClient} */ @Autowired client;
  /** @type {fwrun.Logger} */ @Autowired logger;
  /** @type {fwrun.QueueTemplate} */ @Autowired queue;
  /** @type {fwrun.Tracer} */ @Autowired tracer;
  /** @type {fwrun.SearchClient} */ @Autowired search;

  /** @param {fwrun.HttpRequest} request */
  @PostMapping("/walk")
  walk(request) {
    const said = Object.fromEntries(Object.entries(fwrun).map(([name, value]) => [name, thing(value)]));
    const objects = [...Object.values(this), request, ...Object.values(request.getFiles()), ...Object.values(made).map((make) => make())];
    for (const [name, value] of Object.entries(fwrun)) {
      if (typeof value === "function" && value.prototype instanceof Error && !(name in made)) objects.push(new value("other", "other"));
    }
    for (const object of objects) {
      const name = Object.keys(fwrun).find((name) => fwrun[name] === object.constructor);
      if (name) instance(said[name], object);
    }
    const globals = Object.fromEntries(Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith("%")).map((name) => [name, thing(globalThis[name])]));
    return { fwrun: said, globals };
  }
}
