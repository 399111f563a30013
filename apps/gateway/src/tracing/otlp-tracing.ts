/**
 * OpenTelemetry traces, sent to a collector (OTLP over HTTP). Loaded only when an endpoint is configured.
 *
 * Each chunk of records and each request is a separate trace. Results of a standing query leave the graph later, for
 * several traces together: their span links to all traces in progress, one of them the cause, or else to the last one.
 * Deliveries by outputs are its children.
 */
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger, TraceSpan } from '@weir/platform';
import type { RequestSpan, RequestTracing } from './request-tracing.js';
import { LoggingExporter } from './logging-exporter.js';

export interface OtlpOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fraction of traces that is sent. */
  readonly sample: number;
  readonly version: string;
  /** Receives errors of the collector. */
  readonly logger: Logger;
}

/** More causes than these do not help to find the right one. */
const MOST_LINKS = 32;
/** Maximum number of queries whose last results are remembered. */
const MOST_QUERIES = 1000;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export class OtlpTracing implements RequestTracing {
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;
  /** Spans that may cause results. */
  private readonly underWay = new Set<Span>();
  private lastCause: Span | undefined;
  private readonly lastResults = new Map<string, Context>();

  constructor({ endpoint, headers, sample, version, logger }: OtlpOptions) {
    const sender = new OTLPTraceExporter({ url: endpoint, headers: { ...headers } });
    const exporter = new LoggingExporter(sender, endpoint, logger);
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'weir', 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sample) }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    this.tracer = this.provider.getTracer('weir', version);
  }

  chunk(stream: string, records: number, bytes: number): TraceSpan {
    const attributes = { 'weir.ingest.stream': stream, 'weir.records': records, 'weir.bytes': bytes };
    return this.cause(this.tracer.startSpan('ingest', { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT));
  }

  request(method: string, path: string, requestId: string, traceParent: string | undefined): RequestSpan {
    const attributes = { 'http.request.method': method, 'url.path': path, 'weir.request.id': requestId };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = this.tracer.startSpan(`${method} ${path}`, options, parentOf(traceParent));
    const { end } = this.cause(span);
    return {
      answered: status => {
        span.setAttribute('http.response.status_code', status);
        end(status >= 500 ? `status ${status}` : undefined);
      },
      brokenOff: () => end('broken off'),
    };
  }

  results(standingQuery: string, results: number): void {
    const causes = this.underWay.size > 0 ? [...this.underWay].slice(-MOST_LINKS) : [this.lastCause];
    const links: Link[] = causes.flatMap(span =>
      span === undefined ? [] : [{ context: span.spanContext() }],
    );
    const attributes: Attributes = { 'weir.standing.query': standingQuery, 'weir.results': results };
    const span = this.tracer.startSpan('standing results', { attributes, links }, ROOT_CONTEXT);
    span.end();
    this.lastResults.delete(standingQuery);
    this.lastResults.set(standingQuery, trace.setSpan(ROOT_CONTEXT, span));
    if (this.lastResults.size > MOST_QUERIES) this.lastResults.delete(this.lastResults.keys().next().value!);
  }

  delivery(standingQuery: string, output: string, results: number): TraceSpan {
    const attributes = {
      'weir.standing.query': standingQuery,
      'weir.output': output,
      'weir.results': results,
    };
    const parent = this.lastResults.get(standingQuery) ?? ROOT_CONTEXT;
    return this.handle(this.tracer.startSpan('output', { kind: SpanKind.PRODUCER, attributes }, parent));
  }

  /** Sends pending spans. */
  async close(): Promise<void> {
    await this.provider.shutdown();
  }

  private cause(span: Span): TraceSpan {
    this.underWay.add(span);
    return this.handle(span, () => {
      this.underWay.delete(span);
      this.lastCause = span;
    });
  }

  private handle(span: Span, ended: () => void = () => undefined): TraceSpan {
    return {
      child: name => this.handle(this.tracer.startSpan(name, {}, trace.setSpan(ROOT_CONTEXT, span))),
      end: failure => {
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        span.end();
        ended();
      },
    };
  }
}

/** Parent context of a request that is part of an external trace. */
function parentOf(traceParent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(traceParent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return ROOT_CONTEXT;
  const traceFlags = parseInt(flags!, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
