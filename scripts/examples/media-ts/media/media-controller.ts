import { ApiResponse, GetMapping, PathVariable, PostMapping, RequestMapping, RestController } from "fwrun";
import { HttpRequest, HttpUploadedFile, ResponseEntity } from "fwrun";
import { MediaJobs } from "./media-jobs";
import { MediaSettings } from "./media-settings";

/** Uploads over HTTP, and what became of them. */
@RestController
@RequestMapping("media")
export class MediaController {
  constructor(
    private readonly jobs: MediaJobs,
    private readonly settings: MediaSettings,
  ) {}

  @ApiResponse(202)
  @PostMapping("/upload")
  async upload(request: HttpRequest): Promise<ResponseEntity> {
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

  @GetMapping("/{id}")
  find(@PathVariable id: int): ResponseEntity {
    const job = this.jobs.find(id);
    if (job === null) return ResponseEntity.notFound().build();
    const { status, variants, error } = job;
    return ResponseEntity.ok({ success: true, data: { jobId: id, status, variants, error } });
  }
}
