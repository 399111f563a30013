/**
 * Reads PackStream items. The input may be hostile: a declared size is compared with the bytes that are left before
 * anything is allocated, and depth and number of values are limited.
 */
import { float, integer, mapSet, type Value, type ValueMap } from '@weir/model';
import { MESSAGE_DEPTH, MESSAGE_VALUES } from '../limits.js';
import { LEAST_TINY_INTEGER, Marker } from './markers.js';

/** The bytes are not a valid message. The connection cannot continue. */
export class InvalidMessage extends Error {}

/** Returns the value that a structure encodes. Throws `InvalidMessage` for an unknown structure. */
export type StructureReader = (tag: number, fields: readonly Value[]) => Value;

export class PackReader {
  private at = 0;
  private depth = 0;
  private values = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly structureValue: StructureReader,
  ) {}

  /** Reads the outermost structure, which is not passed to the structure reader, and expects the end after it. */
  message(): { readonly tag: number; readonly fields: readonly Value[] } {
    const marker = this.unsigned(1);
    if ((marker & 0xf0) !== Marker.TinyStructure) throw new InvalidMessage('A message must be a structure');
    const message = this.fields(marker & 0x0f);
    if (this.at < this.bytes.length) {
      throw new InvalidMessage(`${this.bytes.length - this.at} unexpected bytes after the message`);
    }
    return message;
  }

  private value(): Value {
    if (++this.values > MESSAGE_VALUES) {
      throw new InvalidMessage(`A message can contain at most ${MESSAGE_VALUES} values`);
    }
    const marker = this.unsigned(1);
    if (marker < 0x80) return marker;
    if (marker >= 0x100 + LEAST_TINY_INTEGER) return marker - 0x100;
    const small = marker & 0x0f;
    switch (marker & 0xf0) {
      case Marker.TinyString:
        return this.string(small);
      case Marker.TinyList:
        return this.list(small);
      case Marker.TinyMap:
        return this.map(small);
      case Marker.TinyStructure: {
        const { tag, fields } = this.fields(small);
        return this.structureValue(tag, fields);
      }
    }
    return this.marked(marker);
  }

  private marked(marker: number): Value {
    switch (marker) {
      case Marker.Null:
        return null;
      case Marker.False:
        return false;
      case Marker.True:
        return true;
      case Marker.Float64:
        return float(this.bytes.readDoubleBE(this.skip(8)));
      case Marker.Int8:
        return this.bytes.readInt8(this.skip(1));
      case Marker.Int16:
        return this.bytes.readInt16BE(this.skip(2));
      case Marker.Int32:
        return this.bytes.readInt32BE(this.skip(4));
      case Marker.Int64:
        return integer(this.bytes.readBigInt64BE(this.skip(8)))!;
      case Marker.Bytes8:
      case Marker.Bytes16:
      case Marker.Bytes32:
        return this.binary(this.size(marker - Marker.Bytes8));
      case Marker.String8:
      case Marker.String16:
      case Marker.String32:
        return this.string(this.size(marker - Marker.String8));
      case Marker.List8:
      case Marker.List16:
      case Marker.List32:
        return this.list(this.size(marker - Marker.List8));
      case Marker.Map8:
      case Marker.Map16:
      case Marker.Map32:
        return this.map(this.size(marker - Marker.Map8));
      default:
        throw new InvalidMessage(`Unknown marker ${marker.toString(16)}`);
    }
  }

  /** @param exponent the size has 2 to the power of this many bytes. */
  private size(exponent: number): number {
    return this.unsigned(1 << exponent);
  }

  private unsigned(count: number): number {
    return this.bytes.readUIntBE(this.skip(count), count);
  }

  private string(size: number): string {
    const start = this.skip(size);
    return this.bytes.toString('utf8', start, start + size);
  }

  private binary(size: number): Uint8Array {
    const start = this.skip(size);
    return Uint8Array.prototype.slice.call(this.bytes, start, start + size);
  }

  private list(size: number): Value[] {
    this.enter(size);
    const items: Value[] = [];
    for (let i = 0; i < size; i++) items.push(this.value());
    this.depth--;
    return items;
  }

  private map(size: number): ValueMap {
    this.enter(2 * size);
    const map: ValueMap = {};
    for (let i = 0; i < size; i++) {
      const key = this.value();
      if (typeof key !== 'string') throw new InvalidMessage('A key of a map must be a string');
      mapSet(map, key, this.value());
    }
    this.depth--;
    return map;
  }

  private fields(count: number): { tag: number; fields: Value[] } {
    const tag = this.unsigned(1);
    return { tag, fields: this.list(count) };
  }

  /** @param count number of items that follow, each of at least one byte. */
  private enter(count: number): void {
    if (count > this.bytes.length - this.at) throw tooShort();
    if (++this.depth > MESSAGE_DEPTH) {
      throw new InvalidMessage(`Values can be nested at most ${MESSAGE_DEPTH} deep`);
    }
  }

  /** Moves past that many bytes. @returns their position. */
  private skip(count: number): number {
    const start = this.at;
    if (count > this.bytes.length - start) throw tooShort();
    this.at = start + count;
    return start;
  }
}

function tooShort(): InvalidMessage {
  return new InvalidMessage('The message is shorter than its contents declare');
}
