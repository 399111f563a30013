/** Reports unreadable records to Slack. Nothing waits for a message; one that does not arrive is logged. */
import type { DeadRecord } from '@weir/contract';
import { frameText } from '@weir/formats/encoders';
import { ALL_TAKEN, type DeadLetterContext, type Taker } from '@weir/formats/kinds';
import { shownOrigin } from '@weir/platform';
import type { SlackDeadLetters } from '../definition/slack-destination.js';
import { slackBlocks } from './slack-message.js';
import { SlackReporter } from './slack-reporter.js';

interface Unread {
  readonly count: number;
  readonly newest: DeadRecord;
}

/** @throws WeirError `output.invalid`. */
export function openSlackTaker(
  { hookUrl, intervalSeconds }: SlackDeadLetters,
  { stream, environment, outgoing }: DeadLetterContext,
): Taker {
  const name = shownOrigin(hookUrl);
  const reporter = new SlackReporter<Unread>({
    ...{ hookUrl, intervalMillis: intervalSeconds * 1_000, environment, outgoing },
    messageOf: unread => messageOf(stream, unread),
    posted: ({ count }, problem) => {
      if (problem === undefined) return;
      const text = `${name} could not report ${count} dead letters: ${problem.reason}`;
      environment.logger.log('warn', text, { stream });
    },
  });
  return {
    name,
    take: records => {
      const newest = records.at(-1);
      if (newest !== undefined)
        reporter.add(pending => ({ count: (pending?.count ?? 0) + records.length, newest }));
      return Promise.resolve(ALL_TAKEN);
    },
    /** Still reports collected records, but nothing waits for it. */
    abort: () => void reporter.close(),
    close: () => reporter.close(),
  };
}

function messageOf(stream: string, { count, newest }: Unread): string {
  const title = `${count} record${count === 1 ? '' : 's'} of ${stream} could not be read`;
  return slackBlocks(title, `The newest: ${newest.message}`, frameText(newest));
}
