/**
 * The queries of one client over one connection. Each client message gets exactly one reply, in order; rows are sent
 * between the replies. A slow client slows its queries.
 */
import type { ClientMessage, QueryProtocol, RunQuery } from '@weir/api';
import { RequestError } from '@weir/api';
import type { QueryRun, RowEncoder } from '@weir/contract';
import { gremlinAsCypher, type QueryEffect } from '@weir/cypher';
import { type ValueMap } from '@weir/model';
import { WeirError, type Clock, type Logger, type Scheduler } from '@weir/platform';
import { rowEncoder } from '../../responses/row-encoder.js';
import type { CypherQueries } from '../../graph/cypher-queries.js';
import { checkIsPast } from '../../graph/past-time.js';
import type { Conversation } from '../../sockets/conversation-sockets.js';
import { RowBatcher } from '../../responses/row-batcher.js';

/** Maximum number of concurrent queries of one client. */
const MAXIMUM_QUERIES = 256;

export interface QueryConversationOptions {
  readonly cypher: CypherQueries;
  readonly protocol: QueryProtocol;
  /** `undefined`: all. */
  readonly allowedEffects: readonly QueryEffect[] | undefined;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly logger: Logger;
}

const RESULTS = {
  table: 'TabularResults',
  values: 'NonTabularResults',
  nodes: 'NodeResults',
  edges: 'EdgeResults',
} as const;

export class QueryConversation implements Conversation {
  private readonly running = new Map<number, AbortController>();
  private turn: Promise<void> = Promise.resolve();
  private hasEnded = false;

  /** @param send resolves when the client has accepted the text or disconnected. */
  constructor(
    private readonly send: (text: string) => Promise<void>,
    private readonly options: QueryConversationOptions,
  ) {}

  receive(text: string | undefined): Promise<void> {
    return (this.turn = this.turn.then(() => this.reply(text)));
  }

  /** Ends all queries of the client. */
  end(): void {
    this.hasEnded = true;
    for (const abort of this.running.values()) abort.abort();
  }

  private async reply(text: string | undefined): Promise<void> {
    if (this.hasEnded) return;
    try {
      if (text === undefined) throw refused('Binary websocket messages are not supported');
      const message: ClientMessage = this.options.protocol.decode(text);
      if (message.type === 'RunQuery') await this.run(message);
      else await this.cancel(message.queryId);
    } catch (thrown) {
      const { message } = WeirError.from(thrown);
      const error = thrown instanceof RequestError ? thrown.details.join('\n') : message;
      await this.sendMessage({ type: 'MessageError', error });
    }
  }

  private async cancel(queryId: number): Promise<void> {
    const query = this.running.get(queryId);
    if (query === undefined) throw refused(`Query ID ${queryId} isn't tracking any current query`);
    await this.sendMessage({ type: 'MessageOk' });
    query.abort();
  }

  private async run(message: RunQuery): Promise<void> {
    const { cypher, clock, protocol, allowedEffects } = this.options;
    const { queryId, shape, atTime } = message;
    if (this.running.has(queryId)) {
      throw refused(`Query ID ${queryId} is already being used to track another query`);
    }
    if (this.running.size >= MAXIMUM_QUERIES) {
      throw refused(`A client can run at most ${MAXIMUM_QUERIES} queries at the same time`);
    }
    checkIsPast(atTime, clock, { query: { atTime } });
    const abort = new AbortController();
    this.running.set(queryId, abort);
    try {
      const at = atTime === undefined ? {} : { atTime };
      const { text, parameters } = cypherOf(message);
      const run = await cypher.start(text, { parameters, signal: abort.signal, allowedEffects, ...at });
      const { isReadOnly, canContainAllNodeScan } = run;
      const columns = shape === 'table' ? run.columns : protocol.columnsOfEntities;
      await this.sendMessage({ type: 'QueryStarted', queryId, isReadOnly, canContainAllNodeScan, columns });
      void this.sendRows(message, run, abort.signal);
    } catch (error) {
      this.running.delete(queryId);
      throw error;
    }
  }

  /** Sends rows until the query ends, and reports its end. */
  private async sendRows(message: RunQuery, run: QueryRun, signal: AbortSignal): Promise<void> {
    const { queryId, shape, maxResultBatch, resultsWithinMillis } = message;
    const { cypher, scheduler } = this.options;
    const encode: RowEncoder = rowEncoder({ shape, largestItem: cypher.largestRow });
    const columns = shape === 'table' ? `,"columns":${JSON.stringify(run.columns)}` : '';
    const head = `{"type":"${RESULTS[shape]}","queryId":${queryId}${columns},"results":[`;
    const batcher = new RowBatcher(items => this.send(`${head}${items.join(',')}]}`), {
      scheduler,
      rows: maxResultBatch ?? (resultsWithinMillis === undefined ? 1 : Infinity),
      millis: resultsWithinMillis,
    });
    try {
      for await (const rows of run.batches()) for (const row of rows) await batcher.add(encode(row));
      await batcher.flush();
      this.running.delete(queryId);
      await this.sendMessage({ type: 'QueryFinished', queryId });
    } catch (thrown) {
      batcher.drop();
      this.running.delete(queryId);
      const { code, message: text } = WeirError.from(thrown);
      if (signal.aborted) await this.sendMessage({ type: 'QueryFinished', queryId });
      else {
        if (code === 'internal') this.options.logger.log('error', `A query failed: ${text}`, { code });
        await this.sendMessage({ type: 'QueryFailed', queryId, message: text });
      }
    }
  }

  private async sendMessage(message: object): Promise<void> {
    if (!this.hasEnded) await this.send(JSON.stringify(message));
  }
}

/** @throws WeirError `gremlin.syntax` */
function cypherOf({ language, query, parameters }: RunQuery): { text: string; parameters: ValueMap } {
  return language === 'Gremlin' ? gremlinAsCypher(query, parameters) : { text: query, parameters };
}

function refused(text: string): RequestError {
  return new RequestError([text]);
}
