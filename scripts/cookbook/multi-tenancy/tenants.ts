import { HttpRestException, SecurityContext, Service, SqlNames, SqlTemplate } from "fwrun";

/** The only way to the database: every statement gets the tenant of who is asking, and one that does not ask for it is refused. */
@Service
export class TenantSql {
  constructor(private sql: SqlTemplate, private security: SecurityContext) {}

  query<T>(statement: string, names: SqlNames = {}) { return this.sql.query<T>(this.#checked(statement), this.#with(names)); }
  update(statement: string, names: SqlNames = {}) { return this.sql.update(this.#checked(statement), this.#with(names)); }

  #checked(statement: string) {
    if (!statement.includes(":tenant")) throw new Error(`this statement is for all tenants: ${statement}`);
    return statement;
  }

  #with(names: SqlNames) {
    const tenant = this.security.getPrincipal()?.claims.tenant; // of a token that is signed, never of the request
    if (typeof tenant !== "string" || tenant === "") throw new HttpRestException(403, "this token is of no tenant");
    return { ...names, tenant };
  }
}
