/** A PNG of one red pixel, in base64. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQBnxB8sAAAAAElFTkSuQmCC";

/** A WAV of one silent sample, as bytes. */
export function silence() {
  const view = new DataView(new ArrayBuffer(46));
  /** @param {int} at  @param {string} text */
  const ascii = (at, text) => [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  ascii(0, "RIFF");
  view.setUint32(4, 38, true);
  ascii(8, "WAVEfmt ");
  view.setUint32(16, 16, true); // length of the format
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // one channel
  view.setUint32(24, 8000, true); // samples a second
  view.setUint32(28, 16000, true); // bytes a second
  view.setUint16(32, 2, true); // bytes of a sample
  view.setUint16(34, 16, true); // bits of a sample
  ascii(36, "data");
  view.setUint32(40, 2, true);
  return new Uint8Array(view.buffer);
}
