/**
 * Requests of the coordinator (the thread of `StreamingGraph`) to each worker, grouped by subject. The same interfaces
 * are implemented in the coordinator's own thread or behind a message channel. All arguments, results and errors can be
 * encoded as msgpack; a failed call rejects with a `WeirError`.
 */
import type { BackupService } from './backup-service.js';
import type { InspectionService } from './inspection-service.js';
import type { LaneService } from './lane-service.js';
import type { QueryService } from './query-service.js';
import type { ReplacementService } from './replacement-service.js';
import type { ResultService } from './result-service.js';
import type { ShardService } from './shard-service.js';
import type { StandingService } from './standing-service.js';
import type { TransferService } from './transfer-service.js';

export interface WorkerServices {
  readonly queries: QueryService;
  readonly lanes: LaneService;
  readonly standing: StandingService;
  readonly results: ResultService;
  readonly replacement: ReplacementService;
  readonly inspection: InspectionService;
  readonly backup: BackupService;
  readonly transfer: TransferService;
  readonly shards: ShardService;
  /** Ends running work, makes everything durable and closes the stores. Must be the last call. */
  close(): Promise<void>;
}
