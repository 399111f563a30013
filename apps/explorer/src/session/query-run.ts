/** Runs one query of the bar at a time: collects its rows for all views, and cancels it on the server. */
import { batch, computed, signal } from '@preact/signals';
import type { Queries } from '../api/queries.js';
import { ElementCollector, type Elements } from '../graph/elements.js';

/** At this limit the query is canceled, and the page says so. */
export const MOST_ROWS = 1_000_000;

export type RunStatus = 'idle' | 'running' | 'done' | 'cancelled' | 'failed' | 'stopped at the limit';

export interface QueryToRun {
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly atTime: number | undefined;
}

export class QueryRun {
  readonly status = signal<RunStatus>('idle');
  readonly error = signal('');
  readonly columns = signal<readonly string[]>([]);
  /** Grows while the query runs; `rowCount` signals changes. */
  readonly rows: unknown[][] = [];
  readonly rowCount = signal(0);
  readonly elapsed = signal(0);
  readonly mayScan = signal(false);
  readonly query = signal('');
  readonly isRunning = computed(() => this.status.value === 'running');
  private cancelRun: () => void = () => undefined;
  private started = 0;
  private found = new ElementCollector();

  /** @param drawn receives all elements found so far, after each batch of rows and after the last one. */
  constructor(
    private readonly socket: Queries,
    private readonly drawn: (elements: Elements, isLast: boolean) => void,
  ) {}

  get elements(): Elements {
    return this.found;
  }

  run({ query, parameters, atTime }: QueryToRun): void {
    this.cancelRun();
    const found = (this.found = new ElementCollector());
    this.rows.length = 0;
    this.started = performance.now();
    batch(() => {
      this.query.value = query;
      this.status.value = 'running';
      this.error.value = '';
      this.rowCount.value = 0;
      this.columns.value = [];
      this.elapsed.value = 0;
    });
    const clock = setInterval(() => (this.elapsed.value = performance.now() - this.started), 100);
    let isOver = false;
    const end = (status: RunStatus, error = ''): void => {
      if (isOver) return;
      isOver = true;
      clearInterval(clock);
      batch(() => {
        this.elapsed.value = performance.now() - this.started;
        this.status.value = status;
        this.error.value = error;
        this.rowCount.value = this.rows.length;
      });
      this.drawn(found, true);
    };
    const cancel = this.socket.run(
      { query, parameters, atTime },
      {
        started: ({ columns, mayScan }) =>
          batch(() => {
            this.columns.value = columns;
            this.mayScan.value = mayScan;
          }),
        rows: more => {
          if (isOver) return;
          for (const row of more) this.rows.push(row);
          for (const row of more) found.add(row);
          this.rowCount.value = this.rows.length;
          this.drawn(found, false);
          if (this.rows.length < MOST_ROWS) return;
          end('stopped at the limit');
          cancel();
        },
        ended: error => end(error === undefined ? 'done' : 'failed', error),
      },
    );
    this.cancelRun = () => {
      end('cancelled');
      cancel();
    };
  }

  /** Reports why a query cannot run, like an error of the service. */
  refuse(reason: string): void {
    this.cancelRun();
    batch(() => {
      this.status.value = 'failed';
      this.error.value = reason;
    });
  }

  cancel(): void {
    this.cancelRun();
  }
}
