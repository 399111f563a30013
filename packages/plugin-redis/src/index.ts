/** Redis streams as a source and a destination. */
import type { Extension } from '@weir/plugins';
import { redisDestination } from './redis-destination.js';
import { redisSource } from './redis-source.js';

export const extensions: Extension = { sources: [redisSource], destinations: [redisDestination] };
