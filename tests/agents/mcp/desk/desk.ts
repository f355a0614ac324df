import { McpContent, McpPrompt, McpResource, McpTool, McpToolArgumentException, Service } from "fwrun";

const notes: Record<string, string> = { monday: "Closed.", tuesday: "Open from nine." };

/** Tools that are methods, resources and prompts. */
@Service
export class Desk {
  /**
   * Add numbers.
   * @param a first
   * @param b second
   */
  @McpTool({ name: "add", readOnly: true })
  add(a: int, b: int = 10): int {
    return a + b;
  }

  /** Say what a title costs. */
  @McpTool({ name: "price", readOnly: true })
  price(title: string): { title: string; cents: int } {
    if (title === "") throw new McpToolArgumentException("title: must not be empty");
    return { title, cents: 100 * title.length };
  }

  /** Show the sign at the door. */
  @McpTool({ name: "sign", readOnly: true })
  sign() {
    return McpContent.of(
      McpContent.text("The sign says:"),
      McpContent.resource({ uri: "desk://sign", mimeType: "text/plain", text: "Open" }),
      McpContent.link({ uri: "desk://notes/tuesday", name: "tuesday" }),
    );
  }

  /** What the desk is for. */
  @McpResource("desk://about")
  about(): string {
    return "Orders are placed here.";
  }

  /** A day's note. */
  @McpResource({ uri: "desk://notes/{day}", name: "note", title: "Notes", listMethod: "days" })
  note(day: string): { day: string; note: string } | null {
    return day in notes ? { day, note: notes[day] } : null;
  }

  days() {
    return Object.keys(notes).map((day) => ({ uri: `desk://notes/${day}`, name: day, mimeType: "application/json" }));
  }

  /** Greet somebody. */
  @McpPrompt("greet")
  greet(name: string): string {
    return `Greet ${name}.`;
  }

  /**
   * Review a book.
   * @param title what it is called
   * @param tone how to put it
   */
  @McpPrompt({ name: "review", title: "Review a book" })
  review(title: string, tone: string = "plain") {
    return [
      { role: "assistant", text: "Which book?" },
      { role: "user", text: `Review ${title}, in a ${tone} tone.` },
    ];
  }
}
