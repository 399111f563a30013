/** What the gateway traces beside what the graph does. */
import type { TraceSpan, Tracing } from '@weir/model';

export interface RequestTracing extends Tracing {
  /** @param traceParent the header that says which trace the request is part of. */
  request(method: string, path: string, requestId: string, traceParent: string | undefined): TraceSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}
