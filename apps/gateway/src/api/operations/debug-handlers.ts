import type { DebugOperations } from '@weir/api';
import type { Value } from '@weir/model';
import type { Handlers } from '../endpoint-router.js';
import { checkIsPast } from '../../graph/past-time.js';
import type { Services } from '../../services.js';

export function debugHandlers({ debug, environment: { clock } }: Services): Handlers<DebugOperations> {
  return {
    getNode: ({ node, atTime }, { request }) => {
      checkIsPast(atTime, clock, request);
      return debug.get(node, atTime);
    },
    getNodeProperty: ({ node, key, atTime }, { request }) => {
      checkIsPast(atTime, clock, request);
      return debug.property(node, key, atTime);
    },
    listNodeEdges: ({ node, atTime, ...choice }, { request }) => {
      checkIsPast(atTime, clock, request);
      return debug.edges(node, choice, atTime);
    },
    getNodeVerbose: ({ node, atTime }, { request }) => {
      checkIsPast(atTime, clock, request);
      return debug.verbose(node, atTime);
    },
    putNode: ({ node, body }) => debug.put(node, body.properties, body.edges),
    deleteNode: ({ node }) => debug.delete(node),
    putNodeProperty: ({ node, key, body }) => debug.putProperty(node, key, body as Value),
    deleteNodeProperty: ({ node, key }) => debug.putProperty(node, key, null),
    addNodeEdges: ({ node, body }) => debug.addEdges(node, body),
    deleteNodeEdges: ({ node, body }) => debug.deleteEdges(node, body),
  };
}
