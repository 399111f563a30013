/**
 * The whole service, from opening the graph to closing it. It starts from the data outwards, so that the state of an
 * earlier run is restored before new work arrives; it stops in reverse order.
 */
import type { RequestListener } from 'node:http';
import { IngestStreams } from '@weir/streams';
import { readSchema as schemaAt } from '@weir/formats/records';
import { type Environment, OutgoingPolicy, type WeirError } from '@weir/platform';
import { DeadLetterQueue, StandingOutputs } from '@weir/deliveries';
import type { ResultWriter } from '@weir/formats/kinds';
import {
  refuseWrongRecipe,
  runRecipe,
  type Recipe,
  type RecipeConsole,
  type RunningRecipe,
} from '@weir/recipes';
import type { StreamingGraph } from '@weir/contract';
import {
  isLasting,
  type StoreOptions,
  type PartitionCopies,
  type PreparedWorkers,
  type WorkerOffers,
} from '@weir/runtime';
import { deadLetterDirectories } from './config/dead-letter-directories.js';
import type { Config } from './config/settings.js';
import { Access } from './access/access.js';
import type { RequestTracing } from './tracing/request-tracing.js';
import { openTracing } from './tracing/tracing.js';
import { ModuleLogs } from './console/module-logs.js';
import { createApp } from './app.js';
import { openConfiguredGraph, setLimits, openTrialGraph } from './open-configured-graph.js';
import { RequestBodies } from './http/read-body.js';
import { ConversationSockets } from './sockets/conversation-sockets.js';
import { UploadSockets } from './sockets/upload-sockets.js';
import { ResultSockets } from './sockets/result-sockets.js';
import { StallBudget } from './responses/stall-budget.js';
import { Bolt } from './bolt/open-bolt.js';
import { advertisedUrl, exposureWarning } from './http/exposure.js';
import { serveHealth } from './http/health-server.js';
import { listenForWeb } from './http/listen-for-web.js';
import type { WebServer } from './http/web-server.js';
import { buildInfo } from './system/build-info.js';
import type { Membership } from './system/cluster-view.js';
import { outgoingRules } from './outgoing-rules.js';
import { configView, storeNameOf } from './system/config-view.js';
import { Counters } from './metrics/counters.js';
import { CypherQueries } from './graph/cypher-queries.js';
import { DebugNodes } from './graph/debug-nodes.js';
import { filePolicies, type FilePolicies } from './config/file-policies.js';
import { Metrics } from './metrics/metrics-report.js';
import { RandomWalks } from './graph/random-walks.js';
import { BUNDLED_RECIPES } from './recipe-gallery/bundled-recipes.js';
import { RecipeGallery } from './recipe-gallery/recipe-gallery.js';
import { recipeProbe } from './recipe-gallery/recipe-probe.js';
import { recipeTarget } from './recipe-gallery/recipe-services.js';
import type { Services } from './services.js';
import { StandingQueries } from './standing/standing-queries.js';
import { SharedScenes } from './ui/shared-scenes.js';
import { UiSettings } from './ui/ui-settings.js';

export interface WeirOptions {
  readonly config: Config;
  readonly store: StoreOptions;
  readonly environment: Environment;
  /** Default: everything is logged to the environment's logger. */
  readonly logs?: ModuleLogs;
  readonly workingDirectory: string;
  readonly recipe?: Recipe | undefined;
  /** The recipes that clients can start. Default: the bundled ones. */
  readonly recipeFolder?: string | undefined;
  /** Receives results of outputs that print. */
  readonly results: ResultWriter;
  /** Receives lines about the progress of the service. */
  readonly console: RecipeConsole;
  /** Present if several processes share the graph. */
  readonly cluster?: ClusterOptions;
  /** Threads for the graph's workers. */
  readonly prepared?: PreparedWorkers | undefined;
  /** Called when a client requests a graceful shutdown over the API. */
  readonly onShutdownRequest: () => void;
}

