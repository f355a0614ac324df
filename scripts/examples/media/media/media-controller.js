import { Autowired, GetMapping, PathVariable, PostMapping, RequestMapping, RestController } from "fwrun";
import { HttpRequest, HttpUploadedFile, ResponseEntity } from "fwrun";
import { MediaJobs } from "./media-jobs.js";
import { MediaSettings } from "./media-settings.js";

/** Uploads over HTTP, and what became of them. */
@RestController
@RequestMapping("media")
export class MediaController {
  /** @type {MediaJobs} */
  @Autowired jobs;

  /** @type {MediaSettings} */
  @Autowired settings;

  /** @param {HttpRequest} request */
  @PostMapping("/upload")
  async upload(request) {
    const { image, ...others } = request.getFiles();
    const { maxBytes, inbox } = this.settings;
    if (!(image instanceof HttpUploadedFile) || Object.keys(others).length > 0 || image.getError() !== HttpUploadedFile.UPLOAD_ERR_OK) {
      return ResponseEntity.badRequest().withJson({ error: "send one file, as the field image of a multipart form" });
    }
    if (image.getSize() > maxBytes) {
      return ResponseEntity.badRequest().withJson({ error: `the file has more than ${maxBytes} bytes` });
    }
    // A random name: what the client calls the file is not used for anything.
    const jobId = await this.jobs.accept(await image.moveTo(inbox));
    return ResponseEntity.accepted().withJson({ success: true, data: { jobId } });
  }

  /** @param {int} id */
  @GetMapping("/{id}")
  find(@PathVariable id) {
    const job = this.jobs.find(id);
    if (job === null) return ResponseEntity.notFound().build();
    const { status, variants, error } = job;
    return ResponseEntity.ok({ success: true, data: { jobId: id, status, variants, error } });
  }
}
