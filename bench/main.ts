/**
 * `npm run bench`: measures Weir beside naive programs, each in a separate process, in turns, and prints the medians
 * with their ratio. It is not a test and always succeeds. To add a table, add a file and a line here.
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { anchorTables } from './anchors/anchor-tables.js';
import { kafkaTable } from './kafka/kafka-table.js';
import { latencyTable } from './latency/latency-table.js';
import { loggedTable } from './logged/logged-table.js';
import { queryTables } from './queries/query-tables.js';
import { standingTables } from './standing/standing-tables.js';
import { storageTables } from './storage/storage-tables.js';
import { throughputTables } from './throughput/throughput-tables.js';
import { versionTable } from './throughput/version-table.js';

const USAGE = `npm run bench, with these variables of the environment (default):
  WEIR_BENCH_CASES (all)      some of embedded,memory,values,selective,plain,anchors,versions,latency,
                              matches,irrelevant,incremental,hops,scan,asleep,limited,wake,cold,past,kafka,logged
  WEIR_BENCH_RECORDS (300000), WEIR_BENCH_ROUNDS (3), WEIR_BENCH_WORKERS (one per core)
  WEIR_BENCH_SECONDS (20)     of the latency case
  WEIR_BENCH_NODES (1000000)  of the scan and the cold start
  WEIR_BENCH_KAFKA            host:port, for the case kafka (none)
  WEIR_BENCH_NATS             the NATS server's program, for the case logged (none)
  WEIR_BENCH_NODE_BINARIES    other Nodes, for the case versions (none)
`;

const TABLES: readonly (() => Promise<void>)[] = [
  throughputTables,
  anchorTables,
  versionTable,
  latencyTable,
  standingTables,
  queryTables,
  storageTables,
  kafkaTable,
  loggedTable,
];

if (parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
process.stdout.write(
  `Node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}\n\n`,
);
for (const table of TABLES) await table();
