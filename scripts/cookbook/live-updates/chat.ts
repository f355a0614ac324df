import { GetMapping, Length, NotBlank, PathVariable, PostMapping, RequestBody, RequestMapping, RestController, Service } from "fwrun";

export class Message {
  @NotBlank @Length(1, 40) from: string;
  @NotBlank @Length(1, 500) text: string;
}

@Service
export class Rooms {
  /** Who listens in this worker. */
  #listeners = new Set<{ room: string; take: (message: Message) => void }>();
  /** Reaches the other workers; with broadcast.url also other processes. */
  #channel = new BroadcastChannel("rooms");

  constructor() {
    this.#channel.onmessage = ({ data }) => this.#deliver(data.room, data.message);
  }

  send(room: string, message: Message) {
    this.#deliver(room, message);
    this.#channel.postMessage({ room, message: { ...message } });
  }

  async *listen(room: string): AsyncGenerator<Message> {
    const waiting: Message[] = [];
    let wake = () => {};
    const listener = {
      room,
      take: (message: Message) => {
        if (waiting.push(message) > 100) waiting.shift(); // of a client that is slow the oldest are lost
        wake();
      },
    };
    this.#listeners.add(listener);
    try {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!;
        await new Promise<void>((more) => { wake = more; });
      }
    } finally {
      this.#listeners.delete(listener); // the client has left
    }
  }

  #deliver(room: string, message: Message) {
    for (const listener of this.#listeners) if (listener.room === room) listener.take(message);
  }
}

@RestController
@RequestMapping("/rooms/{room}")
export class RoomController {
  constructor(private rooms: Rooms) {}

  @PostMapping say(@PathVariable room: string, @RequestBody message: Message) { this.rooms.send(room, message); }
  @GetMapping({ produces: "text/event-stream" }) listen(@PathVariable room: string) { return this.rooms.listen(room); }
}
