/** @import { McpToolInfo } from "fwrun" */
import { Autowired, Component, HttpRequest, Logger, McpToolContext, McpToolDeniedException, McpToolInterceptor } from "fwrun";
import { Callers } from "./callers.js";

/** What a manager can pay back without asking anybody. */
const LIMIT = 10_000;

/** Leaves refunds to managers: for anybody else there is no such tool. And notes down who has changed what. */
@Component
export class RefundsByManagers extends McpToolInterceptor {
  /** @type {Callers} */
  @Autowired callers;

  /** @type {Logger} */
  @Autowired log;

  /**
   * @param {McpToolInfo} tool
   * @param {HttpRequest} request
   */
  isVisible(tool, request) {
    return !tool.toolsets.includes("refunds") || this.callers.of(request)?.role === "manager";
  }

  /**
   * @param {McpToolInfo} tool
   * @param {McpToolContext} context
   */
  beforeCall(tool, context) {
    if (tool.name === "order_refund" && context.getArgument("cents") > LIMIT) {
      throw new McpToolDeniedException(`a refund of more than ${LIMIT} cents`);
    }
  }

  /**
   * @param {McpToolInfo} tool
   * @param {McpToolContext} context
   */
  afterCall(tool, context) {
    if (tool.readOnly || !context.isOk()) return;
    this.log.info("changed by an agent", { tool: tool.name, for: this.callers.of(context.getRequest())?.name });
  }
}
