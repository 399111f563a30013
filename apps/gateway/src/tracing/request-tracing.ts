/** Tracing of the gateway, in addition to that of the graph. */
import type { Tracing } from '@weir/platform';

export interface RequestTracing extends Tracing {
  /** @param traceParent the header that names the trace of the request. */
  request(method: string, path: string, requestId: string, traceParent: string | undefined): RequestSpan;
  /** Sends pending spans. */
  close(): Promise<void>;
}

/** A request; one of the two methods ends it. */
export interface RequestSpan {
  answered(status: number): void;
  brokenOff(): void;
}
