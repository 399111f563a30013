import type { HalfEdge } from '@weir/model';
import type { Origin } from './origin.js';

/** What one message changed on a node, given to the engine after the change. */
export interface NodeChange {
  /** Keys set to another value or removed. */
  readonly properties: readonly string[];
  /** Labels added or removed. */
  readonly labels: readonly string[];
  readonly edgesAdded: readonly HalfEdge[];
  readonly edgesRemoved: readonly HalfEdge[];
  /** Edges of which a property was set to another value or removed. Absent: none. */
  readonly edgesChanged?: readonly HalfEdge[];
  /** The same by the record that did it, oldest first. Absent unless the engine tracks origins. */
  readonly writings?: readonly Writing[] | undefined;
}

/** What one record changed on a node; `origin` `undefined`: no record did. */
export interface Writing extends Omit<NodeChange, 'writings'> {
  readonly origin: Origin | undefined;
}
