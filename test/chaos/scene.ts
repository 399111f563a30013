/** Everything that faults and checks act on. */
import type { Findings } from './findings.js';
import type { GatewayLife } from './gateway-life.js';
import type { EventSource } from './load/event-source.js';
import type { FileStreams } from './load/file-streams.js';
import type { InputLines } from './load/input-lines.js';
import type { ItemWriter } from './load/item-writer.js';
import type { ResultEndpoint } from './load/result-endpoint.js';
import type { StandingQueries } from './load/standing-queries.js';
import type { Tally } from './tally.js';

export interface Scene {
  readonly folder: string;
  readonly gateway: GatewayLife;
  readonly findings: Findings;
  readonly tally: Tally;
  readonly writers: readonly ItemWriter[];
  readonly files: FileStreams;
  readonly events: EventSource;
  readonly lines: InputLines;
  readonly endpoint: ResultEndpoint;
  readonly standing: StandingQueries;
}
