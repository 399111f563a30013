/** Writes PackStream items into a buffer that grows. */
import { LEAST_TINY_INTEGER, Marker } from './markers.js';

const FIRST_BYTES = 4096;
/** Shorter texts are copied character by character, which is faster while they are ASCII. */
const SHORT_TEXT = 24;

export class PackWriter {
  protected bytes = Buffer.allocUnsafe(FIRST_BYTES);
  protected length = 0;

  null(): void {
    this.byte(Marker.Null);
  }

  boolean(value: boolean): void {
    this.byte(value ? Marker.True : Marker.False);
  }

  float(value: number): void {
    this.room(9);
    this.bytes[this.length] = Marker.Float64;
    this.bytes.writeDoubleBE(value, this.length + 1);
    this.length += 9;
  }

  /** @param value a safe integer, or a bigint of at most 64 bits. */
  integer(value: number | bigint): void {
    this.room(9);
    const { bytes, length } = this;
    if (typeof value === 'bigint' || value > 0x7fff_ffff || value < -0x8000_0000) {
      bytes[length] = Marker.Int64;
      bytes.writeBigInt64BE(BigInt(value), length + 1);
      this.length += 9;
    } else if (value >= LEAST_TINY_INTEGER && value <= 0x7f) {
      bytes[length] = value & 0xff;
      this.length += 1;
    } else if (value >= -0x80 && value < LEAST_TINY_INTEGER) {
      bytes[length] = Marker.Int8;
      bytes.writeInt8(value, length + 1);
      this.length += 2;
    } else if (value >= -0x8000 && value <= 0x7fff) {
      bytes[length] = Marker.Int16;
      bytes.writeInt16BE(value, length + 1);
      this.length += 3;
    } else {
      bytes[length] = Marker.Int32;
      bytes.writeInt32BE(value, length + 1);
      this.length += 5;
    }
  }

  string(text: string): void {
    if (text.length <= SHORT_TEXT && this.ascii(text)) return;
    const size = Buffer.byteLength(text);
    this.head(size, Marker.TinyString, Marker.String8);
    this.room(size);
    this.bytes.write(text, this.length, size, 'utf8');
    this.length += size;
  }

  binary(value: Uint8Array): void {
    // Byte arrays have no marker that includes the size.
    this.head(value.length, undefined, Marker.Bytes8);
    this.room(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  /** Begins a list; that many items follow. */
  list(size: number): void {
    this.head(size, Marker.TinyList, Marker.List8);
  }

  /** Begins a map; that many pairs of a string and an item follow. */
  map(size: number): void {
    this.head(size, Marker.TinyMap, Marker.Map8);
  }

  /** Begins a structure; that many fields follow, at most 15. */
  structure(tag: number, fields: number): void {
    this.byte(Marker.TinyStructure | fields);
    this.byte(tag);
  }

  protected byte(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  protected room(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** @param marker8 the marker for a size of 8 bits; those for 16 and 32 bits follow it. */
  private head(size: number, tiny: number | undefined, marker8: number): void {
    this.room(5);
    const { bytes, length } = this;
    if (tiny !== undefined && size < 16) {
      bytes[length] = tiny | size;
      this.length += 1;
    } else if (size < 0x100) {
      bytes[length] = marker8;
      bytes[length + 1] = size;
      this.length += 2;
    } else if (size < 0x1_0000) {
      bytes[length] = marker8 + 1;
      bytes.writeUInt16BE(size, length + 1);
      this.length += 3;
    } else {
      bytes[length] = marker8 + 2;
      bytes.writeUInt32BE(size, length + 1);
      this.length += 5;
    }
  }

  /** Writes a short text if it is ASCII. @returns whether it was. */
  private ascii(text: string): boolean {
    const size = text.length;
    this.room(size + 2);
    const { bytes } = this;
    let at = this.length;
    if (size < 16) bytes[at++] = Marker.TinyString | size;
    else {
      bytes[at++] = Marker.String8;
      bytes[at++] = size;
    }
    for (let i = 0; i < size; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      bytes[at++] = code;
    }
    this.length = at;
    return true;
  }
}
