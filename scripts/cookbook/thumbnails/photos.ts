import {
  GetMapping, HttpUploadedFile, Images, PathVariable, PostMapping, Random, RequestParam, ResponseEntity, RestController,
} from "fwrun";

const FOLDER = "data/photos";

@RestController
export class Photos {
  constructor(private images: Images, private random: Random) {}

  /** What is no image is answered with 415. Places and dates that a camera has written are not in what is kept. */
  @PostMapping("/photos")
  async upload(@RequestParam image: HttpUploadedFile) {
    const name = this.random.uuid(); // never what a client calls its file
    const [large] = await this.images.resize(image, [
      { width: 1600, height: 1600, to: `${FOLDER}/${name}-large.jpg` },
      { width: 200, height: 200, fit: "cover", to: `${FOLDER}/${name}-small.jpg` },
    ]);
    const urls = { large: `/photos/${name}-large.jpg`, small: `/photos/${name}-small.jpg` };
    return ResponseEntity.created(urls.large).withJson({ ...urls, width: large.width, height: large.height });
  }

  @GetMapping("/photos/{name}")
  photo(@PathVariable name: string) {
    return ResponseEntity.ok().withFile(name, { root: FOLDER, cacheControl: "public, max-age=31536000, immutable" });
  }
}
