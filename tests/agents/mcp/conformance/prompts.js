import { McpContent, McpPrompt, Service } from "fwrun";
import { pixel } from "./media.js";

/** The prompts that the suite gets. */
@Service
export class Prompts {
  /** A prompt without arguments. */
  @McpPrompt("test_simple_prompt")
  simple() {
    return "This is a simple prompt for testing.";
  }

  /**
   * A prompt with arguments.
   * @param {string} arg1  First test argument
   * @param {string} arg2  Second test argument
   */
  @McpPrompt("test_prompt_with_arguments")
  withArguments(arg1, arg2) {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  /**
   * A prompt that has a resource in it.
   * @param {string} resourceUri  URI of the resource to embed
   */
  @McpPrompt("test_prompt_with_embedded_resource")
  withResource(resourceUri) {
    const resource = { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." };
    return [
      { role: "user", content: McpContent.resource(resource) },
      { role: "user", text: "Please process the embedded resource above." },
    ];
  }

  /** A prompt that has an image in it. */
  @McpPrompt("test_prompt_with_image")
  withImage() {
    return [
      { role: "user", content: McpContent.image(pixel, "image/png") },
      { role: "user", text: "Please analyze the image above." },
    ];
  }
}
