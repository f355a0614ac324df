import { McpContent, McpTool, McpToolArgumentException, Service } from "fwrun";
import { pixel, silence } from "./media.js";

/** The tools that the suite calls. */
@Service
export class Tools {
  /** Returns a text. */
  @McpTool({ name: "test_simple_text" })
  simpleText() {
    return "This is a simple text response for testing.";
  }

  /** Returns an image, given in base64. */
  @McpTool({ name: "test_image_content" })
  image() {
    return McpContent.image(pixel, "image/png");
  }

  /** Returns a sound, given as bytes. */
  @McpTool({ name: "test_audio_content" })
  audio() {
    return McpContent.audio(silence(), "audio/wav");
  }

  /** Returns a resource within the result. */
  @McpTool({ name: "test_embedded_resource" })
  embeddedResource() {
    return McpContent.resource({
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    });
  }

  /** Returns parts of several kinds. */
  @McpTool({ name: "test_multiple_content_types" })
  mixed() {
    return McpContent.of(
      McpContent.text("Multiple content types test:"),
      McpContent.image(pixel, "image/png"),
      McpContent.resource({
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      }),
    );
  }

  /** Fails, always. */
  @McpTool({ name: "test_error_handling" })
  failing() {
    throw new McpToolArgumentException("This tool intentionally returns an error for testing");
  }

  /** Is called to see that the server sends no request of its own before the result. */
  @McpTool({ name: "test_streaming_elicitation" })
  streaming() {
    return "Done, and nobody was asked.";
  }

  /** Is called to see that the server sends no log that the client did not ask for. */
  @McpTool({ name: "test_logging_tool" })
  logging() {
    return "Done, and nothing was told.";
  }
}
