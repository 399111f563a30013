/**
 * Every key of the configuration: its type, its default and its meaning. Keys are paths; in a file they may be
 * nested, in the environment they are upper case (`webserver.port`, `WEIR_WEBSERVER_PORT`).
 */
import { ID_TYPES } from '@weir/model';
import { z } from 'zod';
import { LOG_FORMATS } from '../console/log-formats.js';
import { BOLT_SETTINGS } from './bolt-settings.js';
import { CASSANDRA_SETTINGS } from './cassandra-settings.js';
import { CLUSTER_SETTINGS } from './cluster-settings.js';
import { IDLE_SETTINGS } from './idle-settings.js';
import { secretSetting, setting, type Setting } from './setting.js';
import { SNAPSHOT_SETTINGS } from './snapshot-settings.js';
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
  'webserver.address': setting(addressSetting, 'Address to listen on; 0.0.0.0 means all network interfaces'),
  'webserver.port': setting(
    integerSetting(0, 65_535).default(8080),
    'Port to listen on; 0 means any free port',
  ),
  'webserver.enabled': setting(booleanSetting.default(true), 'Whether to start the web server'),
  'webserver.use-tls': setting(
    booleanSetting.default(false),
    'Whether to serve HTTPS, with the files named under webserver.tls',
  ),
  'webserver.tls.certificate': setting(
    z.string().min(1).optional(),
    'PEM file with the certificate chain of the server',
  ),
  'webserver.tls.key': setting(
    z.string().min(1).optional(),
    'PEM file with the private key of the certificate',
  ),
  'webserver.tls.keystore': setting(
    z.string().min(1).optional(),
    'PKCS #12 file with certificate and key, instead of two PEM files',
  ),
  'webserver.tls.keystore-password': secretSetting(
    z.string().optional(),
    'Password of the PKCS #12 file or of the private key',
  ),
  'webserver.use-mtls.enabled': setting(
    booleanSetting.default(false),
    'Whether clients must present a certificate; needs webserver.use-tls',
  ),
  'webserver.use-mtls.trust-store.path': setting(
    z.string().min(1).optional(),
    'PEM file with the certificate authorities that are trusted for client certificates',
  ),
  'webserver.use-mtls.health-endpoints.enabled': setting(
    booleanSetting.default(false),
    'Whether the liveness and readiness endpoints of version 2 are also served without TLS, on the loopback interface',
  ),
  'webserver.use-mtls.health-endpoints.port': setting(
    integerSetting(0, 65_535).default(8081),
    'Port of the health endpoints without TLS',
  ),
  'webserver.requests-per-minute': setting(
    integerSetting(1).optional(),
    'Maximum number of requests per minute from one client address; default: no limit',
  ),
  'webserver.allowed-origins': setting(
    listSetting.default([]),
    'Origins of other web sites whose pages may call the API; * allows all',
  ),
  'webserver.allowed-hosts': setting(
    listSetting.default([]),
    'Host names, besides localhost, that are accepted in the Host header; * allows all. Default: only localhost if the server listens only on it, otherwise all',
  ),
  'webserver.access.read': secretSetting(
    listSetting.default([]),
    'Tokens of clients that may read everything, in plain text or as `sha256:` and the digest. Without any token, here ' +
      'or below, and without an identity provider, every client may do everything',
  ),
  'webserver.access.write': secretSetting(
    listSetting.default([]),
    'Tokens of clients that may also write to the graph and manage ingest streams and standing queries',
  ),
  'webserver.access.admin': secretSetting(
    listSetting.default([]),
    'Tokens of clients that may also shut down the server, back up, export, import and set limits',
  ),
  'webserver.access.oidc.issuer': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'URL of the OpenID Connect provider whose tokens are accepted',
  ),
  'webserver.access.oidc.audience': setting(
    z.string().min(1).optional(),
    'Expected audience of the tokens; without it, tokens for any audience of the provider are accepted',
  ),
  'webserver.access.oidc.role-claim': setting(
    z.string().min(1).default('roles'),
    'Claim that lists the roles read, write and admin, also with the prefix `weir:`; dots select nested fields',
  ),
  'webserver.maximum-body-size': setting(
    bytesSetting.default(8 * 1024 * 1024),
    'Maximum size of a request body in bytes',
  ),
  'webserver.maximum-bodies-size': setting(
    bytesSetting.default(64 * 1024 * 1024),
    'Maximum total size in bytes of all request bodies that are being received',
  ),
  'webserver.body-timeout': setting(
    durationSetting(1).default(120_000),
    'Maximum time to receive a request body. Imports are exempt',
  ),
  'webserver.results-heartbeat': setting(
    durationSetting(1).default(10_000),
    'Idle time after which a results stream sends a heartbeat',
  ),
  'webserver.results-stall-limit': setting(
    durationSetting(1).default(30_000),
    'Time after which a client that reads nothing from a results stream is disconnected; until then it delays the stream',
  ),
  'results.keep-count': setting(
    integerSetting(0).default(10_000),
    'Number of results per standing query that are kept for clients that reconnect',
  ),
  'results.keep-time': setting(
    durationSetting(0).default(3_600_000),
    'Maximum time for which these results are kept',
  ),
  'outputs.dead-letter-maximum-size': setting(
    bytesSetting.default(128 * 1024 * 1024),
    'Maximum size in bytes of the dead letters of an output; beyond it the output waits',
  ),
  'webserver-advertise.address': setting(z.string().optional(), 'Host in links to this server'),
  'webserver-advertise.port': setting(integerSetting(1, 65_535).optional(), 'Port in links to this server'),
  'webserver-advertise.path': setting(z.string().optional(), 'Path in links to this server'),
  'webserver-advertise.use-tls': setting(booleanSetting.optional(), 'Whether links to this server use https'),
  'shard-count': setting(
    integerSetting(1, 1024).optional(),
    'Number of shards; cannot be changed for an existing data directory; default 4',
  ),
  workers: setting(
    integerSetting(0, 1024).optional(),
    'Number of worker threads that host the shards; default one per core; 0 runs everything in one thread',
  ),
  'worker-turn-limit': setting(
    durationSetting(100).default(30_000),
    'Processor time after which a worker that makes no progress is considered stuck and replaced; for a worker that uses no processor, the same limit applies to elapsed time',
  ),
  'worker-heap-limit': setting(
    bytesSetting.optional(),
    'Heap limit of each worker in bytes; a worker that exceeds it is replaced; default: its share of 70 % of the memory',
  ),
  'standing-state-warning': setting(
    integerSetting(1).default(1_000_000),
    'Number of states, rows and results of a standing query on one worker at which the log warns, and again each time it ' +
      'doubles',
  ),
  extensions: setting(
    listSetting.default([]),
    'Modules that add functions, procedures, sources, formats, destinations and stores: files relative to the working directory, packages installed there, or URLs',
  ),
  'store.type': setting(
    storeTypeSetting,
    'Where the graph is stored: embedded uses a directory on disk; cassandra uses a keyspace; logged uses a ' +
      'directory and a log on NATS servers, which other processes follow; memory is lost when the process ends; empty stores nothing, so a node that goes to sleep is lost',
  ),
  'store.options': setting(
    z.record(z.string(), z.unknown()).default({}),
    'Options of a store from an extension',
  ),
  'store.filepath': setting(z.string().min(1).default('weir-data'), 'The data directory'),
  'store.sync-all-writes': setting(
    booleanSetting.default(false),
    'Whether each write waits until it is on disk, so that acknowledged writes also survive a power failure',
  ),
  'store.check-files': setting(
    booleanSetting.default(true),
    'Whether all files of the data directory are verified against their checksums at startup; otherwise only their sizes are',
  ),
  'store.open-files': setting(
    integerSetting(16, 100_000).default(1000),
    'Maximum number of open files per shard, 2 MiB each; they count as resident memory while the system has memory to spare',
  ),
  'store.snapshot-interval': setting(
    bytesSetting.default(256 * 1024 * 1024),
    'With store.type logged: length in bytes of the log of a shard after which a snapshot of the shard is stored, so that older parts of the log can be removed; a larger snapshot waits for a log of its own length',
  ),
  'store.known-ids-maximum-size': setting(
    bytesSetting.default(256 * 1024 * 1024),
    'Maximum size in bytes of the known-id filter of each shard; beyond it, more and more new nodes cost a read from the store',
  ),
  ...SNAPSHOT_SETTINGS,
  ...CASSANDRA_SETTINGS,
  ...CLUSTER_SETTINGS,
  'in-memory-soft-node-limit': setting(
    integerSetting(1).nullable().default(100_000),
    'Number of awake nodes per shard above which nodes are put to sleep',
  ),
  'in-memory-hard-node-limit': setting(
    integerSetting(1).nullable().default(750_000),
    'Number of awake nodes per shard at which no node is woken until others sleep; must be above the soft limit',
  ),
  'should-resume-ingest': setting(
    booleanSetting.default(true),
    'Whether ingest streams that were running resume after a restart; otherwise they wait in the state Restored',
  ),
  'ingest-resume.from': setting(
    z.enum(['position', 'beginning']).default('position'),
    'Where ingest streams resume after a restart: at their last position, or at the beginning of the source',
  ),
  'ingest-resume.save-every': setting(
    durationSetting(1).default(1_000),
    'Interval at which the position of an ingest stream is stored; about that much is ingested again after a crash',
  ),
  'file-ingest.allowed-directories': setting(
    listSetting.default(['.']),
    'Directories whose files may be ingested, without their subdirectories',
  ),
  'file-ingest.resolution-mode': setting(
    z.enum(['dynamic', 'static']).default('dynamic'),
    'static allows only files that existed at startup',
  ),
  'cypher.load-from-web': setting(
    booleanSetting.default(true),
    'Whether LOAD CSV and loadJsonLines may open http and https URLs; for files, the file-ingest settings apply',
  ),
  'cypher.limits.steps': setting(
    integerSetting(1).optional(),
    'Maximum number of elements that a query may create, read or compare for one row; default 50,000,000',
  ),
  'cypher.limits.bytes': setting(
    bytesSetting.optional(),
    'Approximate maximum memory of a query in bytes; default 1 GiB, at most a quarter of the heap of its thread',
  ),
  'cypher.limits.depth': setting(
    integerSetting(1, 1000).optional(),
    'Maximum nesting depth of lists and maps in a value of a query; default 1,000',
  ),
  'cypher.limits.string-length': setting(
    integerSetting(1, 2 ** 28).optional(),
    'Maximum length of a string in characters, or of a byte array in bytes, that a query creates; default 16,777,216',
  ),
  'cypher.limits.list-length': setting(
    integerSetting(1, 2 ** 26).optional(),
    'Maximum number of elements of a list, or entries of a map, that a query creates; default 10,000,000',
  ),
  'cypher.limits.inner-queries': setting(
    integerSetting(0, 64).optional(),
    'Maximum nesting depth of queries run by cypher.doIt, cypher.do.case, cypher.runTimeboxed and do.when; default 16',
  ),
  'cypher.limits.time': setting(
    durationSetting(1).default(300_000),
    'Time limit of a query whose REST request has no timeout; queries over a WebSocket have no limit',
  ),
  'cypher.limits.row-length': setting(
    integerSetting(1, 2 ** 29 - 25).default(67_108_864),
    'Maximum length of one result row in characters of JSON; the response as a whole has no limit',
  ),
  'outgoing.allow': setting(
    listSetting.default([]),
    'Hosts, addresses and networks that queries, outputs and sources may always connect to, except those in outgoing.deny',
  ),
  'outgoing.deny': setting(
    listSetting.default([]),
    'Hosts, addresses and networks that they may never connect to',
  ),
  'outgoing.loopback': setting(
    booleanSetting.optional(),
    'Whether they may connect to this machine; default: only if the server accepts connections from this machine alone and needs no token',
  ),
  'outgoing.private': setting(booleanSetting.default(true), 'Whether they may connect to private networks'),
  'file-output.allowed-directories': setting(
    listSetting.default(['.']),
    'Directories in which outputs may write files, including subdirectories but never the data directory',
  ),
  'default-api-version': setting(
    z.enum(['v1', 'v2']).default('v2'),
    'The API version that is announced at startup, for new clients',
  ),
  'ignore-unknown-settings': setting(
    booleanSetting.default(false),
    'Whether to start despite settings that are unknown or have no effect; the log names each',
  ),
  'tracing.endpoint': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'OTLP over HTTP endpoint for traces, such as http://127.0.0.1:4318/v1/traces; default: no tracing',
  ),
  'tracing.headers': secretSetting(
    listSetting.default([]),
    'HTTP headers for the tracing endpoint, as NAME=VALUE',
  ),
  'tracing.sample': setting(fractionSetting.default(1), 'Fraction of all traces that is sent, from 0 to 1'),
  'dump-config': setting(booleanSetting.default(false), 'Whether to print the configuration at startup'),
  'log-level': setting(logLevelSetting, 'Lowest level of log messages to show'),
  'log-format': setting(
    z.enum(LOG_FORMATS).default('text'),
    'Format of the log: lines of text, or one JSON object per line',
  ),
  'log-levels': setting(
    logLevelsSetting,
    'Log levels of individual modules: service, http, access, ingest, outputs, graph',
  ),
  timeout: setting(
    durationSetting(1).default(120_000),
    'Maximum time of a graceful shutdown; then the process exits anyway',
  ),
  'shutdown.drain-timeout': setting(
    durationSetting(0).default(5_000),
    'How long a graceful shutdown waits for outputs to accept pending results, and then for outputs to deliver them',
  ),
  'id.type': setting(
    z.enum(ID_TYPES, { error: `expected ${ID_TYPES.join(', ')}` }).default('uuid'),
    'Type of node ids; cannot be changed for an existing data directory',
  ),
  'id.namespace': setting(
    z.preprocess(value => value ?? undefined, z.guid({ error: 'expected a UUID' }).optional()),
    'Namespace UUID of ids of types uuid-3 and uuid-5; default: all zeros',
  ),
  'id.partitioned': setting(
    booleanSetting.default(false),
    'Whether ids begin with a position, as locIdFrom creates them',
  ),
  'persistence.journal-enabled': setting(
    booleanSetting.default(true),
    'Whether every change is journaled; otherwise only snapshots are stored, without history',
  ),
  'persistence.snapshot-schedule': setting(
    scheduleSetting,
    'When a snapshot of a node is written: when the node goes to sleep and enough has changed, with every change, or never',
  ),
  'persistence.snapshot-singleton': setting(
    booleanSetting.default(false),
    'Whether only the latest snapshot of a node is kept, without history',
  ),
  'persistence.effect-order': setting(
    z.enum(['persistor-first', 'memory-first']).default('persistor-first'),
    'Handling of writes while the store fails: they fail (persistor-first) or wait until they are stored (memory-first)',
  ),
  'persistence.journal-retention': setting(
    durationSetting(1_000).nullable().default(null),
    'How far back in time queries can read; older history is merged into snapshots; null keeps everything',
  ),
  ...BOLT_SETTINGS,
  ...IDLE_SETTINGS,
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingKey = keyof typeof SETTINGS;

export type Config = { readonly [K in SettingKey]: z.output<(typeof SETTINGS)[K]['schema']> };

/** Returns the environment variable of a key. */
export function environmentName(key: string): string {
  return 'WEIR_' + key.replaceAll(/[.-]/g, '_').toUpperCase();
}
