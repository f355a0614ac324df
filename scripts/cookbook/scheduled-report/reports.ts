import { GetMapping, HttpRestException, Lockable, PathVariable, QueueTemplate, RestController, Scheduled, Service, SqlTemplate, Value } from "fwrun";

const euros = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });
const DAY = 86_400_000;

@Service
export class Reports {
  @Value("${report.to}") to: string;
  constructor(private sql: SqlTemplate, private queues: QueueTemplate) {}

  /** In the morning, for the day before; of several processes one makes it. */
  @Scheduled({ cron: "${report.cron}", zone: "${report.zone}", timeout: "10m" })
  @Lockable("daily-report")
  async daily() {
    await this.of(new Date(Date.now() - DAY).toISOString().slice(0, 10));
  }

  /** Makes the report of a day, if it has not been made: a run that is repeated sends nothing twice. */
  async of(day: string) {
    const rows = this.sql.query(
      "SELECT article, count(*) AS orders, sum(cents) AS cents FROM orders WHERE at >= :day AND at < date(:day, '+1 day') GROUP BY article ORDER BY cents DESC",
      { day },
    );
    const total = rows.reduce((sum, row) => sum + row.cents, 0);
    const text = [`Sales of ${day}: ${euros.format(total / 100)}`, ...rows.map((row) => `${row.article}: ${row.orders}, ${euros.format(row.cents / 100)}`)].join("\n");
    const { affectedRows } = this.sql.update("INSERT INTO reports (day, text) VALUES (:day, :text) ON CONFLICT DO NOTHING", { day, text });
    if (affectedRows > 0) await this.queues.send("mails", { to: this.to, subject: `Sales of ${day}`, text }, { id: `report-${day}` });
  }
}

@RestController
export class ReportController {
  constructor(private sql: SqlTemplate) {}

  @GetMapping("/reports/{day}")
  report(@PathVariable day: string): string {
    const text = this.sql.queryForValue("SELECT text FROM reports WHERE day = ?", day);
    if (text === null) throw new HttpRestException(404, `there is no report of ${day}`);
    return text;
  }
}
