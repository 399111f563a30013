/** Version 1 definition of Slack as a destination. Fields are in output order. */
import { z } from 'zod';
import { int } from '@weir/formats/forms';
import type { DestinationVersion1 } from '@weir/formats/kinds';
import type { SlackDestination } from './slack-destination.js';

const postToSlackOutput = z
  .object({
    type: z.literal('PostToSlack'),
    hookUrl: z.string().meta({ description: 'http or https URL; its path is masked in responses' }),
    onlyPositiveMatchData: z.boolean().default(false).meta({ description: 'Whether to omit retractions' }),
    intervalSeconds: int(0)
      .default(20)
      .meta({ default: 20, description: 'Minimum interval between messages' }),
  })
  .meta({ id: 'PostToSlack', description: 'Combines results into chat messages' });

export const slackVersion1: DestinationVersion1<typeof postToSlackOutput, SlackDestination> = {
  type: 'PostToSlack',
  schema: postToSlackOutput,
  variables: ['hookUrl'],
  hasFilter: true,
  toVersion2: ({ hookUrl, onlyPositiveMatchData: onlyMatches, intervalSeconds }) => {
    const interval = Math.max(1, intervalSeconds) * 1000;
    const destination = { type: 'Slack', hookUrl, interval, onlyPositiveMatchData: false } as const;
    return { destination, isBare: false, onlyMatches };
  },
  fromVersion2: ({ hookUrl, interval }, _, onlyMatches) => ({
    type: 'PostToSlack',
    hookUrl,
    onlyPositiveMatchData: onlyMatches,
    intervalSeconds: interval / 1000,
  }),
};
