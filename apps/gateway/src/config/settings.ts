/**
 * Every key of the configuration: its type, its default, what it means. Keys are paths; in a file they may be
 * nested, in the environment they are upper case (`webserver.port`, `WEIR_WEBSERVER_PORT`).
 */
import { ID_TYPES } from '@weir/model';
import { z } from 'zod';
import { CASSANDRA_SETTINGS } from './cassandra-settings.js';
import { CLUSTER_SETTINGS } from './cluster-settings.js';
import { IDLE_SETTINGS } from './idle-settings.js';
import { secretSetting, setting, type Setting } from './setting.js';
import {
  addressSetting,
  booleanSetting,
  bytesSetting,
  durationSetting,
  fractionSetting,
  integerSetting,
  listSetting,
  logLevelSetting,
  logLevelsSetting,
  scheduleSetting,
  storeTypeSetting,
} from './setting-types.js';

export const SETTINGS = {
  'webserver.address': setting(
    addressSetting,
    'Address to listen on; 0.0.0.0 is every network that the machine is in',
  ),
  'webserver.port': setting(integerSetting(0, 65_535).default(8080), 'Port; 0 is any free one'),
  'webserver.enabled': setting(booleanSetting.default(true), 'Whether to serve HTTP at all'),
  'webserver.use-tls': setting(
    booleanSetting.default(false),
    'Whether to serve HTTPS, with the files that webserver.tls names',
  ),
  'webserver.tls.certificate': setting(
    z.string().min(1).optional(),
    'PEM file of the certificate and those above it',
  ),
  'webserver.tls.key': setting(z.string().min(1).optional(), 'PEM file of its key'),
  'webserver.tls.keystore': setting(
    z.string().min(1).optional(),
    'PKCS 12 file with both, in the place of certificate and key',
  ),
  'webserver.tls.keystore-password': secretSetting(
    z.string().optional(),
    'Password of the key store, or of the key',
  ),
  'webserver.use-mtls.enabled': setting(
    booleanSetting.default(false),
    'Whether clients have to show a certificate; needs webserver.use-tls',
  ),
  'webserver.use-mtls.trust-store.path': setting(
    z.string().min(1).optional(),
    'PEM file of the authorities whose certificates are accepted from clients',
  ),
  'webserver.use-mtls.health-endpoints.enabled': setting(
    booleanSetting.default(false),
    'Whether liveness and readiness (version 2) are also served to this machine without TLS',
  ),
  'webserver.use-mtls.health-endpoints.port': setting(
    integerSetting(0, 65_535).default(8081),
    'Port for that',
  ),
  'webserver.requests-per-minute': setting(
    integerSetting(1).optional(),
    'Requests that one address may send in a minute; default: no limit',
  ),
  'webserver.allowed-origins': setting(
    listSetting.default([]),
    'Origins of other web sites whose pages may send requests to the API; * is all',
  ),
  'webserver.allowed-hosts': setting(
    listSetting.default([]),
    'Names beside localhost that requests may name as their host; * is all. Default: only localhost when listening on it, else all',
  ),
  'webserver.access.read': secretSetting(
    listSetting.default([]),
    'Tokens of clients that may look at everything, as they are or as `sha256:` and their digest. Without any token, here ' +
      'or below, and without a provider of identities, everybody may do everything',
  ),
  'webserver.access.write': secretSetting(
    listSetting.default([]),
    'Tokens of clients that may also change the graph, and what works on it',
  ),
  'webserver.access.admin': secretSetting(
    listSetting.default([]),
    'Tokens of clients that may also shut down, back up, export, import and set limits',
  ),
  'webserver.access.oidc.issuer': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Address of an OpenID Connect provider whose tokens are accepted',
  ),
  'webserver.access.oidc.audience': setting(
    z.string().min(1).optional(),
    'The name of this service in those tokens; without it, tokens for any service of the provider are accepted',
  ),
  'webserver.access.oidc.role-claim': setting(
    z.string().min(1).default('roles'),
    'Where those tokens name roles: read, write, admin, also with `weir:` in front; dots go into objects',
  ),
  'webserver.maximum-body-size': setting(bytesSetting.default(8 * 1024 * 1024), 'Bytes of a request body'),
  'webserver.maximum-bodies-size': setting(
    bytesSetting.default(64 * 1024 * 1024),
    'Bytes of all request bodies that are being read, together',
  ),
  'webserver.body-timeout': setting(
    durationSetting(1).default(120_000),
    'A request body, other than that of an import, has come to its end after so long',
  ),
  'webserver.results-heartbeat': setting(
    durationSetting(1).default(10_000),
    'Silence on a stream of results after which it shows a sign of life',
  ),
  'webserver.results-stall-limit': setting(
    durationSetting(1).default(30_000),
    'A client of a stream of results that takes nothing for so long is cut off; until then it holds the stream',
  ),
  'results.keep-count': setting(
    integerSetting(0).default(10_000),
    'Results of a standing query that are kept for clients that come back',
  ),
  'results.keep-time': setting(durationSetting(0).default(3_600_000), 'And how long at most'),
  'outputs.dead-letter-maximum-size': setting(
    bytesSetting.default(128 * 1024 * 1024),
    'Bytes of results that an output could not deliver; past it the output waits',
  ),
  'webserver-advertise.address': setting(z.string().optional(), 'Host to name in links'),
  'webserver-advertise.port': setting(integerSetting(1, 65_535).optional(), 'Port to name in links'),
  'webserver-advertise.path': setting(z.string().optional(), 'Path to name in links'),
  'webserver-advertise.use-tls': setting(booleanSetting.optional(), 'Whether links start with https'),
  'shard-count': setting(
    integerSetting(1, 1024).optional(),
    'Parts of the graph; fixed for a data directory; default 4',
  ),
  workers: setting(
    integerSetting(0, 1024).optional(),
    'Threads that host shards; default one per core; 0 is everything in one thread',
  ),
  'worker-turn-limit': setting(
    durationSetting(100).default(30_000),
    'Processor time after which a worker that makes no progress is considered stuck and replaced; a worker that waits without using a processor gets as long on the clock',
  ),
  'worker-heap-limit': setting(
    bytesSetting.optional(),
    'Heap limit of each worker in bytes; a worker that exceeds it is replaced; default: its share of 70 % of the memory',
  ),
  'standing-state-warning': setting(
    integerSetting(1).default(1_000_000),
    'States, rows and results that a standing query may have on a worker before the log warns of it, and whenever they have ' +
      'doubled',
  ),
  extensions: setting(
    listSetting.default([]),
    'Modules that add functions, procedures, sources, formats, destinations and stores: URLs, or paths from the working directory',
  ),
  'store.type': setting(
    storeTypeSetting,
    'Where the graph is kept: embedded is a directory on disk; cassandra a keyspace; memory is lost at the end; empty ' +
      'keeps nothing, and a node that goes to sleep is forgotten',
  ),
  'store.options': setting(
    z.record(z.string(), z.unknown()).default({}),
    'Options of a store that an extension brings',
  ),
  'store.filepath': setting(z.string().min(1).default('weir-data'), 'The data directory'),
  'store.sync-all-writes': setting(
    booleanSetting.default(false),
    'Wait for the disk with every write, so that what was acknowledged survives a loss of power too',
  ),
  'store.check-files': setting(
    booleanSetting.default(true),
    'Read and compare all files of the data directory with their check sums at the start; otherwise only their sizes',
  ),
  'store.open-files': setting(
    integerSetting(16, 100_000).default(1000),
    "Files of each shard's store that stay open, 2 MiB each: while the system has memory to spare it shows as resident",
  ),
  'store.known-ids-maximum-size': setting(
    bytesSetting.default(256 * 1024 * 1024),
    "Bytes of memory of each shard's filter of known ids; past it looking for a node that is new costs a read more and more often",
  ),
  ...CASSANDRA_SETTINGS,
  ...CLUSTER_SETTINGS,
  'in-memory-soft-node-limit': setting(
    integerSetting(1).nullable().default(100_000),
    'Nodes awake per shard above which some are put to sleep',
  ),
  'in-memory-hard-node-limit': setting(
    integerSetting(1).nullable().default(750_000),
    'Nodes awake per shard at which none is woken until others sleep; must be above the soft limit',
  ),
  'should-resume-ingest': setting(
    booleanSetting.default(true),
    'Whether ingest streams that ran go on after a restart, or wait as Restored',
  ),
  'ingest-resume.from': setting(
    z.enum(['position', 'beginning']).default('position'),
    'Where streams of an earlier run go on: where they were, or all over again',
  ),
  'ingest-resume.save-every': setting(
    durationSetting(1).default(1_000),
    'How often the position of a stream is stored; about so much is ingested again after a crash',
  ),
  'file-ingest.allowed-directories': setting(
    listSetting.default(['.']),
    'Directories whose files may be ingested; sub-directories do not count',
  ),
  'file-ingest.resolution-mode': setting(
    z.enum(['dynamic', 'static']).default('dynamic'),
    'static: only files that were there at the start',
  ),
  'cypher.load-from-web': setting(
    booleanSetting.default(true),
    'Whether LOAD CSV and loadJsonLines may open http and https addresses; files follow file-ingest',
  ),
  'cypher.limits.steps': setting(
    integerSetting(1).optional(),
    'Elements that a query may make, look at or compare for one row; default 50,000,000',
  ),
  'cypher.limits.bytes': setting(
    bytesSetting.optional(),
    'Bytes, about, that a query may hold at a time; default 1 GiB, at most a quarter of the heap of its thread',
  ),
  'cypher.limits.depth': setting(
    integerSetting(1, 1000).optional(),
    'Lists and maps inside each other in a value of a query; default 1,000',
  ),
  'cypher.limits.string-length': setting(
    integerSetting(1, 2 ** 28).optional(),
    'Characters of a string, and bytes of a byte array, that a query makes; default 16,777,216',
  ),
  'cypher.limits.list-length': setting(
    integerSetting(1, 2 ** 26).optional(),
    'Elements of a list, and entries of a map, that a query makes; default 10,000,000',
  ),
  'cypher.limits.inner-queries': setting(
    integerSetting(0, 64).optional(),
    'Levels of queries that cypher.doIt, cypher.do.case, cypher.runTimeboxed and do.when run inside each other; default 16',
  ),
  'cypher.limits.time': setting(
    durationSetting(1).default(300_000),
    'Time limit of a query over the REST API whose request has no timeout; queries over a WebSocket have none',
  ),
  'cypher.limits.row-length': setting(
    integerSetting(1, 2 ** 29 - 25).default(67_108_864),
    'Characters of one row of a query in its answer, as JSON; the answer as a whole has no limit',
  ),
  'outgoing.allow': setting(
    listSetting.default([]),
    'Hosts, addresses and networks that queries, outputs and sources may connect to, whatever is refused otherwise',
  ),
  'outgoing.deny': setting(listSetting.default([]), 'Those that they may not in any case'),
  'outgoing.loopback': setting(
    booleanSetting.optional(),
    'Whether they may connect to this machine; default: if only this machine can connect, and nobody needs a token',
  ),
  'outgoing.private': setting(booleanSetting.default(true), 'Whether they may connect to private networks'),
  'file-output.allowed-directories': setting(
    listSetting.default(['.']),
    'Directories in and below which outputs may write files, other than the data directory',
  ),
  'default-api-version': setting(
    z.enum(['v1', 'v2']).default('v2'),
    'The API that is named at the start: the one to write new clients for',
  ),
  'ignore-unknown-settings': setting(
    booleanSetting.default(false),
    'Start also with settings that are not known or can have no effect; each is named',
  ),
  'tracing.endpoint': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Where traces are sent (OTLP over HTTP): http://127.0.0.1:4318/v1/traces; default: nothing is traced',
  ),
  'tracing.headers': secretSetting(listSetting.default([]), 'Headers for that, NAME=VALUE'),
  'tracing.sample': setting(fractionSetting.default(1), 'Part of all traces that is sent, 0 to 1'),
  'dump-config': setting(booleanSetting.default(false), 'Whether to print the configuration at the start'),
  'log-level': setting(logLevelSetting, 'The least important log messages to show'),
  'log-levels': setting(
    logLevelsSetting,
    'Levels of single modules: service, http, access, ingest, outputs, graph',
  ),
  timeout: setting(
    durationSetting(1).default(120_000),
    'How long a graceful shutdown may take before the process ends anyway',
  ),
  'shutdown.drain-timeout': setting(
    durationSetting(0).default(5_000),
    'How long a graceful shutdown waits for results to be taken by their outputs, and then for these to deliver',
  ),
  'id.type': setting(
    z.enum(ID_TYPES, { error: `expected ${ID_TYPES.join(', ')}` }).default('uuid'),
    'Kind of node ids; fixed for a data directory',
  ),
  'id.namespace': setting(
    z.preprocess(value => value ?? undefined, z.guid({ error: 'expected a UUID' }).optional()),
    'A UUID that goes into ids of the types uuid-3 and uuid-5; default: zeros',
  ),
  'id.partitioned': setting(
    booleanSetting.default(false),
    'Whether ids begin with a position, which locIdFrom gives',
  ),
  'persistence.journal-enabled': setting(
    booleanSetting.default(true),
    'Whether every change is written; without, only snapshots survive and there is no history',
  ),
  'persistence.snapshot-schedule': setting(
    scheduleSetting,
    'When the whole state of a node is written: when it sleeps and that is worth it, with every change, or never',
  ),
  'persistence.snapshot-singleton': setting(
    booleanSetting.default(false),
    'Keep only the last snapshot of a node; there is no history then',
  ),
  'persistence.effect-order': setting(
    z.enum(['persistor-first', 'memory-first']).default('persistor-first'),
    'When the store fails, what wrote fails (persistor-first) or waits until it is written (memory-first)',
  ),
  'persistence.journal-retention': setting(
    durationSetting(1_000).nullable().default(null),
    'How far back the past can be read; older history is folded into snapshots; null keeps all',
  ),
  ...IDLE_SETTINGS,
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingKey = keyof typeof SETTINGS;

export type Config = { readonly [K in SettingKey]: z.output<(typeof SETTINGS)[K]['schema']> };

/** The environment variable of a key. */
export function environmentName(key: string): string {
  return 'WEIR_' + key.replaceAll(/[.-]/g, '_').toUpperCase();
}
