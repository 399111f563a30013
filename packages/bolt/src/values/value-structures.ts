/** Reads the structures that clients send as parameters: temporal values. */
import {
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  type ZoneId,
  ZonedDateTime,
  ZoneOffset,
} from '@js-joda/core';
import { Duration, OffsetTime, type Value, zoneOf } from '@weir/model';
import { InvalidMessage, type StructureReader } from '../packstream/pack-reader.js';
import { Structure } from './structure.js';

/** Reads both forms of a date and time: the tag says which it is. */
export const valueOfStructure: StructureReader = (tag, fields) => {
  const read = READERS[tag];
  if (read === undefined) {
    const isEntity = ENTITIES.has(tag);
    throw new InvalidMessage(
      isEntity
        ? 'A node, relationship, path or point cannot be a parameter'
        : `Unknown structure ${tag.toString(16)}`,
    );
  }
  try {
    return read(new Fields(fields));
  } catch (thrown) {
    if (thrown instanceof InvalidMessage) throw thrown;
    // js-joda throws for numbers out of range.
    throw new InvalidMessage(`The fields of structure ${tag.toString(16)} are out of range`);
  }
};

const ENTITIES: ReadonlySet<number> = new Set([
  Structure.Node,
  Structure.Relationship,
  Structure.UnboundRelationship,
  Structure.Path,
  Structure.Point2D,
  Structure.Point3D,
]);

class Fields {
  constructor(private readonly fields: readonly Value[]) {}

  /** Returns that many integers. */
  integers(count: number): readonly number[] {
    const numbers = this.fields.filter(field => typeof field === 'number' && Number.isSafeInteger(field));
    if (numbers.length !== count || this.fields.length !== count) throw wrongFields();
    return numbers as readonly number[];
  }

  /** Returns two integers and the zone that the third field names. */
  zoned(): readonly [seconds: number, nanos: number, zone: ZoneId] {
    const [seconds, nanos, name] = this.fields;
    if (this.fields.length !== 3 || typeof name !== 'string') throw wrongFields();
    const zone = zoneOf(name);
    if (zone === undefined) throw new InvalidMessage(`Unknown time zone ${name}`);
    const [whole, fraction] = new Fields([seconds!, nanos!]).integers(2);
    return [whole!, fraction!, zone];
  }

  /** Returns two integers and an offset. */
  offset(): readonly [seconds: number, nanos: number, offset: ZoneOffset] {
    const [seconds, nanos, offset] = this.integers(3);
    return [seconds!, nanos!, ZoneOffset.ofTotalSeconds(offset!)];
  }
}

function wrongFields(): InvalidMessage {
  return new InvalidMessage('A temporal value has unexpected fields');
}

const inZone = ([seconds, nanos, zone]: readonly [number, number, ZoneId]): Value =>
  ZonedDateTime.ofInstant(Instant.ofEpochSecond(seconds, nanos), zone);

const local = ([seconds, nanos, zone]: readonly [number, number, ZoneId]): Value =>
  ZonedDateTime.of(LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC), zone);

const READERS: Readonly<Record<number, ((fields: Fields) => Value) | undefined>> = {
  [Structure.Date]: fields => LocalDate.ofEpochDay(fields.integers(1)[0]!),
  [Structure.LocalTime]: fields => LocalTime.ofNanoOfDay(fields.integers(1)[0]!),
  [Structure.Time]: fields => {
    const [nanos, offset] = fields.integers(2);
    const time = LocalTime.ofNanoOfDay(nanos!);
    return new OffsetTime(time.toNanoOfDay(), ZoneOffset.ofTotalSeconds(offset!).totalSeconds());
  },
  [Structure.LocalDateTime]: fields => {
    const [seconds, nanos] = fields.integers(2);
    return LocalDateTime.ofEpochSecond(seconds!, nanos!, ZoneOffset.UTC);
  },
  [Structure.DateTime]: fields => inZone(fields.offset()),
  [Structure.DateTimeZoned]: fields => inZone(fields.zoned()),
  [Structure.LegacyDateTime]: fields => local(fields.offset()),
  [Structure.LegacyDateTimeZoned]: fields => local(fields.zoned()),
  [Structure.Duration]: fields => {
    const [months, days, seconds, nanos] = fields.integers(4);
    const carry = Math.floor(nanos! / 1e9);
    return new Duration(months!, days!, seconds! + carry, nanos! - carry * 1e9);
  },
};
