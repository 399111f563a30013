/**
 * The bytes that `idFrom` and `hash` feed to Murmur for one value, byte for byte as in the reference: a little-endian
 * int32 tag (the Java string hash of the type's name), then the payload. One encoder is reused. Its buffer grows as
 * needed, is never handed out, and shrinks again after a very large value.
 */
import { ChronoField, LocalDate, LocalDateTime, LocalTime, ZoneOffset, ZonedDateTime } from '@js-joda/core';
import { murmur3 } from './murmur3.js';
import {
  Duration,
  Float,
  IdValue,
  NodeValue,
  OffsetTime,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '../values/value.js';

const Tag = {
  Str: 83473,
  Long: 2374300,
  Double: 2052876273,
  True: 2615726,
  False: 67643651,
  Null: 2439591,
  Bytes: 64671819,
  List: 2368702,
  Map: 77116,
  Node: 2433570,
  Relationship: -97531304,
  Path: 2480197,
  Date: 2122702,
  LocalDateTime: 1153828870,
  LocalTime: 798759096,
  Time: 2606829,
  DateTime: 1857393595,
  Duration: -1927368268,
} as const;

/** Mean lengths, as in Java's `ChronoUnit`: the reference keeps no calendar part in a duration. */
const SECONDS_PER_MONTH = 2629746;
const SECONDS_PER_DAY = 86400;

/** Strings up to this length are copied char by char; longer ones by the runtime, whose calls have a fixed cost. */
const SHORT_STRING = 48;
const UNPAIRED = /\p{Surrogate}/gu;
const TWO_32 = 4294967296;

const doubles = new Float64Array(1);
const longs = new BigInt64Array(1);
const doubleWords = new Int32Array(doubles.buffer);
const longWords = new Int32Array(longs.buffer);
/** 0 on a little-endian machine, so that index `LOW` is the low word of a pair. */
const LOW = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;

const FIRST_BYTES = 1024;
const KEPT_BYTES = 1024 ** 2;

export class ValueHasher {
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private length = 0;

  /** Writes the Murmur hash of a string value to `words[at..at+3]`. */
  hashString(text: string, words: Int32Array, at: number): void {
    this.length = 0;
    this.putInt(Tag.Str);
    this.putText(text);
    murmur3(this.bytes, this.length, words, at);
    if (this.bytes.length > KEPT_BYTES) this.shrink();
  }

  /** Writes the Murmur hash of any value to `words[at..at+3]`. */
  hashValue(value: Value, words: Int32Array, at: number): void {
    this.length = 0;
    this.putValue(value);
    murmur3(this.bytes, this.length, words, at);
    if (this.bytes.length > KEPT_BYTES) this.shrink();
  }

  private shrink(): void {
    this.bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  }

  private putValue(value: Value): void {
    switch (typeof value) {
      case 'string':
        this.putInt(Tag.Str);
        this.putText(value);
        return;
      case 'number':
        this.putNumber(value);
        return;
      case 'boolean':
        this.putInt(value ? Tag.True : Tag.False);
        return;
      case 'bigint':
        this.putInt(Tag.Long);
        longs[0] = value;
        this.putInt(longWords[LOW]!);
        this.putInt(longWords[1 - LOW]!);
        return;
      default:
        if (value === null) this.putInt(Tag.Null);
        else this.putObject(value);
    }
  }

  private putNumber(value: number): void {
    if (Number.isSafeInteger(value)) {
      this.putInt(Tag.Long);
      this.putLong(value);
    } else {
      this.putDouble(value);
    }
  }

  private putObject(value: Exclude<Value, null | boolean | number | bigint | string>): void {
    if (Array.isArray(value)) {
      this.putInt(Tag.List);
      this.putInt(value.length);
      for (let i = 0; i < value.length; i++) this.putValue(value[i] as Value);
    } else if (value instanceof Float) {
      this.putDouble(value.value);
    } else if (value instanceof IdValue) {
      this.putInt(Tag.Bytes);
      this.putId(value.id);
    } else if (value instanceof Uint8Array) {
      this.putInt(Tag.Bytes);
      this.reserve(value.length);
      this.bytes.set(value, this.length);
      this.length += value.length;
    } else if (value instanceof NodeValue) {
      this.putNode(value);
    } else if (value instanceof RelationshipValue) {
      this.putRelationship(value);
    } else if (value instanceof PathValue) {
      this.putPath(value);
    } else if (!this.putTemporal(value)) {
      this.putMap(value as ValueMap);
    }
  }

  private putNode(node: NodeValue): void {
    this.putInt(Tag.Node);
    this.putId(node.id);
  }

  private putRelationship(relationship: RelationshipValue): void {
    this.putInt(Tag.Relationship);
    this.putId(relationship.start);
    this.putText(relationship.label);
    this.putId(relationship.end);
  }

  private putPath(path: PathValue): void {
    this.putInt(Tag.Path);
    this.putInt(path.relationships.length);
    this.putNode(path.nodes[0]!);
    for (let i = 0; i < path.relationships.length; i++) {
      this.putRelationship(path.relationships[i]!);
      this.putNode(path.nodes[i + 1]!);
    }
  }

  private putMap(map: ValueMap): void {
    const keys = Object.keys(map).sort();
    this.putInt(Tag.Map);
    this.putInt(keys.length);
    for (let i = 0; i < keys.length; i++) {
      this.putText(keys[i]!);
      this.putValue(map[keys[i]!]!);
    }
  }

  private putTemporal(value: object): boolean {
    if (value instanceof ZonedDateTime) {
      this.putInt(Tag.DateTime);
      this.putInt(value.nano());
      this.putLong(value.toEpochSecond());
      const zone = value.zone();
      this.putInt(zone instanceof ZoneOffset ? zone.totalSeconds() : javaStringHash(zone.id()));
    } else if (value instanceof LocalDateTime) {
      this.putInt(Tag.LocalDateTime);
      this.putLong(value.toLocalDate().toEpochDay());
      this.putLong(value.getLong(ChronoField.NANO_OF_DAY));
    } else if (value instanceof LocalDate) {
      this.putInt(Tag.Date);
      this.putLong(value.toEpochDay());
    } else if (value instanceof LocalTime) {
      this.putInt(Tag.LocalTime);
      this.putLong(value.toNanoOfDay());
    } else if (value instanceof OffsetTime) {
      this.putInt(Tag.Time);
      this.putLong(value.nanoOfDay);
      this.putInt(value.offsetSeconds);
    } else if (value instanceof Duration) {
      this.putInt(Tag.Duration);
      this.putInt(value.nanos);
      this.putLong(value.months * SECONDS_PER_MONTH + value.days * SECONDS_PER_DAY + value.seconds);
    } else {
      return false;
    }
    return true;
  }

  private putInt(value: number): void {
    if (this.length + 4 > this.bytes.length) this.reserve(4);
    const bytes = this.bytes;
    const at = this.length;
    bytes[at] = value;
    bytes[at + 1] = value >>> 8;
    bytes[at + 2] = value >>> 16;
    bytes[at + 3] = value >>> 24;
    this.length = at + 4;
  }

  /** @param value an integer that a double holds exactly. */
  private putLong(value: number): void {
    this.putInt(value | 0);
    this.putInt(Math.floor(value / TWO_32) | 0);
  }

  private putDouble(value: number): void {
    this.putInt(Tag.Double);
    doubles[0] = Number.isNaN(value) ? Number.NaN : value;
    this.putInt(doubleWords[LOW]!);
    this.putInt(doubleWords[1 - LOW]!);
  }

  private putId(id: string): void {
    this.reserve(id.length);
    this.length += this.bytes.write(id, this.length, 'latin1');
  }

  private putText(text: string): void {
    const length = text.length;
    if (this.length + length > this.bytes.length) this.reserve(length);
    if (length > SHORT_STRING) {
      this.putUtf8(text);
      return;
    }
    const bytes = this.bytes;
    const at = this.length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        this.putUtf8(text);
        return;
      }
      bytes[at + i] = code;
    }
    this.length = at + length;
  }

  /** UTF-8 as Java writes it: an unpaired surrogate becomes `?`. */
  private putUtf8(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text.replace(UNPAIRED, '?'), this.length, 'utf8');
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** Java's `String.hashCode`. */
export function javaStringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
