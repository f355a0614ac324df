import {
  GetMapping, HttpRestException, Length, Max, McpTool, Min, PathVariable, PostMapping, Principal, RequestBody, RequestMapping, ResponseEntity,
  RestController, RolesAllowed, SqlTemplate,
} from "fwrun";

export class Proposal {
  orderId: int;
  @Min(1) @Max(50_000) cents: int;
  /** Why, for the person who decides. */
  @Length(1, 500) reason: string;
}

export interface Refund {
  id: int;
  state: "waiting" | "paid" | "refused";
}

/** An agent proposes; a person, who reads what it was told, decides. What an agent was talked into by a text costs nothing. */
@RestController
@RequestMapping("/refunds")
export class Refunds {
  constructor(private sql: SqlTemplate) {}

  /** Asks for a refund. Nothing is paid before a person has agreed: look at its state later. */
  @PostMapping @RolesAllowed("AGENT")
  @McpTool({ name: "refund_propose", outputType: "Refund", destructive: false })
  propose(@RequestBody proposal: Proposal, who: Principal) {
    const id = this.sql.update("INSERT INTO refunds (order_id, cents, reason, asked_by) VALUES (:orderId, :cents, :reason, :who)",
      { ...proposal, who: who.getName() }).generatedKey;
    return ResponseEntity.accepted({ id, state: "waiting" });
  }

  /** Tells what has become of a refund. */
  @GetMapping("/{id}") @RolesAllowed("AGENT", "CLERK")
  @McpTool({ name: "refund_state" })
  state(@PathVariable id: int): Refund {
    const refund = this.sql.queryForObject<Refund>("SELECT id, state FROM refunds WHERE id = ?", id);
    if (!refund) throw new HttpRestException(404, `there is no refund ${id}`);
    return refund;
  }

  @GetMapping @RolesAllowed("CLERK")
  waiting() { return this.sql.query("SELECT id, order_id, cents, reason, asked_by FROM refunds WHERE state = 'waiting' ORDER BY id"); }

  /** No tool: only people have this role, and decide once. */
  @PostMapping("/{id}/{decision}") @RolesAllowed("CLERK")
  decide(@PathVariable id: int, @PathVariable decision: "pay" | "refuse", who: Principal) {
    const { affectedRows } = this.sql.update("UPDATE refunds SET state = :state, decided_by = :who WHERE id = :id AND state = 'waiting'",
      { id, state: decision === "pay" ? "paid" : "refused", who: who.getName() });
    if (affectedRows === 0) throw new HttpRestException(409, "it is not waiting any more");
    return this.state(id);
  }
}
