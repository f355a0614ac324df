import { GetMapping, RequestMapping, RequestParam, RestController } from "fwrun";

export class Tick {
  n: int;
  text: string;
}

/** Answers that are sent piece by piece. */
@RestController
@RequestMapping("/streams")
export class StreamsController {
  // It goes on after the last event that the client has seen, and breaks after two if it is asked for that.
  @GetMapping({ path: "/ticks", produces: "text/event-stream" })
  async *ticks(@RequestParam({ source: "header", name: "Last-Event-ID" }) last: int = 0, @RequestParam breaks: bool = false): AsyncGenerator<{ id: string; event: string; data: Tick }> {
    for (let n = last + 1; n <= 4; n++) {
      if (breaks && n === last + 3) throw new Error("the stream breaks");
      yield { id: String(n), event: "tick", data: { n, text: "line\r\nanother" } };
      await Promise.resolve();
    }
  }

  @GetMapping({ path: "/words", produces: "text/event-stream" })
  *words(): Generator<string> {
    yield "one\ntwo";
    yield "3";
  }

  @GetMapping("/rows")
  *rows(): Generator<Tick> {
    for (let n = 1; n <= 3; n++) yield { n, text: "ü\u2028" };
  }

  // It never ends, and counts in /streams/open who listens.
  @GetMapping({ path: "/endless", produces: "text/event-stream" })
  async *endless(): AsyncGenerator<int> {
    for (let n = 1; ; n++) {
      yield n;
      await new Promise((done) => setTimeout(done, 5));
    }
  }
}
