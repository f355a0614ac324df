import { HttpClient, HttpClientError, Qualifier, QueueListener, QueueMessage, QueueRejectException, Service } from "fwrun";

export class Mail {
  to: string;
  subject: string;
  html: string;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A template for HTML: what is put into it is text, whatever it looks like. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]) =>
  String.raw({ raw: parts }, ...values.map((value) => String(value).replace(/[&<>"']/g, (c) => escapes[c])));

@Service
export class Mailer {
  @Qualifier("mail-client") mails: HttpClient;

  /** Tried again for about a day while the service is away; then it is a dead letter. */
  @QueueListener("mails", { concurrency: 4, maxAttempts: 12, backoff: "10s", maxBackoff: "4h", rateLimit: "10/s" })
  async send(mail: Mail, message: QueueMessage) {
    try {
      // A message may come twice: the service knows by the key that it has sent it already.
      await this.mails.post("/messages", { json: { from: "shop@example.com", ...mail }, headers: { "Idempotency-Key": message.getId() } });
    } catch (error) {
      const status = error instanceof HttpClientError ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429) throw new QueueRejectException(`the mail service has refused it: ${status}`);
      throw error;
    }
  }
}
