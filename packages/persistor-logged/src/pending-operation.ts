/** An operation that waits for the log or the tables: reads of its nodes wait for it. */
import type { NodeId } from '@weir/model';
import type { LogOperation } from './log-operation.js';

export class PendingOperation {
  /** Made when the first node is read meanwhile. */
  private nodes: ReadonlySet<NodeId> | undefined;

  constructor(private readonly operation: LogOperation) {}

  changes(id: NodeId): boolean {
    this.nodes ??= new Set(nodesOf(this.operation));
    return this.nodes.has(id);
  }
}

function* nodesOf(operation: LogOperation): Iterable<NodeId> {
  if (operation.kind === 'purge') yield operation.id;
  if (operation.kind === 'fold') for (const { id } of operation.snapshots) yield id;
  if (operation.kind !== 'write') return;
  for (const { id } of operation.group.journal) yield id;
  for (const { id } of operation.group.snapshots ?? []) yield id;
}
