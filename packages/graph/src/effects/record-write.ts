/** A record's write to a node or an edge, and whether another record's write changes it back. */
import { mapGet, structurallyEqual, type Value, type ValueMap } from '@weir/model';
import type { ChangeRelevance } from '@weir/standing';

/** An unknown value, different each time. */
export const ANOTHER = Symbol('another value');

export class RecordWrite {
  /** Earlier write to the same target. */
  before: RecordWrite | undefined = undefined;
  /** Several records wrote the same. */
  private isShared = false;

  /**
   * @param location a node, or an aspect of it or of an edge that either exists or not, or has one value.
   * @param key of a property. `undefined`: `value` is a map of properties, or `ANOTHER` for a deleted node.
   * @param areAll the target has only these properties from now on.
   */
  constructor(
    readonly record: number,
    readonly location: string,
    readonly key: string | undefined,
    readonly value: Value | ValueMap | typeof ANOTHER,
    readonly areAll: boolean,
  ) {}

  /** Called when the write is stored. */
  begin(before: RecordWrite | undefined): void {
    this.before = before;
    this.isShared = false;
  }

  /** Whether storing this write and its predecessors makes `other` redundant. */
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

  /** `undefined`: this write did not change the property. */
  valueOf(key: string): Value | typeof ANOTHER | undefined {
    if (this.value === ANOTHER && this.key === undefined) return ANOTHER;
    if (this.key !== undefined) return this.key === key ? this.value : undefined;
    return mapGet(this.value as ValueMap, key) ?? (this.areAll ? null : undefined);
  }

  /** `undefined`: any property. */
  get keys(): readonly string[] | undefined {
    if (this.key !== undefined) return [this.key];
    return this.value === ANOTHER ? undefined : Object.keys(this.value as ValueMap);
  }
}

/** Whether `before` is from another record, and something differs that matches over several nodes depend on. */
export function mustRepeat(before: RecordWrite, write: RecordWrite, relevance: ChangeRelevance): boolean {
  if (!before.isOfAnother(write.record)) return false;
  const [known, keys] = [before.keys, write.keys];
  if (known === undefined || keys === undefined) return true;
  return (
    keys.some(key => differs(before, write, key, relevance)) ||
    (write.areAll && known.some(key => differs(before, write, key, relevance)))
  );
}

function differs(before: RecordWrite, write: RecordWrite, key: string, relevance: ChangeRelevance): boolean {
  const was = before.valueOf(key);
  if (was === undefined || (key !== '' && !relevance.isRelevantProperty(key))) return false;
  const is = write.valueOf(key) ?? null;
  if (was === ANOTHER || is === ANOTHER) return true;
  return was !== is && !structurallyEqual(was, is);
}
