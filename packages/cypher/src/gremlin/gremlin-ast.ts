/** Syntax tree of a Gremlin query: steps with arguments. */
import type { Value } from '@weir/model';

export interface GremlinStep {
  readonly name: string;
  readonly arguments: readonly GremlinArgument[];
  /** 0-based, in the text. */
  readonly offset: number;
}

export type GremlinArgument =
  | { readonly kind: 'value'; readonly value: Value }
  /** The value of a parameter of the request. */
  | { readonly kind: 'parameter'; readonly name: string }
  /** `within(1, 2)`, or nested steps: `__.out("a").has("b")`. */
  | { readonly kind: 'steps'; readonly steps: readonly GremlinStep[] };
