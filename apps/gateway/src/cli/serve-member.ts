/** The service as one of several processes that share a graph. */
import { hostname } from 'node:os';
import { startDirectoryThread } from '@weir/cluster-nats';
import { sourceLender } from '@weir/streams';
import { OutgoingPolicy, type WeirError } from '@weir/platform';
import {
  checkSnapshots,
  lendWorkers,
  LogCopies,
  prepareWorkers,
  type PreparedWorkers,
  sharedHeapBytes,
} from '@weir/runtime';
import { DIRECTORY_ENTRY, directoryAccess } from '../cluster/directory-access.js';
import { CopyKeeper, type ShardsOfMembers } from '../cluster/copy-keeper.js';
import { freshText } from '../cluster/fresh-text.js';
import { GraphMember, nameOf } from '../cluster/graph-member.js';
import { LendingDoor } from '../cluster/lending-door.js';
import { MemberFront } from '../cluster/member-front.js';
import { reachMember } from '../cluster/member-offers.js';
import { namedFile } from '../config/named-file.js';
import { tlsOf } from '../http/tls-files.js';
import { WebServer } from '../http/web-server.js';
import { graphOptions } from '../open-configured-graph.js';
import { outgoingRules } from '../outgoing-rules.js';
import { filePolicies } from '../config/file-policies.js';
import { Weir, type WeirOptions } from '../weir.js';

interface ServedMember {
  readonly lost: Promise<WeirError>;
  stop(): Promise<void>;
}

/** Time that responses in flight have before their connections are closed. */
const ANSWER_GRACE_MILLIS = 3_000;
/** Default of `cluster.stall-patience`, in leases. */
const LEASES_OF_PATIENCE = 10;
/** Default of `cluster.directory-patience`, unless a lease is longer. */
const DIRECTORY_PATIENCE_MILLIS = 60_000;

/** Rejects as `Weir.start` does, and with `cluster.*`. */
export async function startMember(configured: WeirOptions): Promise<ServedMember> {
  const options = withHeapLimit(configured);
  const { config, environment, console, store } = options;
  const { scheduler } = environment;
  const access = directoryAccess(config);
  const authorities = config['cluster.authorities'];
  const trusted = authorities === undefined ? undefined : namedFile(authorities);
  const memberEnvironment = options.logs?.environmentOf('service', environment) ?? environment;
  // Here, because an owner or a spare would log the problem and retry.
  if (store.type === 'logged') await checkSnapshots(store, memberEnvironment);
  const files = await filePolicies(options);
  const web = await WebServer.listen(
    config['webserver.address'],
    config['webserver.port'],
    scheduler,
    tlsOf(config),
  );
  const leaseMillis = config['cluster.lease'];
  const opened = await startDirectoryThread({
    entry: DIRECTORY_ENTRY,
    data: access,
    stallMillis: config['cluster.stall-patience'] ?? LEASES_OF_PATIENCE * leaseMillis,
    environment: memberEnvironment,
  }).catch(async (error: unknown) => {
    await web.close(0);
    throw error;
  });
  const name =
    config['cluster.member'] ??
    `${hostname()
      .replaceAll(/[^\w-]/g, '-')
      .slice(0, 40)}-${process.pid}`;
  const { 'cluster.copies': copyCount, 'shard-count': shards } = config;
  const copies =
    store.type === 'logged'
      ? new LogCopies(
          { ...graphOptions(options), store, isPartial: copyCount !== undefined },
          memberEnvironment,
        )
      : undefined;
  let shardsOfMembers: ShardsOfMembers = new Map();
  const keeper =
    copies === undefined || copyCount === undefined || shards === undefined
      ? undefined
      : new CopyKeeper({
          name,
          shards,
          count: copyCount,
          copies,
          environment: memberEnvironment,
          members: () => shardsOfMembers,
        });
  const lender = lendWorkers({
    graph: graphOptions({ ...options, copies }),
    workers: config['cluster.lend-workers'],
    environment,
    sources: sourceLender({
      environment: options.logs?.environmentOf('ingest', environment) ?? environment,
      files: files.ingest,
      outgoing: new OutgoingPolicy(outgoingRules(config, options.recipe)),
      // No other member shares standard input.
      standardInput: () => process.stdin,
    }),
    reach: (target, signal) => reachMember(target, { trusted }, signal),
  });
  const key = freshText(environment.random);
  const door = new LendingDoor(web.upgrades, lender, config['cluster.lend-workers'], key, copies);
  const front = new MemberFront(web, { name, trusted, scheduler, door });
  // The directory decides which member owns the graph; the store must not wait for its last owner to fall silent.
  const taken = store.type === 'cassandra' ? { ...store, takeOver: true } : store;
  let prepared: PreparedWorkers | undefined = undefined;
  const member = new GraphMember({
    name,
    address: config['cluster.address'] ?? web.url,
    leaseMillis,
    patienceMillis: config['cluster.directory-patience'] ?? Math.max(DIRECTORY_PATIENCE_MILLIS, leaseMillis),
    storePatienceMillis: config['cluster.store-patience'],
    expectedWorkers: ((config['cluster.size'] ?? 1) - 1) * config['cluster.lend-workers'],
    directory: opened.directory,
    environment: memberEnvironment,
    front,
    copies,
    door,
    trusted,
    changed(members) {
      shardsOfMembers = new Map([...members].map(([id, { lends }]) => [nameOf(id), lends ?? {}]));
      keeper?.changed();
    },
    prepare() {
      lender.prepare();
      // A process that lends workers has threads for them already.
      if (prepared !== undefined || (config['cluster.lend-workers'] > 0 && store.type !== 'logged')) return;
      prepared = prepareWorkers(graphOptions(options), config['cluster.lend-workers']);
      void prepared.warmUp();
    },
    async unprepare() {
      await Promise.all([prepared?.close(), lender.unprepare()]);
      prepared = undefined;
    },
    async start(given, others, signal) {
      const threads = prepared;
      prepared = undefined;
      const unprepared = lender.unprepare();
      try {
        return await Weir.start({
          ...options,
          store: taken,
          prepared: threads,
          cluster: { front: given, ...others, copies, signal },
        });
      } finally {
        await Promise.all([threads?.close(), unprepared]);
      }
    },
  });
  console.line(`Member ${name}: Weir web server available at ${web.url}`);
  return {
    lost: member.failed,
    async stop() {
      keeper?.stop();
      await member.leave();
      // Requests that wait here go to the next owner, however long it takes to open the graph.
      await front.settled();
      await web.close(ANSWER_GRACE_MILLIS);
      member.stop();
      await lender.close();
      await opened.close();
    },
  };
}

/** The workers of a process that lends some may share its memory with those of an absent process. */
function withHeapLimit(options: WeirOptions): WeirOptions {
  const { config } = options;
  const others = config['cluster.lend-workers'];
  if (others === 0 || config['worker-heap-limit'] !== undefined) return options;
  const bytes = sharedHeapBytes(graphOptions(options), others);
  return { ...options, config: { ...config, 'worker-heap-limit': bytes } };
}
