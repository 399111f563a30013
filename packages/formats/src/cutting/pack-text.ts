import type { CutRecords } from '@weir/plugins';

/** Packs records from texts as consecutive UTF-8 bytes in a new buffer. */
export function packText(texts: readonly string[]): CutRecords {
  let size = 0;
  for (const text of texts) size += Buffer.byteLength(text);
  const bytes = Buffer.from(new ArrayBuffer(size));
  const bounds = new Uint32Array(texts.length * 2);
  let at = 0;
  for (let i = 0; i < texts.length; i++) {
    bounds[i * 2] = at;
    at += bytes.write(texts[i]!, at);
    bounds[i * 2 + 1] = at;
  }
  return { bytes, bounds };
}
