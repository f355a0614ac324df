import {
  Hmac, HttpRequest, HttpRestException, PostMapping, QueueListener, QueueTemplate, RequestBody, RestController, Service, SqlTemplate,
  Transactional, Value,
} from "fwrun";

export class PaymentEvent {
  id: string;
  type: string;
  order: string;
  cents: int;
}

@RestController
export class Hooks {
  @Value("${webhooks.secret}") private secret: string;
  constructor(private hmac: Hmac, private sql: SqlTemplate, private queues: QueueTemplate) {}

  /** Answers at once, and keeps the event: what takes long is done by the listener, and tried again if it fails. */
  @PostMapping("/hooks/payments")
  @Transactional
  async receive(@RequestBody({ disableParsing: true }) body: string, request: HttpRequest) {
    this.#verify(body, request.getFirstHeader("X-Signature") ?? "");
    const event = JSON.parse(body);
    const { affectedRows } = this.sql.update("INSERT INTO events (id) VALUES (?) ON CONFLICT DO NOTHING", [event.id]);
    if (affectedRows > 0) await this.queues.send("payment-events", event); // a second time nothing is left to do
  }

  /** "t=1767225600,v1=5257a8…": the time is signed, too, so that what somebody has recorded is of no use later. */
  #verify(body: string, header: string) {
    const { t = "", v1 = "" } = Object.fromEntries(header.split(",").map((part) => part.trim().split("=")));
    const late = Math.abs(Date.now() / 1000 - Number(t)) > 300;
    if (!/^\d+$/.test(t) || late || !this.hmac.verify(`${t}.${body}`, v1, this.secret)) throw new HttpRestException(401, "the signature is wrong or old");
  }
}

@Service
export class Payments {
  constructor(private sql: SqlTemplate) {}

  @QueueListener("payment-events")
  handle(event: PaymentEvent) {
    if (event.type !== "payment.succeeded") return; // others may come one day
    this.sql.update("INSERT INTO paid (order_id, cents) VALUES (:order, :cents) ON CONFLICT DO NOTHING", { order: event.order, cents: event.cents });
  }
}
