/** The services behind both API versions. */
import type { SystemInfo } from '@weir/api';
import type { BoltConnections } from '@weir/bolt';
import type { IngestStreams } from '@weir/streams';
import type { Environment, OutgoingPolicy } from '@weir/platform';

import type { StandingOutputs } from '@weir/deliveries';
import type { StreamingGraph } from '@weir/contract';
import type { ModuleLogs } from './console/module-logs.js';
import type { Membership } from './system/cluster-view.js';
import type { Counters } from './metrics/counters.js';
import type { CypherQueries } from './graph/cypher-queries.js';
import type { DebugNodes } from './graph/debug-nodes.js';
import type { Metrics } from './metrics/metrics-report.js';
import type { RecipeGallery } from './recipe-gallery/recipe-gallery.js';
import type { RandomWalks } from './graph/random-walks.js';
import type { StandingQueries } from './standing/standing-queries.js';
import type { SharedScenes } from './ui/shared-scenes.js';
import type { UiSettings } from './ui/ui-settings.js';

export interface Services {
  readonly environment: Environment;
  readonly logs: ModuleLogs;
  readonly graph: StreamingGraph;
  readonly ingest: IngestStreams;
  readonly standing: StandingQueries;
  readonly cypher: CypherQueries;
  /** Policy for outgoing connections. */
  readonly outgoing: OutgoingPolicy;
  readonly outputs: Pick<StandingOutputs, 'stats' | 'definitions' | 'deliveryTimes'>;
  readonly debug: DebugNodes;
  readonly walks: RandomWalks;
  readonly ui: UiSettings;
  readonly scenes: SharedScenes;
  readonly recipes: RecipeGallery;
  readonly metrics: Metrics;
  readonly counters: Counters;
  /** `undefined` if Bolt is off. */
  readonly boltConnections: () => BoltConnections | undefined;
  readonly build: SystemInfo;
  /** Listening address. */
  readonly host: { readonly address: string; readonly port: number };
  /** Present if several processes share the graph. */
  readonly membership: Membership | undefined;
  /** Name that clients know. */
  readonly storeName: string;
  /** The safe part of the configuration, as the admin endpoint shows it. */
  readonly configView: unknown;
  /** Starts a graceful shutdown and returns immediately. */
  readonly shutdown: () => void;
  /** Returns why requests should go elsewhere, or `undefined`. */
  readonly unreadiness: () => string | undefined;
}
