/** Version 2 definition of Slack as a destination. */
import { z } from 'zod';
import { parseDuration } from '@weir/plugins/form';
import { type DestinationForms, int } from '@weir/formats/forms';

const SECOND = 1_000;

function slackInterval(isStrict: boolean) {
  return z
    .preprocess(
      value => (value === undefined ? '20s' : value),
      z.union([z.string(), z.number()]).transform((value, context): number => {
        const millis = typeof value === 'string' ? parseDuration(value) : isStrict ? undefined : value;
        if (millis !== undefined && millis >= 0) return Math.max(SECOND, millis);
        const message = `'${value}' is not a duration such as 20s or 1m30s`;
        context.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      }),
    )
    .meta({
      type: 'string',
      default: '20s',
      description: 'Minimum interval between messages, at least 1s',
    });
}

/** Clients of the older form send seconds. */
export function withInterval(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('intervalSeconds' in value)) return value;
  const { intervalSeconds, ...others } = value;
  return {
    interval: typeof intervalSeconds === 'number' ? intervalSeconds * SECOND : intervalSeconds,
    ...others,
  };
}

export function slackResultsOf({ form }: DestinationForms) {
  return form
    .member({
      type: z.literal('Slack'),
      hookUrl: z.string().meta({ description: 'http or https URL; its path is masked in responses' }),
      interval: slackInterval(form.isStrict),
      onlyPositiveMatchData: z
        .boolean()
        .default(false)
        .meta({ description: 'No effect: use the filter instead' }),
    })
    .meta({ 'x-label': 'Slack', 'x-common': 5, description: 'Combines results into chat messages' });
}

export function slackDeadLettersOf({ form }: DestinationForms) {
  return form
    .member({
      type: z.literal('Slack'),
      hookUrl: z.string().min(1).meta({ description: 'Webhook URL; its path is masked in responses' }),
      intervalSeconds: int(1)
        .default(20)
        .meta({ default: 20, description: 'Minimum interval between messages in seconds' }),
    })
    .meta({
      description:
        'Sends a message with the number of records and the newest of them. The stream does not wait for it, and the records are not stored',
    });
}

export type SlackDestination = z.output<ReturnType<typeof slackResultsOf>>;
export type SlackDeadLetters = z.output<ReturnType<typeof slackDeadLettersOf>>;
