/** Images: probing and resizing uploads and files. */
declare module "fwrun" {
  export {};

  /**
   * Reads the headers of JPEG, PNG, GIF and WebP images, and makes smaller JPEG and PNG images of them. Inject it by its
   * type. Images are decoded outside of the worker, which serves other requests meanwhile; the work ends when the request
   * does. What is wrong with an image rejects the promise with an {@link ImageError}.
   *
   * - `@Autowired` `images: Images;`
   * - `const { width, height } = await this.images.probe(upload);`
   * - `await this.images.resize(upload, { width: 800, to: "media/photo.jpg" });`
   */
  export class Images {
    private constructor();

    /** Reads the header of an image. Nothing is decoded, so this is cheap for images of any size. */
    probe(file: ImageSource): Promise<ImageInfo>;

    /**
     * Makes an image in another size or format. It has pixels only: no metadata, no colour profile, no animation. An
     * orientation in the metadata is applied first.
     *
     * With an array of options the image is decoded once, and the results have the order of the options. Either all of
     * them are written, or none.
     *
     *     const [large, small] = await images.resize("inbox/1b2c", [
     *       { width: 1600, to: "media/7-large.jpg" },
     *       { width: 200, height: 200, fit: "cover", to: "media/7-small.jpg" },
     *     ]);
     */
    resize(file: ImageSource, options: ResizeOptions, limits?: ImageLimits | null): Promise<ResizedImage>;
    resize(file: ImageSource, options: readonly ResizeOptions[], limits?: ImageLimits | null): Promise<ResizedImage[]>;
  }

  /**
   * An image: an uploaded file, the path of a file, or its bytes. A relative path begins in the folder of the application;
   * paths that lead out of it are an error, unless they are in one of the folders of `images.folders`.
   */
  export type ImageSource = HttpUploadedFile | string | Uint8Array | ArrayBuffer;

  /** What the header of an image says. */
  export interface ImageInfo {
    /** The format, whatever the file is called. */
    format: "jpeg" | "png" | "gif" | "webp";
    /** The width in pixels as browsers show the image: after its orientation is applied. */
    width: int;
    /** The height in pixels, likewise. */
    height: int;
    /** How the stored image has to be turned or mirrored: 1 (as it is) to 8, as EXIF counts. */
    orientation: int;
  }

  /** The options of {@link Images.resize}. Without width and height the size remains. */
  export interface ResizeOptions {
    /** The width in pixels. Without it, the height decides. */
    width?: int | null;
    /** The height in pixels. Without it, the width decides. */
    height?: int | null;
    /**
     * What to do if the ratio of width and height is another one:
     *
     * - "inside", the default: the whole image, as large as it fits.
     * - "cover": fills width and height; what does not fit is cut off on both sides.
     * - "fill": fills width and height; the image is stretched.
     */
    fit?: "inside" | "cover" | "fill" | null;
    /** Whether the result may be larger than the image; false by default. Then "cover" and "fill" keep the ratio that is asked for. */
    enlarge?: boolean | null;
    /** The format. By default that of the ending of `to`; otherwise "png" if the image can be transparent, and "jpeg" if not. */
    format?: "jpeg" | "png" | null;
    /** The quality of a JPEG: 1 to 100, 80 by default. */
    quality?: int | null;
    /**
     * The file to write; an existing one is replaced, and the folder is created if it does not exist. The name ends with .jpg, .jpeg or
     * .png, or has no ending. Without it, the result has bytes.
     */
    to?: string | null;
  }

  /** Limits of one call of {@link Images.resize}. */
  export interface ImageLimits {
    /** The most pixels that the image may have. The limit of the configuration, `images.max-pixels`, remains. */
    maxPixels?: int | null;
  }

  /** The result of {@link Images.resize}. */
  export interface ResizedImage {
    /** The file, as `to` says; missing without `to`. */
    path?: string;
    /** The content; missing if it was written to a file. */
    bytes?: Uint8Array;
    /** The width in pixels. */
    width: int;
    /** The height in pixels. */
    height: int;
    /** The size in bytes. */
    size: int;
    /** The format. */
    format: "jpeg" | "png";
  }

  /**
   * An image cannot be used. The message may be shown to users; the cause says more.
   *
   *     if (error instanceof ImageError) job.error = error.message;
   *
   * If it is not caught, the request is answered with its status: 415 for an unsupported format, 413 for an image that is too large, 422 for
   * one that is damaged, and 503 after a timeout.
   */
  export class ImageError extends HttpRestException {
    /** Scripts make one in tests only. */
    constructor(message?: string, details?: { reason?: ImageError["reason"]; cause?: unknown });
    /**
     * Why:
     *
     * - "unsupported": the file is not an image of a supported format, or of a kind that is not supported, such as an animated WebP.
     * - "too-large": it has too many pixels, or decoding it takes too much memory.
     * - "broken": it is damaged, or cut off.
     * - "timeout": working on it took longer than `images.timeout`.
     */
    reason: "unsupported" | "too-large" | "broken" | "timeout";
  }
}
