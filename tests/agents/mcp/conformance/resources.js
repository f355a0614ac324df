import { McpContent, McpResource, Service } from "fwrun";
import { pixel } from "./media.js";

/** The resources that the suite reads. */
@Service
export class Resources {
  /**
   * A text.
   * @returns {string}
   */
  @McpResource({ uri: "test://static-text" })
  text() {
    return "This is the content of the static text resource.";
  }

  /** An image. */
  @McpResource({ uri: "test://static-binary", mimeType: "image/png" })
  binary() {
    return McpContent.blob(pixel, "image/png");
  }

  /**
   * What is known of an id.
   * @param {string} id
   */
  @McpResource("test://template/{id}/data")
  data(id) {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }
}
