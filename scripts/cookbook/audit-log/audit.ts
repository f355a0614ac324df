import { Around, Aspect, Component, type MethodCall, SecurityContext, SqlTemplate } from "fwrun";

/** Writes who has called a method with what, in the transaction that the call is part of. */
@Component
export class Audit extends Aspect {
  constructor(private sql: SqlTemplate, private security: SecurityContext) { super(); }

  around(call: MethodCall) {
    return this.sql.transaction(() => { // both or neither: what cannot be recorded does not happen
      const result = call.proceed();
      this.sql.update("INSERT INTO audit (who, action, detail) VALUES (:who, :action, :detail)", {
        who: this.security.getPrincipal()?.getName() ?? "nobody", action: call.name, detail: JSON.stringify(call.args),
      });
      return result;
    });
  }
}

/** `@Audited` above a method that is not async. */
export const Audited = Around(Audit);
