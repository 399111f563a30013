/** What the gateway traces beside what the graph does. */
import type { Tracing } from '@weir/model';

export interface RequestTracing extends Tracing {
  /** @param traceParent the header that says which trace the request is part of. */
  request(method: string, path: string, requestId: string, traceParent: string | undefined): RequestSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** A request; one of the two ends it. */
export interface RequestSpan {
  answered(status: number): void;
  brokenOff(): void;
}
