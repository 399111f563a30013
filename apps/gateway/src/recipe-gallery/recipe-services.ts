/** The services as the target of a recipe. */
import type { IngestStreams } from '@weir/streams';
import { queryJson } from '@weir/model';
import { WeirError, type Scheduler } from '@weir/platform';
import type { IngestProgress, RecipeTarget } from '@weir/recipes';
import type { Services } from '../services.js';

const CREATE_LIMIT_MILLIS = 5_000;
const WAKE_UP_PARALLELISM = 4;

export function recipeTarget({ graph, ingest, standing, cypher, ui, environment }: Services): RecipeTarget {
  const inTime = <T>(what: string, work: Promise<T>): Promise<T> =>
    withLimit(environment.scheduler, CREATE_LIMIT_MILLIS, what, work);
  return {
    hadData: graph.admin.health.hadData,
    replaceUiList: (list, items) => ui.replace(list, items),
    createStandingQuery: (name, definition) => inTime(name, standing.create(name, definition)),
    createIngestStream: async (name, definition) => {
      await inTime(name, ingest.create(name, definition));
    },
    propagate: () => standing.propagate({ includeSleeping: true, parallelism: WAKE_UP_PARALLELISM }),
    ingestProgress: name => progressOf(ingest, name),
    standingCount: name => graph.standing(name)?.stats().matches,
    runStatusQuery: async (text, { rows: limit, timeoutMillis }) => {
      const answer = await cypher.run(text, { timeout: timeoutMillis });
      const rows: string[][] = [];
      for await (const batch of answer.batches()) {
        for (const row of batch) if (rows.length < limit) rows.push(row.map(value => queryJson(value)));
        if (rows.length >= limit) break;
      }
      return { columns: answer.columns, rows };
    },
  };
}

function progressOf(ingest: IngestStreams, name: string): IngestProgress | undefined {
  const info = ingest.get(name);
  if (!info) return undefined;
  return {
    status: info.status,
    isTerminal: ingest.hasEnded(name) ?? true,
    ingestedCount: info.stats.ingestedCount,
  };
}

function withLimit<T>(scheduler: Scheduler, millis: number, what: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = scheduler.after(millis, () =>
      reject(new WeirError('internal', `${what} did not start within ${millis} ms`)),
    );
    work.then(resolve, reject).finally(cancel);
  });
}
