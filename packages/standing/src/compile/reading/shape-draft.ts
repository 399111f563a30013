/** A shape while it is being read: what all its readers share. */
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

/** A name that no text can have, for a condition on what has no variable. */
export function hiddenName(number: ElementNumber): string {
  return ` element ${number}`;
}

/** Did somebody write the name? */
export function isVisible(name: string): boolean {
  return !name.startsWith(' ');
}

/** A name of a CALL's own, which nobody else can mistake for one of theirs. */
export function ownName(call: number, name: string): string {
  return ` call ${call} ${name}`;
}

export function isOwnName(name: string): boolean {
  return name.startsWith(' call ');
}

/** What somebody wrote of a name, if it was written. */
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

  /** The number of the next MATCH: edges of one stand on different graph edges. */
  nextMatch(): number {
    return this.matches++;
  }
}
