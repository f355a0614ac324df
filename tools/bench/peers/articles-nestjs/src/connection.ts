import { Injectable } from "@nestjs/common";
import Database from "better-sqlite3";

@Injectable()
export class Connection {
  readonly db = new Database(process.env.BENCH_DATABASE!);

  constructor() {
    this.db.pragma("journal_mode = WAL");
    this.db.pragma("synchronous = NORMAL");
    this.db.pragma("foreign_keys = ON");
    this.db.pragma("busy_timeout = 5000");
  }
}
