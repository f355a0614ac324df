import { GetMapping, PathVariable, ResponseEntity } from "fwrun";
import { Pdf } from "./pdf";

export const invoice = GetMapping({ path: "/invoices/{number}.pdf", params: { number: PathVariable({ type: "int" }) } })((number: int) => {
  const pdf = new Pdf().line(`Invoice ${number}`, { size: 20, bold: true }).rule();
  for (let i = 1; i <= 60; i++) pdf.line(`${i}. Kännchen Tee (grün), Größe ${i}`);
  return ResponseEntity.ok().withContentType("application/pdf").withHeader("Content-Disposition", `inline; filename="invoice-${number}.pdf"`)
    .setBody(pdf.bytes());
});
