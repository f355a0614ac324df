import { bean, expect, it, vi } from "fwrun/test";
import { Books } from "./book";
import { StockReport } from "./stock-report";

it("is made at six in the morning", async () => {
  vi.useFakeTimers({ now: "2030-01-04T05:00:00Z", schedules: true });
  bean(Books).insert({ isbn: "9780141439587", title: "Emma", cents: 900, stock: 1 });
  const report = vi.spyOn(bean(StockReport), "report");
  await vi.advanceTimersByTimeAsync("59m");
  expect(report).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync("1m");
  expect(report).toHaveBeenCalledTimes(1);
});
