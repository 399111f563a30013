/** Queries by hand that may have taken a worker with them, by text and parameters: see suspects.ts. */
import { createHash } from 'node:crypto';
import { encode } from '@weir/model';
import type { QueryRequest } from '../../contract/query-service.js';
import { Work } from './suspects.js';

/** The oldest is forgotten past so many. */
const REMEMBERED = 1000;

export class QueryWork extends Work {
  constructor(readonly request: QueryRequest) {
    super('query');
  }
}

export class SuspectQueries {
  private readonly known = new Map<string, QueryWork>();

  /** @throws WeirError `graph.set-aside`. */
  workOf(request: QueryRequest): QueryWork {
    const known = this.known.size === 0 ? undefined : this.known.get(keyOf(request));
    if (known?.isSetAside) throw known.refusal('This query, with these parameters,');
    return known ?? new QueryWork(request);
  }

  remember(blamed: readonly Work[]): void {
    for (const work of blamed) {
      if (!(work instanceof QueryWork)) continue;
      this.known.set(keyOf(work.request), work);
      if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value!);
    }
  }

  /** The query got to its end. */
  clear(work: QueryWork): void {
    if (work.losses === 0 || work.isSetAside) return;
    this.known.delete(keyOf(work.request));
  }
}

function keyOf({ text, parameters, atTime }: QueryRequest): string {
  return createHash('sha256')
    .update(encode([text, parameters, atTime ?? null]))
    .digest('base64');
}
