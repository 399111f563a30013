/** The coordinator's steps on all workers for the replacement of a plan: see exchange.ts. */
import type { Scheduler } from '@weir/platform';
import type { CutExchange, Exchange } from '../contract/exchange.js';
import type { ReplacementStep } from '../contract/replacement-service.js';
import type { Workers } from '../contract/workers.js';
import { atRest } from './at-rest.js';
import { type ComparisonListener, reportDifference } from './report-difference.js';

export class ReplacementSteps {
  /** @param quiet resolves when nothing is in flight in the graph, whatever the state of result consumers. */
  constructor(
    private readonly workers: Workers,
    private readonly scheduler: Scheduler,
    private readonly quiet: () => Promise<void>,
  ) {}

  /**
   * Shows the new plan, which is registered on all workers, to the whole graph.
   * @param log the standing query's number.
   * @param comparesRows as for `finish`.
   */
  async prepare(exchange: Exchange, log: number, comparesRows: boolean): Promise<void> {
    const uncut = { ...exchange, cut: [] };
    await this.run('begin', uncut, log);
    if (comparesRows) await this.run('inherit', uncut, log);
    await this.workers.each(worker => worker.standing.start(exchange.after));
    await this.run('collect', uncut, log);
  }

  /**
   * @param keep makes the cut durable while writers are paused; if it rejects, the cut did not take place. Also rejects
   * with `standing.busy`.
   */
  async cut(exchange: Exchange, log: number, keep: (cut: CutExchange) => Promise<void>): Promise<void> {
    await atRest(this.workers, this.scheduler, this.quiet, async () => {
      const cuts = await this.workers.each(worker => worker.replacement.cut(exchange.after));
      const cut: CutExchange = { ...exchange, cut: cuts.flat() };
      await keep(cut);
      await this.run('hold', cut, log);
    });
  }

  /** After a restart past the cut: to be called before the new plan starts to match. */
  resume(exchange: CutExchange, log: number): Promise<void> {
    return this.run('resume', exchange, log);
  }

  /** Abandons the replacement before the cut. */
  undo(exchange: Exchange, log: number): Promise<void> {
    return this.run('undo', { ...exchange, cut: [] }, log);
  }

  /**
   * Reports the difference, then the results held back. If repeated, it reports some of them twice.
   * @param comparesRows whether a row of both plans is kept; otherwise all rows of the old plan end.
   * @param keepOrder makes the order of all results so far durable.
   * @param onCompared receives the progress of the comparison.
   */
  async finish(
    exchange: CutExchange,
    log: number,
    comparesRows: boolean,
    keepOrder: () => Promise<void>,
    onCompared: ComparisonListener,
  ): Promise<void> {
    await this.run('sort', exchange, log);
    await reportDifference(this.workers, this.scheduler, exchange, log, comparesRows, onCompared);
    await keepOrder();
    await this.run('release', exchange, log);
    await this.run('forget', exchange, log);
  }

  private async run(step: ReplacementStep, exchange: CutExchange, log: number): Promise<void> {
    await this.workers.each(worker => worker.replacement.run(step, exchange, log));
  }
}
