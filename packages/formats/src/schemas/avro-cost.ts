/**
 * Detects Avro schemas that turn a few bytes into very many values. A null has no bytes, and neither has a record of
 * nulls: if each of a series of records contains the previous one twice, a value without bytes grows exponentially.
 */
import avro, { type Type } from 'avsc';

interface Cost {
  /** Number of values created for it, up to the next one that starts with its own byte: a branch, an element. */
  readonly values: number;
  /** Minimum size in bytes. */
  readonly bytes: number;
}

const VALUES_PER_BYTE = 16;
const VALUES_WITHOUT_BYTES = 64;
const LEAST_BYTES: ReadonlyMap<string, number> = new Map([
  ['null', 0],
  ['float', 4],
  ['double', 8],
]);

/** @throws Error for such a schema. */
export function checkAvroCost(type: Type): void {
  new Costs().of(type);
}

class Costs {
  private readonly known = new Map<Type, Cost | 'open'>();

  of(type: Type): Cost {
    const known = this.known.get(type);
    if (known === 'open') throw new Error(`${nameOf(type)} contains itself without end`);
    if (known !== undefined) return known;
    if (type instanceof avro.types.RecordType) this.known.set(type, 'open');
    const cost = this.measured(type);
    if (cost.values > VALUES_WITHOUT_BYTES + VALUES_PER_BYTE * cost.bytes)
      throw new Error(`${nameOf(type)} has far more values than bytes`);
    return cost;
  }

  private measured(type: Type): Cost {
    const { types } = avro;
    if (type instanceof types.RecordType) {
      let [values, bytes] = [1, 0];
      for (const field of type.fields) {
        const cost = this.of(field.type);
        values += cost.values;
        bytes += cost.bytes;
      }
      return this.kept(type, { values, bytes });
    }
    if (type instanceof types.FixedType) return this.kept(type, { values: 1, bytes: type.size });
    const cost = this.kept(type, { values: 1, bytes: LEAST_BYTES.get(type.typeName) ?? 1 });
    // A type behind such a byte may be the record that contains it.
    for (const inner of insideOf(type)) if (this.known.get(inner) !== 'open') this.of(inner);
    return cost;
  }

  private kept(type: Type, cost: Cost): Cost {
    this.known.set(type, cost);
    return cost;
  }
}

function insideOf(type: Type): readonly Type[] {
  const { types } = avro;
  if (type instanceof types.ArrayType) return [type.itemsType];
  if (type instanceof types.MapType) return [type.valuesType];
  return type instanceof types.WrappedUnionType ? type.types : [];
}

function nameOf(type: Type): string {
  return `the record '${type.name ?? ''}'`;
}
