import type { WalkOperations } from '@weir/api';
import type { Handlers } from '../endpoint-router.js';
import { checkIsPast } from '../../graph/past-time.js';
import type { Services } from '../../services.js';

export function walkHandlers({ walks, environment: { clock } }: Services): Handlers<WalkOperations> {
  return {
    generateRandomWalk: ({ node, ...options }, { request }) => {
      checkIsPast(options.atTime, clock, request);
      return walks.walk(node, options);
    },
    saveRandomWalks: ({ body, ...options }, { request }) => {
      checkIsPast(options.atTime, clock, request);
      return walks.save(body, options);
    },
  };
}
