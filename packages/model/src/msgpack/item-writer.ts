/**
 * Writes the types that nearly all messages and journal entries consist of: lists, maps, strings, numbers, bytes, ids,
 * nodes and relationships, as consecutive msgpack items in large chunks of memory. The bytes are the same as from
 * msgpackr, which writes everything else. msgpackr recognizes bytes and classes last, after two closures per class,
 * which took most of the time with properties as bytes.
 */
import { NODE_ID_BYTES, type NodeId } from '../ids/node-id.js';
import { IdValue, NodeValue, RelationshipValue } from '../values/value.js';

/** See msgpack.ts. */
export const ID_EXTENSION = 2;
export const NODE_EXTENSION = 3;
export const RELATIONSHIP_EXTENSION = 4;

const CHUNK_BYTES = 32 * 1024;
/** An item starts a new chunk if the current one has less room. */
const LEAST_ROOM = 1024;
/** Largest chunk that is reused. */
const KEPT_BYTES = 1024 ** 2;

/** From this length on, Node writes the text; below it, the fixed cost of the call dominates. */
const LONG_TEXT = 64;

export class ItemWriter {
  private bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  private at = 0;
  /** Start of the current item. */
  private start = 0;

  /** @param other writes every type that this class does not. */
  constructor(private readonly other: (value: unknown) => Uint8Array) {}

  /** @returns a view that remains valid and keeps its whole chunk alive. */
  write(value: unknown): Buffer {
    if (this.bytes.length - this.at < LEAST_ROOM) {
      this.bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      this.at = 0;
    }
    this.start = this.at;
    this.item(value);
    return this.bytes.subarray(this.start, this.at);
  }

