// Packages that map rows to objects, over the drivers. The entities say their types by decorators alone: the rest is emitted metadata.
import "reflect-metadata";
import process from "node:process";
import pgPromise from "pg-promise";
import makePostgres from "postgres";
import { DataTypes, Model, Sequelize, UniqueConstraintError } from "sequelize";
import { container, injectable } from "tsyringe";
import { Column, DataSource, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, QueryFailedError, Repository } from "typeorm";
import { GetMapping, RestController } from "fwrun";

const { POSTGRES_PORT, POSTGRES_DATABASE, MYSQL_PORT, MYSQL_DATABASE } = process.env;
const postgres = { host: "127.0.0.1", port: Number(POSTGRES_PORT), database: POSTGRES_DATABASE };

@Entity()
export class Author {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ unique: true }) name!: string;
  @Column() born!: Date;
  @Column({ default: false }) retired!: boolean;
  @OneToMany(() => Book, (book) => book.author) books!: Book[];
}

@Entity()
export class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Column() title!: string;
  @Column() pages!: number;
  @ManyToOne(() => Author, (author) => author.books) author!: Author;
}

const data = new DataSource({ type: "postgres", ...postgres, username: "fwrun", entities: [Author, Book], synchronize: true, poolSize: 2 });
container.registerInstance(DataSource, data);

// DataSource is a type here and nothing else: who makes a Library finds it by the metadata.
@injectable()
class Library {
  constructor(private readonly data: DataSource) {}
  books(): Repository<Book> { return this.data.getRepository(Book); }
}

class Account extends Model {
  declare id: number;
  declare owner: string;
  declare balance: number;
}

@RestController
export class Mappers {
  @GetMapping("/typeorm")
  async typeorm() {
    if (!data.isInitialized) {
      await data.initialize();
    }
    const books = container.resolve(Library).books(), authors = data.getRepository(Author);
    const ann = await authors.save(authors.create({ name: "Ann", born: new Date(0) }));
    await books.save([{ title: "A", pages: 10, author: ann }, { title: "B", pages: 20, author: ann }]);
    const [found] = await authors.find({ relations: { books: true }, order: { books: { pages: "DESC" } } });
    const { sum } = await books.createQueryBuilder("b").select("SUM(b.pages)", "sum").where("b.pages > :n", { n: 1 }).getRawOne();
    const rolledBack = await data.transaction(async (manager) => {
      await manager.save(Author, { name: "Bob", born: new Date(0) });
      await manager.save(Author, { name: "Ann", born: new Date(0) });
    }).catch((thrown) => [thrown instanceof QueryFailedError, thrown.driverError.code]);
    return {
      types: data.getMetadata(Author).columns.map((column) => (column.type as Function).name), titles: found.books.map((book) => book.title),
      born: found.born.getTime(), is: found instanceof Author, sum: Number(sum), rolledBack, count: await authors.count(),
    };
  }

  @GetMapping("/sequelize")
  async sequelize() {
    const at = new Sequelize(MYSQL_DATABASE!, "root", "", { host: "127.0.0.1", port: Number(MYSQL_PORT), dialect: "mysql", logging: false });
    Account.init({ owner: { type: DataTypes.STRING(50), unique: true }, balance: DataTypes.INTEGER }, { sequelize: at, timestamps: false });
    const Entry = at.define("entry", { amount: DataTypes.INTEGER }, { timestamps: false });
    Account.hasMany(Entry, { as: "entries" });
    await at.sync();
    const ann = await Account.create({ owner: "Ann", balance: 5 });
    await Entry.bulkCreate([{ amount: 2, AccountId: ann.id }, { amount: 3, AccountId: ann.id }]);
    const found = await Account.findOne({ where: { owner: "Ann" }, include: { model: Entry, as: "entries" } });
    const rolledBack = await at.transaction(async (transaction) => {
      await ann.increment("balance", { by: 7, transaction });
      await Account.create({ owner: "Ann" }, { transaction });
    }).catch((thrown) => thrown instanceof UniqueConstraintError);
    const sum = await Entry.sum("amount");
    await ann.reload();
    await at.close();
    return { entries: (found!.get("entries") as Model[]).map((e) => e.get("amount")), rolledBack, balance: ann.balance, sum };
  }

  @GetMapping("/postgres")
  async postgres() {
    const sql = makePostgres({ ...postgres, user: "fwrun", max: 2, onnotice: () => undefined });
    await sql`CREATE TABLE notes (id SERIAL PRIMARY KEY, text TEXT UNIQUE, at TIMESTAMPTZ)`;
    await sql`INSERT INTO notes ${sql([{ text: "a", at: new Date(0) }, { text: "b", at: new Date(1) }])}`;
    const rows = await sql`SELECT text, at FROM notes WHERE text IN ${sql(["a", "b"])} ORDER BY id`;
    const fails = await sql.begin(async (tx) => {
      await tx`DELETE FROM notes`;
      await tx`INSERT INTO notes ${tx({ text: "c" })}`;
      await tx`INSERT INTO notes ${tx({ text: "c" })}`;
    }).catch((thrown) => thrown.code);
    const [{ count }] = await sql`SELECT COUNT(*)::int AS count FROM notes`;
    await sql.end();
    return { rows: rows.map((row) => [row.text, row.at.getTime()]), fails, count };
  }

  @GetMapping("/pg-promise")
  async pgPromise() {
    const pgp = pgPromise({ noWarnings: true }), db = pgp({ ...postgres, user: "fwrun", max: 2 });
    await db.none("CREATE TABLE tasks (id SERIAL PRIMARY KEY, name TEXT NOT NULL)");
    const columns = new pgp.helpers.ColumnSet(["name"], { table: "tasks" });
    await db.none(pgp.helpers.insert([{ name: "it's" }, { name: "b" }], columns));
    const names = await db.task((t) => t.map("SELECT name FROM tasks WHERE name IN ($1:csv) ORDER BY id", [["it's", "b"]], (row) => row.name));
    const fails = await db.tx(async (t) => {
      await t.none("DELETE FROM tasks");
      await t.none("INSERT INTO tasks (name) VALUES ($<name>)", { name: null });
    }).catch((thrown) => thrown.code);
    const none = await db.one("SELECT * FROM tasks WHERE id = 0").catch((thrown) => thrown.constructor.name);
    const { count } = await db.one("SELECT COUNT(*)::int AS count FROM tasks");
    await db.$pool.end();
    return { names, fails, none, count };
  }
}
