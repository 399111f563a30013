import type { HalfEdge } from '@weir/model';
import type { Origin } from './origin.js';

/** Changes that one message made on a node. The engine receives them after they are applied. */
export interface NodeChange {
  /** Keys set to another value or removed. */
  readonly properties: readonly string[];
  /** Labels added or removed. */
  readonly labels: readonly string[];
  readonly edgesAdded: readonly HalfEdge[];
  readonly edgesRemoved: readonly HalfEdge[];
  /** Edges with a property that was set to another value or removed. Absent: none. */
  readonly edgesChanged?: readonly HalfEdge[];
  /** The same changes by record, oldest first. Absent unless the engine tracks origins. */
  readonly writings?: readonly Writing[] | undefined;
}

/** Changes that one record made on a node. `origin` is `undefined` if the change is not due to a record. */
export interface Writing extends Omit<NodeChange, 'writings'> {
  readonly origin: Origin | undefined;
}
