/**
 * What the coordinator (the thread of `StreamingGraph`) asks of each worker, by subject. The same objects stand in the
 * coordinator's own thread or behind a message channel. All that is passed can be encoded as msgpack, errors too; a
 * failed call rejects with a `WeirError`.
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
  /** Ends what runs, makes everything durable and closes the stores. Nothing may be called after it. */
  close(): Promise<void>;
}