interface ClusterOptions extends Others {
  /** The web server exists before the graph, and after it. */
  readonly front: GraphFront;
  /** Copies of the graph that this process keeps while another process owns it. */
  readonly copies: PartitionCopies | undefined;
  /** Aborts the start until the graph is open. */
  readonly signal: AbortSignal;
}

/** Other processes that share the graph, and the workers that they lend. */
export interface Others {
  readonly offers: WorkerOffers;
  readonly membership: Membership;
}

/** Lets a graph answer requests to this process and to other members. */
export interface GraphFront {
  readonly web: WebServer;
  serve(app: RequestListener): void;
  /** Stops routing requests to the graph. Resolves when those in flight are answered or were closed. */
  drain(graceMillis: number): Promise<void>;
}

/** Time that responses in flight have before their connections are closed. */
const ANSWER_GRACE_MILLIS = 3_000;

interface TracedOptions extends WeirOptions {
  readonly tracing?: RequestTracing;
}

/** Where clients connect, and how they are recognized. */
interface Doors {
  readonly web: WebServer | undefined;
  readonly bolt: Bolt | undefined;
  readonly access: Access;
}

export class Weir {
  private readonly openStreams = new Set<{ close(): void }>();
  private recipe: RunningRecipe | undefined;
  private health: WebServer | undefined;
  private isStopping = false;

  private constructor(
    private readonly options: TracedOptions,
    private readonly graph: StreamingGraph,
    private readonly web: WebServer | undefined,
    readonly bolt: Bolt | undefined,
    private readonly access: Access,
    private readonly outputs: StandingOutputs,
    readonly services: Services,
  ) {}

  /** Address of the web server, when there is one. */
  get url(): string | undefined {
    return this.web?.url;
  }

  /** Resolves with the reason when the graph has failed permanently; only `stop` is useful then. */
  get lost(): Promise<WeirError> {
    return this.graph.admin.health.lost;
  }

  /** Rejects with `gateway.port-in-use`, `config.invalid`, `recipe.invalid` or `store.*`; then nothing stays open. */
  static async start(given: WeirOptions): Promise<Weir> {
    const { config, cluster } = given;
    const tracing = await openTracing(config, logsOf(given).loggerOf('service'));
    const options: TracedOptions =
      tracing === undefined ? given : { ...given, tracing, environment: { ...given.environment, tracing } };
    const { environment } = options;
    const access = Access.of(config);
    const web = cluster?.front.web ?? (await listenForWeb(config, environment));
    let bolt: Bolt | undefined;
    let graph: StreamingGraph | undefined;
    try {
      bolt = await Bolt.listen(config, access, logsOf(options).environmentOf('http', environment));
      const files = await filePolicies(options);
      graph = await openConfiguredGraph({
        ...options,
        offers: cluster?.offers,
        copies: cluster?.copies,
        signal: cluster?.signal,
        environment: logsOf(options).environmentOf('graph', environment),
      });
      const weir = await Weir.assemble(options, graph, { web, bolt, access }, files);
      // Before anything is started, including what an earlier run left.
      if (options.recipe) {
        await refuseWrongRecipe(options.recipe, recipeProbe(graph, weir.services.ingest, files.output));
      }
      await weir.begin();
      return weir;
    } catch (error) {
      await graph?.close();
      await bolt?.close(0);
      if (cluster === undefined) await web?.close(0);
      await tracing?.close();
      throw error;
    }
  }

