/** Work that is sent to a worker, possibly several times, with the losses that it may have caused. */
import { createHash } from 'node:crypto';
import { encode } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { QueryRequest } from '../contract/query-service.js';

/** Number of losses at which work that is known to have caused one is set aside. */
const LOSSES = 3;
/** The same for work that never ran alone when a worker was lost. */
const MOST_LOSSES = 12;

/** `record`: may be held until results are consumed. `value`: sent by a consumer of results. */
export type WorkKind = 'record' | 'value' | 'query';

export class Work {
  /** The worker that runs it at present. */
  worker: number | undefined = undefined;
  /** Why its last worker was lost. */
  private reason = '';
  /** It ran alone at one of its losses, so it caused that one. */
  private isProven = false;

  /** @param losses number of losses that it may have caused. */
  constructor(
    readonly kind: WorkKind,
    public losses = 0,
  ) {}

  get isSetAside(): boolean {
    return this.losses >= (this.isProven ? LOSSES : MOST_LOSSES);
  }

  /** @param isAlone whether nothing else can have caused the loss. */
  blame(reason: string, isAlone: boolean): void {
    this.losses++;
    this.reason = reason;
    if (isAlone) this.isProven = true;
  }

  /** The error of work that is set aside. */
  refusal(what: string): WeirError {
    return new WeirError(
      'graph.set-aside',
      `${what} is no longer run: a worker was lost with it ${this.losses} times, the last time because ${this.reason}.`,
    );
  }
}

/** All runs of one query text with the same parameters. */
export class QueryWork extends Work {
  constructor(readonly request: QueryRequest) {
    super('query');
  }

  get key(): string {
    const { text, parameters, atTime } = this.request;
    return createHash('sha256')
      .update(encode([text, parameters, atTime ?? null]))
      .digest('base64');
  }
}