  /** As `write`, in separate memory. */
  writeCopy(value: unknown): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(this.write(value));
    this.at = this.bytes.length > KEPT_BYTES ? this.bytes.length : this.start;
    return copy;
  }

  private item(value: unknown): void {
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
        return this.number(value);
      case 'boolean':
        return this.byte(value ? 0xc3 : 0xc2);
      case 'object':
        if (value === null) return this.byte(0xc0);
        if (value.constructor === Array) return this.list(value as readonly unknown[]);
        if (value instanceof Uint8Array) return this.binary(value);
        if (value.constructor === Object) return this.map(value as Readonly<Record<string, unknown>>);
        if (value instanceof IdValue && value.id.length === NODE_ID_BYTES) return this.id(value.id);
        if (value instanceof NodeValue) return this.node(value);
        if (value instanceof RelationshipValue) return this.relationship(value);
        break;
      default:
    }
    const bytes = this.other(value);
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  private list(items: readonly unknown[]): void {
    const { length } = items;
    this.reserve(5);
    if (length < 0x10) this.bytes[this.at++] = 0x90 | length;
    else this.length(0xdc, length);
    for (let i = 0; i < length; i++) this.item(items[i]);
  }

  private map(map: Readonly<Record<string, unknown>>): void {
    const keys = Object.keys(map);
    const { length } = keys;
    this.reserve(5);
    if (length < 0x10) this.bytes[this.at++] = 0x80 | length;
    else this.length(0xde, length);
    for (let i = 0; i < length; i++) {
      this.text(keys[i]!);
      this.item(map[keys[i]!]);
    }
  }

  private node({ id, labels, properties, loaded }: NodeValue): void {
    this.instance(NODE_EXTENSION, 4);
    this.text(id);
    this.item(labels);
    this.item(properties);
    this.byte(loaded ? 0xc3 : 0xc2);
  }

  private relationship({ start, label, end, properties }: RelationshipValue): void {
    this.instance(RELATIONSHIP_EXTENSION, 4);
    this.text(start);
    this.text(label);
    this.text(end);
    this.item(properties);
  }

  /** Begins an instance of a class: an extension of one empty byte, followed by a list of its fields. */
  private instance(extension: number, fields: number): void {
    this.reserve(4);
    this.twoBytes(0xd4, extension);
    this.twoBytes(0, 0x90 | fields);
  }

  private text(text: string): void {
    this.reserve(5 + text.length * 3);
    if (text.length >= LONG_TEXT) return this.longText(text);
    const { bytes, at } = this;
    const start = text.length < 0x20 ? at + 1 : at + 2;
    let end = utf8(text, bytes, start);
    const length = end - start;
    if (length < 0x20) {
      bytes[at] = 0xa0 | length;
    } else {
      if (start === at + 1) bytes.copyWithin(start + 1, start, end++);
      bytes[at] = 0xd9;
      bytes[at + 1] = length;
    }
    this.at = end;
  }

  private longText(text: string): void {
    const { bytes, at } = this;
    const room = text.length < 0x100 ? 2 : text.length < 0x10000 ? 3 : 5;
    const length = bytes.write(text, at + room);
    const head = length < 0x100 ? 2 : length < 0x10000 ? 3 : 5;
    if (head > room) bytes.copyWithin(at + head, at + room, at + room + length);
    if (length < 0x100) this.twoBytes(0xd9, length);
    else this.length(0xda, length);
    this.at += length;
  }

  private binary(binary: Uint8Array): void {
    const { length } = binary;
    this.reserve(5 + length);
    if (length < 0x100) this.twoBytes(0xc4, length);
    else this.length(0xc5, length);
    this.bytes.set(binary, this.at);
    this.at += length;
  }

  private id(id: NodeId): void {
    this.reserve(2 + NODE_ID_BYTES);
    this.twoBytes(0xd8, ID_EXTENSION);
    const { bytes, at } = this;
    for (let i = 0; i < NODE_ID_BYTES; i++) bytes[at + i] = id.charCodeAt(i);
    this.at = at + NODE_ID_BYTES;
  }

  private number(value: number): void {
    this.reserve(9);
    const { bytes } = this;
    if (value >>> 0 === value) {
      if (value < 0x80) bytes[this.at++] = value;
      else if (value < 0x100) this.twoBytes(0xcc, value);
      else this.length(0xcd, value);
    } else if (value >> 0 === value) {
      if (value >= -0x20) bytes[this.at++] = value;
      else if (value >= -0x80) this.twoBytes(0xd0, value);
      else if (value >= -0x8000) {
        bytes[this.at] = 0xd1;
        this.at = bytes.writeInt16BE(value, this.at + 1);
      } else {
        bytes[this.at] = 0xd2;
        this.at = bytes.writeInt32BE(value, this.at + 1);
      }
    } else {
      bytes[this.at] = 0xcb;
      this.at = bytes.writeDoubleBE(value, this.at + 1);
    }
  }

  private byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.at++] = byte;
  }

  private twoBytes(first: number, second: number): void {
    this.bytes[this.at++] = first;
    this.bytes[this.at++] = second;
  }

  /** @param code of the two-byte form; the four-byte form has the next code. */
  private length(code: number, length: number): void {
    const { bytes, at } = this;
    if (length < 0x10000) {
      bytes[at] = code;
      bytes[at + 1] = length >> 8;
      bytes[at + 2] = length;
      this.at = at + 3;
    } else {
      bytes[at] = code + 1;
      this.at = bytes.writeUInt32BE(length, at + 1);
    }
  }

  /** Makes room after the written bytes of the item. */
  private reserve(length: number): void {
    if (this.at + length > this.bytes.length) this.move(length);
  }

  private move(length: number): void {
    const written = this.at - this.start;
    const larger = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, (written + length) * 2));
    larger.set(this.bytes.subarray(this.start, this.at));
    this.bytes = larger;
    this.start = 0;
    this.at = written;
  }
}

/** @returns the end of the text in `bytes`. Unpaired surrogates are written as they are. */
function utf8(text: string, bytes: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) {
        i++;
        bytes[at++] = 0xf0 | (point >> 18);
        bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
      } else {
        bytes[at++] = 0xe0 | (point >> 12);
      }
      bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[at++] = 0x80 | (point & 0x3f);
    }
  }
  return at;
}