  private static async assemble(
    options: TracedOptions,
    graph: StreamingGraph,
    { web, bolt, access }: Doors,
    files: FilePolicies,
  ): Promise<Weir> {
    const { config, environment } = options;
    const logs = logsOf(options);
    await setLimits(graph, config);
    const counters = new Counters();
    const outgoing = new OutgoingPolicy(outgoingRules(config, options.recipe));
    const readSchema = (where: string): Promise<Uint8Array> =>
      schemaAt(where, { files: files.ingest, outgoing });
    const letters = deadLetterDirectories(options.store, config);
    const outputs = new StandingOutputs({
      graph,
      outgoing,
      environment: logs.environmentOf('outputs', environment),
      files: files.output,
      readSchema,
      writer: options.results,
      closeMillis: config['shutdown.drain-timeout'],
      deadLetterDirectory: letters.results,
      deadLetterLimitBytes: config['outputs.dead-letter-maximum-size'],
    });
    const ingest = new IngestStreams({
      graph,
      outgoing,
      environment: logs.environmentOf('ingest', environment),
      files: files.ingest,
      resume: config['should-resume-ingest'],
      resumeFrom: config['ingest-resume.from'],
      savePositionMillis: config['ingest-resume.save-every'],
      setAsideDirectory: letters.records,
      openTrialGraph: () =>
        openTrialGraph({ ...options, environment: logs.environmentOf('ingest', environment) }),
      openDeadLetters: (stream, destinations) =>
        DeadLetterQueue.open(destinations, {
          stream,
          graph,
          environment: logs.environmentOf('ingest', environment),
          outgoing,
          readSchema,
          files: files.output,
          writer: options.results,
        }),
    });
    const http = logs.environmentOf('http', environment);
    const standing = new StandingQueries(graph, outputs);
    const ui = new UiSettings(graph.admin.metadata);
    const services: Services = {
      environment: http,
      logs,
      graph,
      ingest,
      standing,
      cypher: new CypherQueries(graph, config['cypher.limits.row-length'], config['cypher.limits.time']),
      outputs,
      outgoing,
      debug: new DebugNodes(graph),
      walks: new RandomWalks(graph, files.output, environment),
      ui,
      scenes: new SharedScenes(graph.admin.metadata, environment),
      recipes: new RecipeGallery({
        folder: options.recipeFolder ?? BUNDLED_RECIPES,
        startOption: options.recipe,
        metadata: graph.admin.metadata,
        ingest,
        standing,
        ui,
        probe: recipeProbe(graph, ingest, files.output),
        environment: http,
      }),
      metrics: new Metrics({ graph, ingest, outputs, counters, clock: environment.clock }),
      counters,
      boltConnections: () => bolt?.connections,
      build: buildInfo(process.env),
      host: { address: config['webserver.address'], port: web?.port ?? config['webserver.port'] },
      membership: options.cluster?.membership,
      storeName: storeNameOf(graph),
      configView: configView(config, graph, web?.port),
      shutdown: options.onShutdownRequest,
      unreadiness: () =>
        weir.isStopping
          ? 'Weir is shutting down'
          : (graph.admin.health.outage?.message ??
            graph.admin.health.storeTrouble?.message ??
            graph.admin.health.recoveryState),
    };
    const weir: Weir = new Weir(options, graph, web, bolt, access, outputs, services);
    return weir;
  }

