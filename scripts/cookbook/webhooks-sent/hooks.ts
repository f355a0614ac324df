import {
  Hmac, Length, PostMapping, QueueListener, QueueMessage, QueueRejectException, QueueTemplate, Random, RequestBody, ResponseEntity,
  RestController, Service, SqlTemplate, Url,
} from "fwrun";

export class NewHook {
  @Url("https") @Length({ max: 500 }) url: string;
}

export class Delivery {
  hook: int;
  type: string;
  data: Record<string, any>;
}

@Service
export class Webhooks {
  constructor(private sql: SqlTemplate, private queues: QueueTemplate, private hmac: Hmac) {}

  /** Call it in the transaction of what it tells of. Each receiver has messages of its own, so that one that is away holds up nobody. */
  async tell(type: string, data: Record<string, any>) {
    const hooks = this.sql.query<{ id: int }>("SELECT id FROM hooks WHERE failed_at IS NULL ORDER BY id");
    await this.queues.sendAll("deliveries", hooks.map(({ id }) => ({ hook: id, type, data })));
  }

  /** Ten attempts within about a day. */
  @QueueListener("deliveries", { concurrency: 8, maxAttempts: 10, backoff: "30s", maxBackoff: "6h", timeout: "15s" })
  async deliver({ hook, type, data }: Delivery, message: QueueMessage) {
    const to = this.sql.queryForObject<{ url: string; secret: string }>("SELECT url, secret FROM hooks WHERE id = ? AND failed_at IS NULL", hook);
    if (!to) throw new QueueRejectException("the receiver has been removed, or was given up");
    const body = JSON.stringify({ id: message.getId(), type, data }), t = Math.floor(Date.now() / 1000);
    const headers = { "Content-Type": "application/json", "X-Signature": `t=${t},v1=${this.hmac.sign(`${t}.${body}`, to.secret)}` };
    const answer = await fetch(to.url, { method: "POST", body, headers, redirect: "error", signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel(); // nothing of it matters
    if (answer.status === 410) this.sql.update("DELETE FROM hooks WHERE id = ?", hook);
    else if (!answer.ok) throw new Error(`${to.url} answers ${answer.status}`);
  }

  /** What was not delivered in a day: the receiver is given up, until its owner sets it up again. */
  @QueueListener("deliveries.dead")
  giveUp({ hook }: Delivery) { this.sql.update("UPDATE hooks SET failed_at = CURRENT_TIMESTAMP WHERE id = ?", hook); }
}

@RestController
export class HookController {
  constructor(private sql: SqlTemplate, private random: Random) {}

  @PostMapping("/hooks")
  add(@RequestBody { url }: NewHook) {
    const secret = this.random.token(); // shown this once
    const id = this.sql.update("INSERT INTO hooks (url, secret) VALUES (:url, :secret)", { url, secret }).generatedKey;
    return ResponseEntity.created(`/hooks/${id}`).withJson({ id, url, secret });
  }
}
