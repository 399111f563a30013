/** What a record wrote to a node or an edge, and whether what another one writes there changes it back. */
import { mapGet, structurallyEqual, type Value, type ValueMap } from '@weir/model';
import type { AcrossNodes } from '@weir/standing';

/** A value that is not known, and another one each time. */
export const ANOTHER = Symbol('another value');

export class RecordWrite {
  /** An earlier one to the same place. */
  before: RecordWrite | undefined = undefined;
  /** Several records wrote the same. */
  private isShared = false;

  /**
   * @param place a node, or a part of it or of an edge that is there or not, or has one value.
   * @param key of a property. `undefined`: `value` is a map of properties, or `ANOTHER` for a node that goes.
   * @param areAll the place has no properties but these from now on.
   */
  constructor(
    readonly record: number,
    readonly place: string,
    readonly key: string | undefined,
    readonly value: Value | ValueMap | typeof ANOTHER,
    readonly areAll: boolean,
  ) {}

  /** It is kept. */
  begin(before: RecordWrite | undefined): void {
    this.before = before;
    this.isShared = false;
  }

  /** Whoever keeps this one, and those before it, needs not keep that one. */
  covers(other: RecordWrite): boolean {
    if (this.key === other.key && this.value === other.value && this.value !== ANOTHER) {
      this.isShared ||= this.record !== other.record;
      return true;
    }
    return this.before?.covers(other) === true;
  }

  isOfAnother(record: number): boolean {
    return this.isShared || this.record !== record;
  }

  /** `undefined`: this write left it as it was. */
  valueOf(key: string): Value | typeof ANOTHER | undefined {
    if (this.value === ANOTHER && this.key === undefined) return ANOTHER;
    if (this.key !== undefined) return this.key === key ? this.value : undefined;
    return mapGet(this.value as ValueMap, key) ?? (this.areAll ? null : undefined);
  }

  /** `undefined`: any. */
  get keys(): readonly string[] | undefined {
    if (this.key !== undefined) return [this.key];
    return this.value === ANOTHER ? undefined : Object.keys(this.value as ValueMap);
  }
}

/** Another record wrote `before`, and of what matches over several nodes look at something differs. */
export function isToldAgain(before: RecordWrite, write: RecordWrite, across: AcrossNodes): boolean {
  if (!before.isOfAnother(write.record)) return false;
  const [known, keys] = [before.keys, write.keys];
  if (known === undefined || keys === undefined) return true;
  return (
    keys.some(key => differs(before, write, key, across)) ||
    (write.areAll && known.some(key => differs(before, write, key, across)))
  );
}

function differs(before: RecordWrite, write: RecordWrite, key: string, across: AcrossNodes): boolean {
  const was = before.valueOf(key);
  if (was === undefined || (key !== '' && !across.isRelevantProperty(key))) return false;
  const is = write.valueOf(key) ?? null;
  if (was === ANOTHER || is === ANOTHER) return true;
  return was !== is && !structurallyEqual(was, is);
}