  /** Restores what an earlier run left, then starts the recipe, then accepts requests. */
  private async begin(): Promise<void> {
    const { services, options, web } = this;
    const { config, console, environment } = options;
    await services.standing.restore();
    // Not earlier: the outputs receive what nodes find while they resynchronize.
    void this.graph.admin.recover();
    await services.ui.restore();
    await services.ingest.restore();
    await services.recipes.restore();
    console.line('Graph is ready');
    if (options.recipe) {
      this.recipe = await runRecipe(options.recipe, {
        target: recipeTarget(services),
        console,
        environment,
        webAddress: web?.url,
      });
    }
    this.bolt?.serve(services.cypher, line => console.line(line));
    if (!web) return;
    const { logs } = services;
    const sockets = {
      upgrades: web.upgrades,
      heartbeatMillis: config['webserver.results-heartbeat'],
      open: this.openStreams,
    };
    const app = createApp(services, {
      logger: services.environment.logger,
      tracing: options.tracing,
      accessLog: {
        logger: logs.loggerOf('access'),
        clock: environment.clock,
        isOn: () => logs.shows('access', 'info'),
      },
      access: this.access,
      isSecure: web.isSecure,
      requestsPerMinute: config['webserver.requests-per-minute'],
      maximumBodySize: config['webserver.maximum-body-size'],
      bodies: new RequestBodies({
        totalBytes: Math.max(config['webserver.maximum-bodies-size'], config['webserver.maximum-body-size']),
        timeLimitMillis: config['webserver.body-timeout'],
        scheduler: environment.scheduler,
      }),
      allowedOrigins: config['webserver.allowed-origins'],
      hosts: {
        isLocal: web.isLocal,
        allowedHosts: config['webserver.allowed-hosts'],
        advertisedHost: config['webserver-advertise.address'],
      },
      conversations: new ConversationSockets(environment, sockets),
      uploads: new UploadSockets(environment, sockets),
      resultSockets: new ResultSockets(services, sockets),
      resultStreams: {
        heartbeatMillis: config['webserver.results-heartbeat'],
        stalls: new StallBudget(config['webserver.results-stall-limit'], environment),
        open: this.openStreams,
      },
    });
    (this.options.cluster?.front ?? web).serve(app);
    if (config['webserver.use-mtls.health-endpoints.enabled']) {
      const port = config['webserver.use-mtls.health-endpoints.port'];
      this.health = await serveHealth(port, environment.scheduler, app);
      console.line(`Health endpoints available at ${this.health.url}`);
    }
    const isExposed = !web.isLocal && !web.knowsClients && this.access.isOpen;
    if (isExposed) for (const line of exposureWarning(config['webserver.address'])) console.line(line);
    console.line(`Weir web server available at ${advertisedUrl(config, web)}`);
    console.line(`Default API version: ${config['default-api-version']}`);
  }

  /**
   * Stops ingesting records, delivers pending results, answers requests in flight and makes everything durable. Prints
   * its progress.
   */
  async stop(): Promise<void> {
    const { console } = this.options;
    this.isStopping = true;
    this.recipe?.stop();
    // Records in flight may wait until results are consumed. Consumers get limited time for that; then they are
    // removed, so that the records can finish.
    const ingestClosed = this.services.ingest.close().then(() => console.line('Ingest has stopped'));
    await this.inGrace(ingestClosed.then(() => this.services.standing.resultsTaken()));
    const left = this.services.standing.waitingResults;
    if (left > 0) {
      const fate = isLasting(this.options.store) ? 'will be delivered after the next start' : 'are lost';
      console.line(`${left} results were not accepted by their outputs in time and ${fate}`);
    }
    for (const stream of this.openStreams) stream.close();
    await this.services.walks.stop();
    await this.outputs.close();
    console.line('Outputs are closed');
    await ingestClosed;
    const front = this.options.cluster?.front;
    const boltClosed = this.bolt?.close(ANSWER_GRACE_MILLIS);
    await (front === undefined ? this.web?.close(ANSWER_GRACE_MILLIS) : front.drain(ANSWER_GRACE_MILLIS));
    await boltClosed;
    await this.health?.close(0);
    this.services.metrics.stop();
    await this.graph.close();
    console.line('The graph is closed');
    await this.options.tracing?.close().catch(() => undefined);
  }

  /** Waits for `work`, but no longer than the grace period of results. */
  private inGrace(work: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.options.environment.scheduler.after(this.drainMillis, resolve);
      work.then(resolve, reject).finally(cancel);
    });
  }

  private get drainMillis(): number {
    return this.options.config['shutdown.drain-timeout'];
  }
}

function logsOf({ logs, environment }: WeirOptions): ModuleLogs {
  const everything = { level: 'debug', modules: {} } as const;
  return (
    logs ?? new ModuleLogs((level, _, ...message) => environment.logger.log(level, ...message), everything)
  );
}
