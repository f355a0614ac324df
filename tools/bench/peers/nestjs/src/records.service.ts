import { Injectable } from "@nestjs/common";
import Database from "better-sqlite3";

@Injectable()
export class RecordsService {
  private readonly database = new Database(process.env.BENCH_DATABASE!, { readonly: true });
  private readonly select = this.database.prepare(
    "SELECT id, name, email, age, score, created FROM records ORDER BY id",
  );

  findAll() {
    return this.select.all();
  }
}
