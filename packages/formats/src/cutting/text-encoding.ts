/**
 * Text encodings. Formats read UTF-8; other encodings are converted on input, so that cutting and parsing only handle
 * UTF-8.
 */
import { WeirError } from '@weir/platform';
import type { ByteReader } from './byte-reader.js';

type Decode = (bytes: Uint8Array, last: boolean) => string;

/** Names of UTF-8 and its subset. */
const UTF8_NAMES = /^(utf-?8|us-?ascii|ascii|iso646-us|ansi_x3\.4-1968)$/i;
/** `TextDecoder` treats these names as windows-1252, which differs in 0x80 to 0x9f. */
const LATIN1_NAMES = /^(iso[-_]?8859[-_]1|latin-?1|l1|cp819)$/i;

export function isUtf8Name(encoding: string): boolean {
  return UTF8_NAMES.test(encoding.trim());
}

/** @throws WeirError `ingest.invalid` for an unknown name. */
export function checkEncoding(encoding: string): void {
  if (!isUtf8Name(encoding)) decoderOf(encoding);
}

/** Returns a decoder for whole texts. */
export function textDecoder(encoding: string): (bytes: Uint8Array) => string {
  return bytes => decoderOf(encoding)(bytes, true);
}

function decoderOf(encoding: string): Decode {
  const name = encoding.trim();
  if (LATIN1_NAMES.test(name))
    return bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (/^utf-?16$/i.test(name)) return utf16ByMark();
  try {
    const decoder = new TextDecoder(name);
    return (bytes, last) => decoder.decode(bytes, { stream: !last });
  } catch (error) {
    throw new WeirError(
      'ingest.invalid',
      `Unknown encoding '${encoding}'. Use a name such as UTF-8, US-ASCII, ISO-8859-1, UTF-16, windows-1252 or Shift_JIS.`,
      { cause: error },
    );
  }
}

/** UTF-16 without an explicit byte order: uses the byte-order mark, otherwise big-endian. */
function utf16ByMark(): Decode {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return (bytes, last) => {
    if (decoder === undefined) {
      const littleEndian = bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe;
      decoder = new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be');
    }
    return decoder.decode(bytes, { stream: !last });
  };
}

const BLOCK_BYTES = 65536;

/** Converts the output of another reader to UTF-8. */
export class TranscodingReader implements ByteReader {
  private readonly decode: Decode;
  private readonly block = new Uint8Array(BLOCK_BYTES);
  private ready: Uint8Array = new Uint8Array(0);
  private used = 0;
  private atEnd = false;

  constructor(
    private readonly inner: ByteReader,
    encoding: string,
  ) {
    this.decode = decoderOf(encoding);
  }

  async read(into: Uint8Array, offset: number): Promise<number> {
    while (this.used === this.ready.length) {
      if (this.atEnd) return 0;
      const read = await this.inner.read(this.block, 0);
      this.atEnd = read === 0;
      this.ready = Buffer.from(this.decode(this.block.subarray(0, read), this.atEnd), 'utf8');
      this.used = 0;
    }
    const length = Math.min(this.ready.length - this.used, into.length - offset);
    into.set(this.ready.subarray(this.used, this.used + length), offset);
    this.used += length;
    return length;
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
