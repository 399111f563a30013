/** Version 1 definition of the destination that discards everything. */
import { z } from 'zod';
import type { DestinationVersion1 } from '@weir/formats/kinds';
import type { DropDestination } from './graph-destination.js';

const dropOutput = z
  .object({ type: z.literal('Drop') })
  .meta({ id: 'DropOutput', description: 'Counts and discards results' });

export const dropVersion1: DestinationVersion1<typeof dropOutput, DropDestination> = {
  type: 'Drop',
  schema: dropOutput,
  toVersion2: () => ({ destination: { type: 'Drop' }, isBare: false }),
  fromVersion2: () => ({ type: 'Drop' }),
};
