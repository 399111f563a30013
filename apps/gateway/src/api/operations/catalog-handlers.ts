import type { CatalogOperations, CatalogView } from '@weir/api';
import type { CatalogEntry } from '@weir/cypher';
import type { Handlers } from '../endpoint-router.js';
import type { Services } from '../../services.js';

export function catalogHandlers({ graph }: Services): Handlers<CatalogOperations> {
  return {
    getCatalog: async (): Promise<CatalogView> => {
      const catalog = await graph.admin.shards.catalog();
      return {
        ...catalog,
        labels: catalog.labels.map(withTimes),
        edgeTypes: catalog.edgeTypes.map(withTimes),
        propertyKeys: catalog.propertyKeys.map(withTimes),
        edgePropertyKeys: catalog.edgePropertyKeys.map(withTimes),
      };
    },
  };
}

function withTimes<E extends CatalogEntry>(
  entry: E,
): Omit<E, 'firstSeen' | 'lastSeen'> & { firstSeen: string | null; lastSeen: string | null } {
  return { ...entry, firstSeen: timeText(entry.firstSeen), lastSeen: timeText(entry.lastSeen) };
}

function timeText(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}
