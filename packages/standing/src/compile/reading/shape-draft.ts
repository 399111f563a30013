/** State of a shape being read, shared by all readers. */
import type { Extensions } from '@weir/cypher';
import {
  type CountedQuery,
  type Element,
  type ElementNumber,
  emptyScope,
  type FailureListener,
  type Unwinding,
} from '../shape/shape.js';
import { Refusals } from './refusals.js';

/** Variables in scope. */
export type Names = Map<string, ElementNumber>;

/** Returns a name that no text can contain, for a condition on an element without a variable. */
export function hiddenName(number: ElementNumber): string {
  return ` element ${number}`;
}

/** Returns whether the name occurs in the query text. */
export function isVisible(name: string): boolean {
  return !name.startsWith(' ');
}

/** Returns a name private to a CALL, distinct from all names outside it. */
export function ownName(call: number, name: string): string {
  return ` call ${call} ${name}`;
}

export function isOwnName(name: string): boolean {
  return name.startsWith(' call ');
}

/** Returns the original of a name, if it occurs in the query text. */
export function writtenName(name: string): string | undefined {
  const written = name.replace(/^ call \d+ /, '');
  return isVisible(written) ? written : undefined;
}

export class ShapeDraft {
  readonly elements: Element[] = [];
  readonly counted: CountedQuery[] = [];
  readonly main = emptyScope();
  readonly unwinds: Unwinding[] = [];
  readonly refusals: Refusals;
  private matches = 0;

  constructor(
    readonly text: string,
    readonly extensions: Extensions | undefined,
    readonly onFailure: FailureListener,
  ) {
    this.refusals = new Refusals(text);
  }

  add(element: Element): ElementNumber {
    return this.elements.push(element) - 1;
  }

  /** Returns the number of the next MATCH; edges of one MATCH stand on different graph edges. */
  nextMatch(): number {
    return this.matches++;
  }
}
