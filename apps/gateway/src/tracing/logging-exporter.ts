/** Wraps another span exporter, and logs when spans begin to get lost and when they arrive again. */
import { isError, type Logger } from '@weir/platform';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

type ExportDone = Parameters<SpanExporter['export']>[1];

/** Result code of a successful export. */
const ARRIVED = 0;

export class LoggingExporter implements SpanExporter {
  private isLosing = false;

  constructor(
    private readonly inner: SpanExporter,
    private readonly endpoint: string,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: ExportDone): void {
    this.inner.export(spans, result => {
      const isLosing = result.code !== ARRIVED;
      if (isLosing !== this.isLosing) this.logChange(isLosing, result.error);
      this.isLosing = isLosing;
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.inner.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  private logChange(isLosing: boolean, error: Error | undefined): void {
    const { endpoint } = this;
    if (!isLosing) this.logger.log('info', 'traces are sent again', { endpoint });
    else
      this.logger.log('warn', 'traces could not be sent and are lost', { endpoint, reason: reasonOf(error) });
  }
}

/** Reports the connection error instead of the exporter's, which says only that it gave up. */
function reasonOf(error: Error | undefined): string {
  const cause = isError(error?.cause) ? error.cause : error;
  const code = cause !== undefined && 'code' in cause ? String(cause.code) : '';
  const message = cause?.message ?? 'unknown';
  return code === '' || message.includes(code) ? message : `${message} (${code})`;
}
