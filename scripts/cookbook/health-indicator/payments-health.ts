import { Health, HealthIndicator, HealthInformer, HttpClient, Logger, Qualifier, Scheduled } from "fwrun";

/** Asks the payment service every ten seconds, whoever looks: however many probes there are, the service is not asked more often. */
@HealthInformer("payments")
export class PaymentsHealth extends HealthIndicator {
  @Qualifier("payments-client") private payments: HttpClient;
  constructor(private log: Logger) { super(); }

  private static shared = new BroadcastChannel("payments-health"); // each worker has an indicator of its own
  private last = Health.unknown();

  private failures = 0;
  private changed = (PaymentsHealth.shared.onmessage = ({ data }) => { this.last = this.of(data); });

  @Scheduled({ fixedDelay: "10s" })
  async probe() {
    const began = performance.now();
    let error = "";
    try {
      await this.payments.get("/status", { retry: false });
      this.failures = 0;
    } catch (caught) {
      error = String(caught);
      if (++this.failures === 3) this.log.error("the payment service is away", { error });
    }
    const result = { up: this.failures < 3, failures: this.failures, error, milliseconds: Math.round(performance.now() - began) };
    this.last = this.of(result);
    PaymentsHealth.shared.postMessage(result);
  }

  private of({ up, ...details }: { up: boolean, [detail: string]: unknown }) {
    const health = up ? Health.up() : Health.down();
    for (const [name, value] of Object.entries(details)) if (value) health.withDetail(name, value);
    return health;
  }

  health() { return this.last; }
}
