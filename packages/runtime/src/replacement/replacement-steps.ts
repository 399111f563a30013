/** What the coordinator lets all workers do when a plan takes another one's place: see exchange.ts. */
import type { Scheduler } from '@weir/model';
import type { CutExchange, Exchange } from '../contract/exchange.js';
import type { ReplacementStep } from '../contract/replacement-service.js';
import type { Workers } from '../contract/workers.js';
import { atRest } from './at-rest.js';
import { type ComparisonListener, tellDifference } from './tell-difference.js';

export class ReplacementSteps {
  /** @param quiet resolves when nothing is under way in the graph, whatever consumers of results do. */
  constructor(
    private readonly workers: Workers,
    private readonly scheduler: Scheduler,
    private readonly quiet: () => Promise<void>,
  ) {}

  /**
   * Shows the new plan, which all workers know, to the whole graph.
   * @param log the standing query's number.
   * @param comparesRows as of `finish`.
   */
  async prepare(exchange: Exchange, log: number, comparesRows: boolean): Promise<void> {
    const uncut = { ...exchange, cut: [] };
    await this.run('begin', uncut, log);
    if (comparesRows) await this.run('inherit', uncut, log);
    await this.workers.each(worker => worker.standing.start(exchange.after));
    await this.run('collect', uncut, log);
  }

  /**
   * @param keep makes the cut durable, while nobody writes; when it rejects, there was no cut.
   * Rejects with `standing.busy`, too.
   */
  async cut(exchange: Exchange, log: number, keep: (cut: CutExchange) => Promise<void>): Promise<void> {
    await atRest(this.workers, this.scheduler, this.quiet, async () => {
      const cuts = await this.workers.each(worker => worker.replacement.cut(exchange.after));
      const cut: CutExchange = { ...exchange, cut: cuts.flat() };
      await keep(cut);
      await this.run('hold', cut, log);
    });
  }

  /** After a restart past the cut: to be called before the new plan begins to watch. */
  resume(exchange: CutExchange, log: number): Promise<void> {
    return this.run('resume', exchange, log);
  }

  /** Before the cut: nothing comes of it. */
  undo(exchange: Exchange, log: number): Promise<void> {
    return this.run('undo', { ...exchange, cut: [] }, log);
  }

  /**
   * Tells the difference, and then what was held back. Done again, it tells some of it twice.
   * @param comparesRows whether a row that both plans have stays; else all of the old ones end.
   * @param keepOrder makes durable in which order results have come until now.
   * @param looked hears of what is compared.
   */
  async finish(
    exchange: CutExchange,
    log: number,
    comparesRows: boolean,
    keepOrder: () => Promise<void>,
    looked: ComparisonListener,
  ): Promise<void> {
    await this.run('sort', exchange, log);
    await tellDifference(this.workers, this.scheduler, exchange, log, comparesRows, looked);
    await keepOrder();
    await this.run('release', exchange, log);
    await this.run('forget', exchange, log);
  }

  private async run(step: ReplacementStep, exchange: CutExchange, log: number): Promise<void> {
    await this.workers.each(worker => worker.replacement.run(step, exchange, log));
  }
}
