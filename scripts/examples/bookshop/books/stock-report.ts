import { Lockable, Logger, Scheduled, Service, SqlTemplate } from "fwrun";

@Service
export class StockReport {
  constructor(private sql: SqlTemplate, private log: Logger) {}

  @Scheduled({ cron: "0 0 6 * * MON-SAT", zone: "Europe/London", name: "stock-report" })
  @Lockable("stock-report")
  report() {
    for (const book of this.sql.query("SELECT title, stock FROM books WHERE stock < 2 ORDER BY stock, title")) {
      this.log.warn("a book runs out", { title: book.title, stock: book.stock });
    }
  }
}
