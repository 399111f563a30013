/**
 * The results of one standing query as server-sent events, until either side closes.
 *
 * The stream starts with new results, or resumes after the id of the last event that the client received. The first
 * event is empty but has an id, so that a client which receives nothing else can resume from there. A client that
 * requests more than is kept gets an event `gap` without an id, followed by everything that is kept.
 */
import type { Response } from 'express';
import { EventStream, formatEvent } from '../../responses/event-stream.js';
import type { StallBudget } from '../../responses/stall-budget.js';
import { liveResultText } from '../../standing/live-result.js';
import { SharedBytes } from '../../standing/shared-bytes.js';
import type { Services } from '../../services.js';

const events = new SharedBytes(result => formatEvent('result', result.resultId, liveResultText(result)));

export interface ResultStreamOptions {
  readonly heartbeatMillis: number;
  readonly stalls: StallBudget;
  /** Open streams, to be closed at shutdown. */
  readonly open: Set<{ close(): void }>;
}

/** Rejects with `standing.not-found`. */
export async function streamResults(
  services: Services,
  name: string,
  response: Response,
  options: ResultStreamOptions & { readonly lastEventId: string | undefined },
): Promise<void> {
  const { standing, environment, counters } = services;
  const { resumeId } = standing.running(name);
  if (response.req.method === 'HEAD') {
    response.status(200).type('text/event-stream').end();
    return;
  }
  const { lastEventId } = options;
  const stream = new EventStream(response, {
    environment,
    firstId: lastEventId === undefined ? resumeId : undefined,
    heartbeatMillis: options.heartbeatMillis,
    stalls: options.stalls,
    onCutOff: () => {
      counters.add(`results-streams.cut-off.${name}`);
      environment.logger.log(
        'warn',
        `A client of the results of '${name}' read nothing for too long and was disconnected`,
      );
    },
  });
  options.open.add(stream);
  const unsubscribe = standing.subscribe(
    name,
    results => stream.send(events.ofAll(results)),
    () => stream.close(),
    { resumeAfter: lastEventId, onGap: () => void stream.send(gapEvent(lastEventId)) },
  );
  try {
    await stream.ended;
  } finally {
    unsubscribe();
    options.open.delete(stream);
  }
}

function gapEvent(lastEventId: string | undefined): string {
  const message =
    'Results after the last event are no longer kept, or the event is unknown. The oldest kept ' +
    'results follow.';
  return `data:${JSON.stringify({ lastEventId, message })}\nevent:gap\n\n`;
}
