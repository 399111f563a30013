// Made by `npm run client-types`; not to be edited.
// e1bf4a2c259a6bcc5bae6985bbca8c33f6f380a8efde750c088048ba86976571
export interface paths {
  '/api/v2/graph/{graph}/ingests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List ingest streams */
    get: operations['list-ingests'];
    put?: never;
    /**
     * Create and start an ingest stream
     * @description The ingest query runs once per record, with the record bound to `$that`.
     */
    post: operations['create-ingest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/ingests:dryRun': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try an ingest stream
     * @description Reads the first records as a new stream would, and runs the query on them in a graph of its own, which is empty and thrown away afterwards. Nothing is committed, acknowledged or deleted where the records come from. Not of standard input, named pipes, webhooks and uploads.
     */
    post: operations['dry-run-ingest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/ingests/{ingestName}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Status of one ingest stream */
    get: operations['get-ingest-status'];
    put?: never;
    post?: never;
    /**
     * Stop and remove an ingest stream
     * @description Answers when the stream has stopped, with its last status. What it wrote stays.
     */
    delete: operations['delete-ingest'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/ingests/{ingestName}:push': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Push records to an ingest stream
     * @description The body is cut into records as the format of the stream says, whatever its Content-Type. Answers when all that could be read is durable. Of a stream whose source is a Webhook.
     */
    post: operations['push-to-ingest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/ingests/{ingestName}:upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Send a file to an ingest stream, over a WebSocket
     * @description Messages are the bytes of the file, in pieces of up to 16 MiB; an empty message ends it. The service answers in JSON: `Ready`; `Progress` with `bytes`, `accepted` and `rejectedCount` about every second; `Complete` with `accepted`, `rejectedCount` and `rejected` when all that could be read is durable, or `Failed` with `code` and `message`. Of a stream whose source is a WebSocketFileUpload.
     */
    get: operations['upload-to-ingest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/ingests/{ingestName}:pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pause an ingest stream */
    post: operations['pause-ingest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/ingests/{ingestName}:resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Resume an ingest stream */
    post: operations['resume-ingest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List standing queries */
    get: operations['list-standing-queries'];
    put?: never;
    /** Register a standing query */
    post: operations['create-standing-query'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries:propagate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Show all standing queries to the nodes that were there before them */
    post: operations['propagate-standing-queries'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Status of one standing query */
    get: operations['get-standing-query-status'];
    /**
     * Replace the pattern of a standing query
     * @description The new pattern is evaluated on the whole graph, sleeping nodes too; writers wait while both are compared. Only the difference is reported: cancellations of rows that only the old pattern has, matches of rows that only the new one has. Name, id, outputs, streams of results and all other settings stay. A pattern that does not compile changes nothing.
     */
    put: operations['replace-standing-query'];
    post?: never;
    /** Cancel a standing query */
    delete: operations['delete-standing-query'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}:explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Its pattern nodes and states; with a node, why that does or does not match
     * @description Wakes no node. Of a query from before the last start, states are counted in the background when the query as a whole is first explained; until that is done `counting` says how far it is. With a node named, only that one and the nodes around it are looked at.
     */
    post: operations['explain-standing-query'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}:audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compare results with the query run from scratch
     * @description For a sample of nodes with results and as many without, which are looked for among ten times as many; nodes go on sleeping. With `whole`, or where the root of the pattern has no name, for all at once, which looks at every node. A difference is reported if it stays while other writes go on.
     */
    post: operations['audit-standing-query'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How its outputs do, also those that were made by version 1 of the API */
    get: operations['list-standing-query-outputs'];
    put?: never;
    /**
     * Add an output to a running standing query
     * @description It gets the results that come after it.
     */
    post: operations['create-standing-query-output'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs/{standingQueryOutputName}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove an output
     * @description One that this form of the API has no words for is not there for it.
     */
    delete: operations['delete-standing-query-output'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}:tap': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Results of a standing query, live
     * @description A WebSocket. Each frame is one JSON text; what the client sends is ignored. Of what waits for a client, the newest 256 are kept.
     */
    get: operations['sq-raw-tap'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs/{standingQueryOutputName}:tapPreEnrichment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What comes to the enrichment of an output, live
     * @description A WebSocket. Each frame is one JSON text; what the client sends is ignored. Of what waits for a client, the newest 256 are kept.
     */
    get: operations['sq-pre-enrichment-tap'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs/{standingQueryOutputName}:tap': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What goes to the destinations of an output, live
     * @description A WebSocket. Each frame is one JSON text; what the client sends is ignored. Of what waits for a client, the newest 256 are kept.
     */
    get: operations['sq-post-enrichment-tap'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs/{outputName}:redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver the dead letters of an output again
     * @description Answers when all have been tried. What fails again is among the dead letters again, to be tried another time.
     */
    post: operations['redeliver-dead-letters'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/cypher:query': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Cypher query */
    post: operations['query-cypher'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/cypher:queryNodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Cypher query that returns nodes */
    post: operations['query-cypher-nodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/cypher:queryEdges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Cypher query that returns edges */
    post: operations['query-cypher-edges'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/cypher:check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a query without running it
     * @description A query that is wrong is no error of the request: `diagnostics` tells what is wrong with it.
     */
    post: operations['check-query'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/cypher:complete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What may stand at a place of a query that is being written
     * @description Keywords that the grammar allows there, variables in sight, functions and procedures; labels, types of edges and names of properties that a sample of the nodes in memory has.
     */
    post: operations['complete-query'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/cypher:describe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What a word of a query is: the function or procedure of that name */
    post: operations['describe-word'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/query/ws': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run queries over a WebSocket
     * @description The client sends `RunQuery` and `CancelQuery`, each with a number of its choice; rows come in messages as they are found, several queries side by side.
     */
    get: operations['query-websocket'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/lsp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A language server for Cypher, over a WebSocket
     * @description The Language Server Protocol, version 3.17: each frame is one message of JSON-RPC, without a header. Diagnostics that the client asks for, completion, hover texts, semantic tokens; and `quine/queryKind`, which tells what the rows of a query hold. Nothing is run.
     */
    get: operations['lsp-websocket'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/algorithms/randomWalk/nodes/{nodeId}:generateRandomWalk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A random walk from a node
     * @description Edges are followed in both directions.
     */
    post: operations['generate-random-walk'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/algorithms/randomWalk:saveWalks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Random walks from every node, into a file
     * @description In the background. Each walk is a line: the node that it starts from, then what is told of each.
     */
    post: operations['save-random-walks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/systemInfo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Version of the service */
    get: operations['get-system-info'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Configuration in use, without secrets */
    get: operations['get-config'];
    put?: never;
    /** Configuration in use, without secrets */
    post: operations['get-config-by-post'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/liveness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Is the process alive? */
    get: operations['get-liveness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/readiness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Can the service take requests? */
    get: operations['get-readiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Keys of what is stored beside the graph
     * @description Values are base64 of JSON. Secrets are masked.
     */
    get: operations['get-metadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Counters, timers and gauges */
    get: operations['get-metrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/backpressure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where records and results wait now */
    get: operations['get-backpressure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/cluster': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which processes share the graph, and where its shards are */
    get: operations['get-cluster'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/shardSizeLimits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How many nodes may stay awake */
    get: operations['get-shard-sizes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change how many nodes may stay awake
     * @description Shards that are not named keep their limits.
     */
    patch: operations['update-shard-sizes'];
    trace?: never;
  };
  '/api/v2/system/nodes/{nodeIdSegment}:requestSleep': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask a node to sleep
     * @description Best effort: a node with work in flight declines.
     */
    post: operations['sleep-node'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system/logLevels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the log shows */
    get: operations['get-log-levels'];
    /**
     * Change what the log shows
     * @description Until the service ends; then the configuration holds again.
     */
    put: operations['put-log-levels'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/system:shutdown': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stop the service gracefully */
    post: operations['initiate-shutdown'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/hashCode': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A number that two graphs with the same nodes and edges share
     * @description Looks at every node. Of the empty graph it is 0.
     */
    get: operations['get-graph-hash-code'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/queryUi/sampleQueries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List sample queries */
    get: operations['list-sample-queries'];
    /** Replace the sample queries */
    put: operations['replace-sample-queries'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/queryUi/quickQueries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List quick queries */
    get: operations['list-quick-queries'];
    /** Replace the quick queries */
    put: operations['replace-quick-queries'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/queryUi/nodeAppearances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List node appearances */
    get: operations['list-node-appearances'];
    /** Replace the node appearances */
    put: operations['replace-node-appearances'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/graph/{graph}/queryUi/tapQueries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List tap queries */
    get: operations['list-tap-queries'];
    /**
     * Replace the tap queries
     * @description Each has to compile, and may only read; otherwise nothing is replaced.
     */
    put: operations['replace-tap-queries'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/recipes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the recipes that come with the program */
    get: operations['list-recipes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/recipes/{recipeName}:start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a recipe
     * @description Makes its standing queries and ingest streams, and puts its looks and queries in front of those that are there. Names of a recipe of version 1 begin with the name of the recipe. Nothing is made when anything in it is wrong, or a name is taken.
     */
    post: operations['start-recipe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/recipes/{recipeName}:stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a recipe
     * @description Removes the ingest streams, standing queries, looks and queries that starting it made, also when that was before a restart. What was changed since or made anew stays, and so does what its streams wrote to the graph. A recipe that the program was started with is not stopped.
     */
    post: operations['stop-recipe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/debug/nodes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Properties and edges of a node
     * @description Labels are not shown. A node that nothing was written to has nothing.
     */
    get: operations['get-node'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/debug/nodes/{id}/props': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One property of a node */
    get: operations['get-node-property'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/debug/nodes/{id}/edges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Edges of a node */
    get: operations['list-node-edges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/debug/nodes/{id}/verbose': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All that is known of a node
     * @description For people: its form may change.
     */
    get: operations['get-node-verbose'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    IngestInfoV2: {
      name: string;
      /** @enum {string} */
      status: 'RUNNING' | 'PAUSED' | 'RESTORED' | 'COMPLETED' | 'TERMINATED' | 'FAILED';
      /** @description What went wrong, for a stream that failed; what keeps the source from reading, for one that runs */
      message?: string;
      /** @description What may be wrong with it: its query may scan all nodes, say */
      warnings?: string[];
      /** @description The definition with all defaults filled in */
      settings: {
        name: string;
        source: components['schemas']['IngestSource'];
        /** @description Ingest query in Cypher, run once per record */
        query: string;
        /**
         * @description Name of the query parameter that carries the record
         * @default that
         */
        parameter?: string;
        /** @description A function that makes another value of each record before the query gets it */
        transformation?: {
          /** @enum {string} */
          type: 'JavaScript';
          /** @example that => ({ ...that, read: true }) */
          function: string;
        };
        /**
         * Format: int32
         * @description Ingest queries of this stream that run at once
         * @default 16
         */
        parallelism?: number;
        /**
         * Format: int32
         * @description Records per second; absent: no limit
         */
        maxPerSecond?: number;
        /**
         * @description A record that can not be read is passed over, after what this says
         * @default {}
         */
        onRecordError?: {
          /** @description A record that can not be read is read again, after pauses that get longer */
          retrySettings?: {
            /**
             * Format: int32
             * @description Milliseconds
             * @default 2000
             */
            minBackoff?: number;
            /**
             * Format: int32
             * @description Seconds
             * @default 20
             */
            maxBackoff?: number;
            /** @default 0.2 */
            randomFactor?: number;
            /**
             * Format: int32
             * @default 6
             */
            maxRetries?: number;
          };
          /**
           * @description A record for which the query fails counts as one that can not be read; otherwise the stream fails. Always so where records are pushed
           * @default false
           */
          includeQueryFailures?: boolean;
          /**
           * @description Warn of records that can not be read
           * @default true
           */
          logRecord?: boolean;
          /**
           * @description Each record that can not be read goes to all of these
           * @default {}
           */
          deadLetterQueueSettings?: {
            /** @default [] */
            destinations?: components['schemas']['IngestDeadLetterDestination'][];
          };
        };
        /**
         * @default {
         *       "type": "LogStreamError"
         *     }
         */
        onStreamError?:
          | {
              /** @enum {string} */
              type: 'LogStreamError';
            }
          | {
              /** @enum {string} */
              type: 'RetryStreamError';
              /** Format: int32 */
              retryCount: number;
              /**
               * @default 31s
               * @example 10s
               */
              within?: string;
              /**
               * @default 10s
               * @example 10s
               */
              minBackoff?: string;
              /**
               * @default 10s
               * @example 10s
               */
              maxBackoff?: string;
            };
      };
      stats: {
        /** @description Records done since the stream was created, over restarts, those that did not parse included. What a sender that keeps the position itself gives a second time counts a second time */
        ingestedCount: number;
        rates: components['schemas']['RatesSummary'];
        byteRates: components['schemas']['RatesSummary'];
        /** @description ISO 8601, UTC: when it was created, or brought back by this process */
        startTime: string;
        /**
         * @description A duration since startTime; stands still once the stream ended
         * @example 1h30s
         */
        totalRuntime: string;
        /** @description Bad records that were skipped */
        rejectedCount: number;
        /** @description Records read: those beyond `ingestedCount` are under way */
        readCount: number;
        /** @description Records that the sender has and that are not durable here, where it says: Kafka, NATS and SQS do */
        lag?: number;
        /** @description How far behind its end the stream is read, in milliseconds, where it says: Kinesis does */
        behindMillis?: number;
        /** @description How far a source that ends is read. Absent where no end is known, and for streams that ended before the last start */
        progress?: {
          /** @enum {string} */
          unit: 'bytes' | 'records';
          /** @description Read so far; the last of them may be under way */
          done: number;
          /** @description Bytes of the file or object, or the limit of records */
          total: number;
        };
      };
    };
    IngestSource:
      | {
          /** @enum {string} */
          type: 'File';
          format: components['schemas']['IngestFileFormat'];
          /** @description File on the host of the service */
          path: string;
          /**
           * @description Absent: as the path turns out to be
           * @enum {string}
           */
          fileIngestMode?: 'REGULAR' | 'NAMED_PIPE';
          /**
           * Format: int32
           * @description Bytes; a longer record fails the stream. Default: 134217728
           */
          maximumLineSize?: number;
          /**
           * Format: int64
           * @description Records to pass over first
           * @default 0
           */
          startOffset?: number;
          /**
           * Format: int64
           * @description Records to take at most
           */
          limit?: number;
          /**
           * @description Encoding of the text
           * @default UTF-8
           * @example UTF-8
           */
          characterEncoding?: string;
          /**
           * @description Undone to the whole file, in this order, before it is cut
           * @default []
           */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
        }
      | {
          /** @enum {string} */
          type: 'StdInput';
          format: components['schemas']['IngestFileFormat'];
          /**
           * Format: int32
           * @description Bytes; a longer record fails the stream. Default: 134217728
           */
          maximumLineSize?: number;
          /**
           * @description Encoding of the text
           * @example UTF-8
           */
          characterEncoding: string;
        }
      | {
          /** @enum {string} */
          type: 'NumberIterator';
          /**
           * Format: int64
           * @description The first number
           * @default 0
           */
          startOffset?: number;
          /**
           * Format: int64
           * @description How many numbers; absent: without end
           */
          limit?: number;
        }
      | {
          /** @enum {string} */
          type: 'ServerSentEvent';
          format: components['schemas']['IngestStreamingFormat'];
          /** @description An http or https address; passwords and tokens in it never come back out */
          url: string;
          /**
           * @description Undone to each record, in this order
           * @default []
           */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
        }
      | {
          /** @enum {string} */
          type: 'WebsocketClient';
          format: components['schemas']['IngestStreamingFormat'];
          /** @description A ws or wss address */
          url: string;
          /** @description Sent when the connection is there */
          initMessages: string[];
          /**
           * @default {
           *       "type": "PingPongInterval",
           *       "interval": 5000
           *     }
           */
          keepAlive?:
            | {
                /** @enum {string} */
                type: 'PingPongInterval';
                /**
                 * @default 5s
                 * @example 10s
                 */
                interval?: string;
              }
            | {
                /** @enum {string} */
                type: 'SendMessageInterval';
                message: string;
                /**
                 * @default 5s
                 * @example 10s
                 */
                interval?: string;
              }
            | {
                /** @enum {string} */
                type: 'NoKeepalive';
              };
          /**
           * @description Encoding of the text
           * @example UTF-8
           */
          characterEncoding: string;
          /**
           * @description However a connection ends, a new one follows, after pauses that get longer; `initMessages` are sent again
           * @default false
           */
          reconnect?:
            | boolean
            | {
                /**
                 * @default 1s
                 * @example 10s
                 */
                minBackoff?: string;
                /**
                 * @default 1m
                 * @example 10s
                 */
                maxBackoff?: string;
                /**
                 * Format: int32
                 * @description Tries in a row without a connection, after which the source fails; absent: no limit
                 */
                maxTries?: number;
              };
        }
      | {
          /** @enum {string} */
          type: 'NatsJetStream';
          format: components['schemas']['IngestStreamingFormat'];
          /**
           * @description host:port; they are tried in this order
           * @example [
           *       "localhost:4222"
           *     ]
           */
          servers: string[];
          credentials?:
            | {
                /** @enum {string} */
                type: 'UserPassword';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'Token';
                /** @description Never comes back out */
                token: string;
              }
            | {
                /** @enum {string} */
                type: 'NKey';
                /** @description Never comes back out */
                seed: string;
              }
            | {
                /** @enum {string} */
                type: 'CredentialsFile';
                /** @description Never comes back out */
                content: string;
              };
          /** @description Given: only over TLS */
          tls?: {
            /** @description PEM: who may sign certificates; absent: whom Node trusts */
            ca?: string;
            /** @description PEM, the text itself */
            cert?: string;
            /** @description Never comes back out */
            key?: string;
            /** @default false */
            handshakeFirst?: boolean;
          };
          /** @description Of JetStream */
          domain?: string;
          /** @description Of JetStream, where the messages are */
          stream: string;
          /** @description A durable pull consumer; it is made if it is not there. Default: the name of the stream */
          consumer?: string;
          /**
           * @description Of a consumer that is made here; empty: all of the stream
           * @default []
           */
          filterSubjects?: string[];
          /**
           * @description Where a consumer that is made here begins
           * @default ALL
           * @enum {string}
           */
          deliverPolicy?: 'ALL' | 'NEW' | 'LAST' | 'LAST_PER_SUBJECT';
          /**
           * Format: int64
           * @description Where it begins, in place of deliverPolicy
           */
          startSequence?: number;
          /**
           * @description So long after its reader was gone a message is delivered again
           * @default 30s
           * @example 10s
           */
          ackWait?: string;
          /**
           * Format: int32
           * @description Messages at most that were delivered and are not durable here
           * @default 10000
           */
          maxAckPending?: number;
          /**
           * @description Undone to each record, in this order
           * @default []
           */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
        }
      | {
          /** @enum {string} */
          type: 'PostgresChanges';
          /**
           * @default {
           *       "type": "Json"
           *     }
           */
          format?: {
            /** @enum {string} */
            type: 'Json';
          };
          /** @example localhost */
          host: string;
          /**
           * Format: int32
           * @default 5432
           */
          port?: number;
          database: string;
          /** @description A role with REPLICATION */
          username: string;
          /** @description Never comes back out */
          password?: string;
          /** @description Given: only over TLS */
          tls?: {
            /** @description PEM: who may sign certificates; absent: whom Node trusts */
            ca?: string;
            /** @description PEM, the text itself */
            cert?: string;
            /** @description Never comes back out */
            key?: string;
          };
          /** @description The replication slot; it is made if it is not there */
          slot: string;
          /** @description Which tables, and which of their changes */
          publication: string;
          /**
           * @description Of a publication that is made if it is not there; with or without a schema
           * @default []
           */
          tables?: string[];
          /**
           * @description The rows that the tables have first, each as a record of operation read; then the changes
           * @default false
           */
          snapshot?: boolean;
        }
      | {
          /** @enum {string} */
          type: 'Webhook';
          /** @description Bodies of Raw, Drop, Protobuf and Avro are one record each */
          format:
            | {
                /** @enum {string} */
                type: 'Line';
              }
            | {
                /** @enum {string} */
                type: 'JsonL';
              }
            | {
                /** @enum {string} */
                type: 'Json';
              }
            | {
                /** @enum {string} */
                type: 'CSV';
                /**
                 * @description true: the first row names the columns; a list: these are their names
                 * @default false
                 */
                headers?: boolean | string[];
                /**
                 * @default COMMA
                 * @enum {string}
                 */
                delimiter?: 'BACKSLASH' | 'COMMA' | 'SEMICOLON' | 'COLON' | 'TAB' | 'PIPE' | 'DOUBLE_QUOTE';
                /**
                 * @default DOUBLE_QUOTE
                 * @enum {string}
                 */
                quoteChar?: 'BACKSLASH' | 'COMMA' | 'SEMICOLON' | 'COLON' | 'TAB' | 'PIPE' | 'DOUBLE_QUOTE';
                /**
                 * @default BACKSLASH
                 * @enum {string}
                 */
                escapeChar?: 'BACKSLASH' | 'COMMA' | 'SEMICOLON' | 'COLON' | 'TAB' | 'PIPE' | 'DOUBLE_QUOTE';
              }
            | {
                /** @enum {string} */
                type: 'Raw';
              }
            | {
                /** @enum {string} */
                type: 'Drop';
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                /** @description A compiled descriptor set: a file, or an http or https address */
                schemaUrl: string;
                /** @description The message, with or without its package */
                typeName: string;
              }
            | {
                /** @enum {string} */
                type: 'Avro';
                /** @description A schema: a file, or an http or https address. With a registry: what records are read as, whatever they were written as */
                schemaUrl?: string;
                /** @description Each record begins with the number that its schema has there */
                schemaRegistry?: {
                  /**
                   * @description An http or https address
                   * @example http://localhost:8081
                   */
                  url: string;
                  username?: string;
                  /** @description Never comes back out */
                  password?: string;
                  /** @description Never comes back out */
                  bearerToken?: string;
                };
              };
        }
      | {
          /** @enum {string} */
          type: 'WebSocketFileUpload';
          format: components['schemas']['IngestFileFormat'];
        }
      | {
          /** @enum {string} */
          type: 'S3';
          format: components['schemas']['IngestFileFormat'];
          bucket: string;
          key: string;
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
          /** Format: int32 */
          maximumLineSize?: number;
          /** Format: int64 */
          startOffset: number;
          /** Format: int64 */
          limit?: number;
          characterEncoding: string;
          /** @default [] */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
        }
      | {
          /** @enum {string} */
          type: 'Kafka';
          format: components['schemas']['IngestStreamingFormat'];
          /** @description Names, or an object with the partitions of each */
          topics:
            | string[]
            | {
                [key: string]: number[];
              };
          /** @example localhost:9092 */
          bootstrapServers: string;
          groupId?: string;
          /**
           * @default PLAINTEXT
           * @enum {string}
           */
          securityProtocol?: 'PLAINTEXT' | 'SSL' | 'SASL_SSL' | 'SASL_PLAINTEXT';
          offsetCommitting?: {
            /** @enum {string} */
            type: 'ExplicitCommit';
            /**
             * Format: int64
             * @default 1000
             */
            maxBatch?: number;
            /**
             * @default 10s
             * @example 10s
             */
            maxInterval?: string;
            /**
             * Format: int32
             * @default 100
             */
            parallelism?: number;
            /** @default true */
            waitForCommitConfirmation?: boolean;
          };
          /**
           * @default LATEST
           * @enum {string}
           */
          autoOffsetReset?: 'LATEST' | 'EARLIEST' | 'NONE';
          /** @description Never comes back out */
          sslKeystorePassword?: string;
          /** @description Never comes back out */
          sslTruststorePassword?: string;
          /** @description Never comes back out */
          sslKeyPassword?: string;
          saslJaasConfig?:
            | {
                /** @enum {string} */
                type: 'PlainLogin';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'ScramLogin';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'OAuthBearerLogin';
                clientId: string;
                scope?: string;
                /** @description Never comes back out */
                clientSecret: string;
                tokenEndpointUrl?: string;
              };
          /** @default {} */
          kafkaProperties?: {
            [key: string]: string;
          };
          /** Format: int64 */
          endingOffset?: number;
          /** @default [] */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
        }
      | {
          /** @enum {string} */
          type: 'Kinesis';
          format: components['schemas']['IngestStreamingFormat'];
          streamName: string;
          shardIds?: string[];
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
          /**
           * @default {
           *       "type": "Latest"
           *     }
           */
          iteratorType?:
            | {
                /** @enum {string} */
                type: 'Latest';
              }
            | {
                /** @enum {string} */
                type: 'TrimHorizon';
              }
            | {
                /** @enum {string} */
                type: 'AtSequenceNumber';
                sequenceNumber: string;
              }
            | {
                /** @enum {string} */
                type: 'AfterSequenceNumber';
                sequenceNumber: string;
              }
            | {
                /** @enum {string} */
                type: 'AtTimestamp';
                /** Format: date-time */
                at: string;
              };
          /**
           * Format: int32
           * @default 3
           */
          numRetries?: number;
          /** @default [] */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
        }
      | {
          /** @enum {string} */
          type: 'KinesisKCL';
          kinesisStreamName: string;
          applicationName: string;
          format: components['schemas']['IngestStreamingFormat'];
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
          /**
           * @default {
           *       "type": "Latest"
           *     }
           */
          initialPosition?:
            | {
                /** @enum {string} */
                type: 'Latest';
              }
            | {
                /** @enum {string} */
                type: 'TrimHorizon';
              }
            | {
                /** @enum {string} */
                type: 'AtTimestamp';
                /** Format: int32 */
                year: number;
                /** Format: int32 */
                month: number;
                /** Format: int32 */
                date: number;
                /** Format: int32 */
                hourOfDay: number;
                /** Format: int32 */
                minute: number;
                /** Format: int32 */
                second: number;
              };
          /**
           * Format: int32
           * @default 3
           */
          numRetries?: number;
          /** @default [] */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
          schedulerSourceSettings?: {
            /** Format: int32 */
            bufferSize?: number;
            /** @example 10s */
            backpressureTimeout?: string;
          };
          checkpointSettings?: {
            /** @default false */
            disableCheckpointing?: boolean;
            /** Format: int32 */
            maxBatchSize?: number;
            /** @example 10s */
            maxBatchWait?: string;
          };
          advancedSettings?: {
            configsBuilder?: {
              tableName?: string;
              workerIdentifier?: string;
            };
            leaseManagementConfig?: {
              /** @example 10s */
              failoverTime?: string;
              /** @example 10s */
              shardSyncInterval?: string;
              cleanupLeasesUponShardCompletion?: boolean;
              ignoreUnexpectedChildShards?: boolean;
              /** Format: int32 */
              maxLeasesForWorker?: number;
              /** Format: int32 */
              maxLeaseRenewalThreads?: number;
              /** @enum {string} */
              billingMode?: 'PROVISIONED' | 'PAY_PER_REQUEST' | 'UNKNOWN_TO_SDK_VERSION';
              /** Format: int32 */
              initialLeaseTableReadCapacity?: number;
              /** Format: int32 */
              initialLeaseTableWriteCapacity?: number;
              /** Format: int32 */
              reBalanceThresholdPercentage?: number;
              /** Format: int32 */
              dampeningPercentage?: number;
              allowThroughputOvershoot?: boolean;
              disableWorkerMetrics?: boolean;
              maxThroughputPerHostKBps?: number;
              isGracefulLeaseHandoffEnabled?: boolean;
              /** @example 10s */
              gracefulLeaseHandoffTimeout?: string;
            };
            retrievalSpecificConfig?:
              | {
                  /** @enum {string} */
                  type: 'FanOutConfig';
                  consumerArn?: string;
                  consumerName?: string;
                  /** Format: int32 */
                  maxDescribeStreamSummaryRetries?: number;
                  /** Format: int32 */
                  maxDescribeStreamConsumerRetries?: number;
                  /** Format: int32 */
                  registerStreamConsumerRetries?: number;
                  /** @example 10s */
                  retryBackoff?: string;
                }
              | {
                  /** @enum {string} */
                  type: 'PollingConfig';
                  /** Format: int32 */
                  maxRecords?: number;
                  /** @example 10s */
                  retryGetRecordsAfter?: string;
                  /** Format: int32 */
                  maxGetRecordsThreadPool?: number;
                  /** @example 10s */
                  idleTimeBetweenReads?: string;
                };
            processorConfig?: {
              callProcessRecordsEvenForEmptyRecordList?: boolean;
            };
            coordinatorConfig?: {
              /** @example 10s */
              parentShardPollInterval?: string;
              skipShardSyncAtWorkerInitializationIfLeasesExist?: boolean;
              shardPrioritization?:
                | {
                    /** @enum {string} */
                    type: 'NoOpShardPrioritization';
                  }
                | {
                    /** @enum {string} */
                    type: 'ParentsFirstShardPrioritization';
                    /** Format: int32 */
                    maxDepth: number;
                  };
              /** @enum {string} */
              clientVersionConfig?: 'CLIENT_VERSION_CONFIG_COMPATIBLE_WITH_2X' | 'CLIENT_VERSION_CONFIG_3X';
            };
            lifecycleConfig?: {
              /** @example 10s */
              taskBackoffTime?: string;
              /** @example 10s */
              logWarningForTaskAfter?: string;
            };
            retrievalConfig?: {
              /** @example 10s */
              listShardsBackoffTime?: string;
              /** Format: int32 */
              maxListShardsRetryAttempts?: number;
            };
            metricsConfig?: {
              /** @example 10s */
              metricsBufferTime?: string;
              /** Format: int32 */
              metricsMaxQueueSize?: number;
              /** @enum {string} */
              metricsLevel?: 'NONE' | 'SUMMARY' | 'DETAILED';
              metricsEnabledDimensions?: (
                | 'OPERATION_DIMENSION_NAME'
                | 'SHARD_ID_DIMENSION_NAME'
                | 'STREAM_IDENTIFIER'
                | 'WORKER_IDENTIFIER'
              )[];
            };
          };
        }
      | {
          /** @enum {string} */
          type: 'SQS';
          format: components['schemas']['IngestStreamingFormat'];
          queueUrl: string;
          /**
           * Format: int32
           * @default 1
           */
          readParallelism?: number;
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
          /** @default true */
          deleteReadMessages?: boolean;
          /** @default [] */
          recordDecoders?: ('ZLIB' | 'GZIP' | 'BASE64' | 'ZSTD' | 'LZ4' | 'SNAPPY')[];
        }
      | {
          /** @enum {string} */
          type: 'ReactiveStream';
          format: components['schemas']['IngestStreamingFormat'];
          /**
           * @description The host to connect to
           * @example localhost
           */
          url: string;
          /** Format: int32 */
          port: number;
        }
      | {
          /** @enum {string} */
          type: 'DeltaSharingCdf';
          /**
           * @description Of the server, an http or https address, as profiles have it
           * @example https://sharing.example.org/delta-sharing
           */
          endpoint: string;
          auth:
            | {
                /** @enum {string} */
                type: 'BearerToken';
                /** @description Never comes back out */
                bearerToken: string;
              }
            | {
                /** @enum {string} */
                type: 'OAuthClientCredentials';
                tokenEndpoint: string;
                clientId: string;
                /** @description Never comes back out */
                clientSecret: string;
                scope?: string;
              }
            | {
                /** @enum {string} */
                type: 'CertificateAuth';
                clientId: string;
                certFile: string;
                /** @description Never comes back out */
                certFilePassword: string;
                certFileType?: string;
                certAlias?: string;
                keyAlias?: string;
                resourceUri: string;
                discoveryUrl: string;
                caCertPath?: string;
                /** @description Never comes back out */
                caCertPassword?: string;
              };
          shareName: string;
          schemaName: string;
          tableName: string;
          /**
           * Format: int64
           * @description The first version to read; absent: the one after the newest that is there at the start
           */
          startingVersion?: number;
          /**
           * @description All rows of the table first, as of startingVersion or as they are; then the changes after that
           * @default false
           */
          snapshotOnFirstRun?: boolean;
          /**
           * Format: int32
           * @description Between two questions for a new version
           * @default 10000
           */
          pollIntervalMs?: number;
          /**
           * Format: int32
           * @description Versions to ask for at once
           * @default 10
           */
          maxVersionsPerPoll?: number;
          /**
           * Format: int32
           * @default 30000
           */
          serverRequestTimeoutMs?: number;
          /**
           * Format: int32
           * @description For each file
           * @default 120000
           */
          parquetFetchTimeoutMs?: number;
          /**
           * Format: int32
           * @description Tries after one that failed, with pauses that get longer, before the source fails
           * @default 5
           */
          maxRetries?: number;
          /**
           * @description Versions that the server or their files can not give are passed over; else they end the stream
           * @default false
           */
          skipUnreadableVersions?: boolean;
          /**
           * Format: int32
           * @description Files to download at once
           * @default 3
           */
          parquetDownloadParallelism?: number;
          /**
           * @description How the server is to name files; absent: as it likes
           * @enum {string}
           */
          responseFormat?: 'parquet' | 'delta';
        };
    IngestFileFormat:
      | {
          /** @enum {string} */
          type: 'Line';
        }
      | {
          /** @enum {string} */
          type: 'JsonL';
        }
      | {
          /** @enum {string} */
          type: 'Json';
        }
      | {
          /** @enum {string} */
          type: 'CSV';
          /**
           * @description true: the first row names the columns; a list: these are their names
           * @default false
           */
          headers?: boolean | string[];
          /**
           * @default COMMA
           * @enum {string}
           */
          delimiter?: 'BACKSLASH' | 'COMMA' | 'SEMICOLON' | 'COLON' | 'TAB' | 'PIPE' | 'DOUBLE_QUOTE';
          /**
           * @default DOUBLE_QUOTE
           * @enum {string}
           */
          quoteChar?: 'BACKSLASH' | 'COMMA' | 'SEMICOLON' | 'COLON' | 'TAB' | 'PIPE' | 'DOUBLE_QUOTE';
          /**
           * @default BACKSLASH
           * @enum {string}
           */
          escapeChar?: 'BACKSLASH' | 'COMMA' | 'SEMICOLON' | 'COLON' | 'TAB' | 'PIPE' | 'DOUBLE_QUOTE';
        }
      | {
          /** @enum {string} */
          type: 'AvroContainer';
          /** @description What the values are read as; absent: as they are */
          schemaUrl?: string;
        }
      | {
          /** @enum {string} */
          type: 'Parquet';
        };
    IngestStreamingFormat:
      | {
          /** @enum {string} */
          type: 'Json';
        }
      | {
          /** @enum {string} */
          type: 'Raw';
        }
      | {
          /** @enum {string} */
          type: 'Drop';
        }
      | {
          /** @enum {string} */
          type: 'Protobuf';
          /** @description A compiled descriptor set: a file, or an http or https address */
          schemaUrl: string;
          /** @description The message, with or without its package */
          typeName: string;
        }
      | {
          /** @enum {string} */
          type: 'Avro';
          /** @description A schema: a file, or an http or https address. With a registry: what records are read as, whatever they were written as */
          schemaUrl?: string;
          /** @description Each record begins with the number that its schema has there */
          schemaRegistry?: {
            /**
             * @description An http or https address
             * @example http://localhost:8081
             */
            url: string;
            username?: string;
            /** @description Never comes back out */
            password?: string;
            /** @description Never comes back out */
            bearerToken?: string;
          };
        };
    IngestDeadLetterDestination:
      | {
          /** @enum {string} */
          type: 'HttpEndpoint';
          /** @description An http or https address; passwords and tokens in it never come back out */
          url: string;
          /**
           * Format: int32
           * @description Requests at once
           * @default 8
           */
          parallelism?: number;
          /**
           * @description Request headers; their values are secrets and never come back out
           * @default {}
           */
          headers?: {
            [key: string]: string;
          };
          /**
           * @default {
           *       "withInfoEnvelope": false
           *     }
           */
          outputFormat?: {
            /**
             * @description true: {frame, message}, and `decoded` where the record could be read
             * @default false
             */
            withInfoEnvelope?: boolean;
          };
        }
      | {
          /** @enum {string} */
          type: 'File';
          path: string;
        }
      | {
          /** @enum {string} */
          type: 'StandardOut';
        }
      | {
          /** @enum {string} */
          type: 'Kafka';
          topic: string;
          bootstrapServers: string;
          outputFormat:
            | {
                /** @enum {string} */
                type: 'Bytes';
              }
            | {
                /** @enum {string} */
                type: 'JSON';
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                schemaUrl: string;
                typeName: string;
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              };
          /** @description Never comes back out */
          sslKeystorePassword?: string;
          /** @description Never comes back out */
          sslTruststorePassword?: string;
          /** @description Never comes back out */
          sslKeyPassword?: string;
          saslJaasConfig?:
            | {
                /** @enum {string} */
                type: 'PlainLogin';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'ScramLogin';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'OAuthBearerLogin';
                clientId: string;
                scope?: string;
                /** @description Never comes back out */
                clientSecret: string;
                tokenEndpointUrl?: string;
              };
          /** @default {} */
          kafkaProperties?: {
            [key: string]: string;
          };
        }
      | {
          /** @enum {string} */
          type: 'NatsJetStream';
          /**
           * @description host:port; they are tried in this order
           * @example [
           *       "localhost:4222"
           *     ]
           */
          servers: string[];
          credentials?:
            | {
                /** @enum {string} */
                type: 'UserPassword';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'Token';
                /** @description Never comes back out */
                token: string;
              }
            | {
                /** @enum {string} */
                type: 'NKey';
                /** @description Never comes back out */
                seed: string;
              }
            | {
                /** @enum {string} */
                type: 'CredentialsFile';
                /** @description Never comes back out */
                content: string;
              };
          /** @description Given: only over TLS */
          tls?: {
            /** @description PEM: who may sign certificates; absent: whom Node trusts */
            ca?: string;
            /** @description PEM, the text itself */
            cert?: string;
            /** @description Never comes back out */
            key?: string;
            /** @default false */
            handshakeFirst?: boolean;
          };
          /** @description Of JetStream */
          domain?: string;
          /** @description Of a stream of JetStream, without wildcards */
          subject: string;
          outputFormat:
            | {
                /** @enum {string} */
                type: 'Bytes';
              }
            | {
                /** @enum {string} */
                type: 'JSON';
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                schemaUrl: string;
                typeName: string;
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              };
        }
      | {
          /** @enum {string} */
          type: 'Kinesis';
          streamName: string;
          outputFormat:
            | {
                /** @enum {string} */
                type: 'Bytes';
              }
            | {
                /** @enum {string} */
                type: 'JSON';
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                schemaUrl: string;
                typeName: string;
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              };
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
          /** Format: int32 */
          kinesisParallelism?: number;
          /** Format: int32 */
          kinesisMaxBatchSize?: number;
          /** Format: int32 */
          kinesisMaxRecordsPerSecond?: number;
          /** Format: int32 */
          kinesisMaxBytesPerSecond?: number;
        }
      | {
          /** @enum {string} */
          type: 'ReactiveStream';
          /** Format: int32 */
          port: number;
          /** @default localhost */
          address?: string;
          outputFormat:
            | {
                /** @enum {string} */
                type: 'Bytes';
              }
            | {
                /** @enum {string} */
                type: 'JSON';
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                schemaUrl: string;
                typeName: string;
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              };
        }
      | {
          /** @enum {string} */
          type: 'SNS';
          topic: string;
          outputFormat:
            | {
                /** @enum {string} */
                type: 'Bytes';
              }
            | {
                /** @enum {string} */
                type: 'JSON';
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                schemaUrl: string;
                typeName: string;
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              };
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
        }
      | {
          /** @enum {string} */
          type: 'SQS';
          queueUrl: string;
          outputFormat:
            | {
                /** @enum {string} */
                type: 'Bytes';
              }
            | {
                /** @enum {string} */
                type: 'JSON';
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                schemaUrl: string;
                typeName: string;
                /**
                 * @description true: {frame, message}, and `decoded` where the record could be read
                 * @default false
                 */
                withInfoEnvelope?: boolean;
              };
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
        }
      | {
          /** @enum {string} */
          type: 'WebSocket';
          /** @description A ws or wss address; passwords and tokens in it never come back out */
          url: string;
          /**
           * @description Of the handshake; their values are secrets and never come back out
           * @default {}
           */
          headers?: {
            [key: string]: string;
          };
          /**
           * @description What says that messages have arrived. PONG: the answer to a ping behind them; MESSAGE: one message, whatever it says, for each, in their order
           * @default PONG
           * @enum {string}
           */
          acknowledgement?: 'PONG' | 'MESSAGE';
          /**
           * @default {
           *       "withInfoEnvelope": false
           *     }
           */
          outputFormat?: {
            /**
             * @description true: {frame, message}, and `decoded` where the record could be read
             * @default false
             */
            withInfoEnvelope?: boolean;
          };
        }
      | {
          /** @enum {string} */
          type: 'CypherQuery';
          /** @description Run for each record. The parameter is {frame, message, stream}, with `decoded` where the record could be read */
          query: string;
          /** @default that */
          parameter?: string;
          /**
           * Format: int32
           * @description Queries at once
           * @default 16
           */
          parallelism?: number;
          /** @default false */
          allowAllNodeScan?: boolean;
        }
      | {
          /** @enum {string} */
          type: 'Slack';
          /** @description Its path never comes back out */
          hookUrl: string;
          /**
           * Format: int32
           * @description Between two messages
           * @default 20
           */
          intervalSeconds?: number;
        };
    RatesSummary: {
      /** @description Items so far */
      count: number;
      /** @description Items per second, averaged over about a minute */
      oneMinute: number;
      fiveMinute: number;
      fifteenMinute: number;
      /** @description Items per second since the start */
      overall: number;
    };
    Error: {
      error: {
        /** @description The HTTP status */
        code: number;
        status: string;
        message: string;
        details: (
          | {
              /** @enum {string} */
              type: 'Help';
              message: string;
            }
          | {
              /** @enum {string} */
              type: 'RequestInfo';
              requestId: string;
            }
          | {
              /** @enum {string} */
              type: 'ErrorInfo';
              reason: string;
              domain: string;
              metadata: {
                [key: string]: string;
              };
            }
        )[];
      };
    };
    /** @description What is wrong, one text each. The header `Weir-Error-Code` names the kind of error. */
    Errors: string[];
    IngestDefinitionV2: {
      name: string;
      source: components['schemas']['IngestSource'];
      /** @description Ingest query in Cypher, run once per record */
      query: string;
      /**
       * @description Name of the query parameter that carries the record
       * @default that
       */
      parameter?: string;
      /** @description A function that makes another value of each record before the query gets it */
      transformation?: {
        /** @enum {string} */
        type: 'JavaScript';
        /** @example that => ({ ...that, read: true }) */
        function: string;
      };
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maxPerSecond?: number;
      /**
       * @description A record that can not be read is passed over, after what this says
       * @default {}
       */
      onRecordError?: {
        /** @description A record that can not be read is read again, after pauses that get longer */
        retrySettings?: {
          /**
           * Format: int32
           * @description Milliseconds
           * @default 2000
           */
          minBackoff?: number;
          /**
           * Format: int32
           * @description Seconds
           * @default 20
           */
          maxBackoff?: number;
          /** @default 0.2 */
          randomFactor?: number;
          /**
           * Format: int32
           * @default 6
           */
          maxRetries?: number;
        };
        /**
         * @description A record for which the query fails counts as one that can not be read; otherwise the stream fails. Always so where records are pushed
         * @default false
         */
        includeQueryFailures?: boolean;
        /**
         * @description Warn of records that can not be read
         * @default true
         */
        logRecord?: boolean;
        /**
         * @description Each record that can not be read goes to all of these
         * @default {}
         */
        deadLetterQueueSettings?: {
          /** @default [] */
          destinations?: components['schemas']['IngestDeadLetterDestination'][];
        };
      };
      /**
       * @default {
       *       "type": "LogStreamError"
       *     }
       */
      onStreamError?:
        | {
            /** @enum {string} */
            type: 'LogStreamError';
          }
        | {
            /** @enum {string} */
            type: 'RetryStreamError';
            /** Format: int32 */
            retryCount: number;
            /**
             * @default 31s
             * @example 10s
             */
            within?: string;
            /**
             * @default 10s
             * @example 10s
             */
            minBackoff?: string;
            /**
             * @default 10s
             * @example 10s
             */
            maxBackoff?: string;
          };
    };
    DryRunOutcome: {
      readCount: number;
      /** @description Records for which the query ran to its end */
      doneCount: number;
      /**
       * @description Why no more records were read: SOURCE has no more, FAILURE is told in message
       * @enum {string}
       */
      ended: 'LIMIT' | 'BYTES' | 'TIMEOUT' | 'SOURCE' | 'FAILURE';
      /** @description Why nothing came, or what failed */
      message?: string;
      errors: {
        /** @description Which one, from 0 */
        record: number;
        /**
         * @description Who could not do with it
         * @enum {string}
         */
        stage: 'FORMAT' | 'QUERY';
        code?: string;
        reason: string;
        /** @description How the record begins, as text */
        text: string;
      }[];
      /** @description What may be wrong with the query */
      warnings: string[];
      /** @description All that there are then, a thousand at the most */
      nodes: components['schemas']['UiNode'][];
      /** @description All that there are then, a thousand at the most */
      edges: components['schemas']['UiEdge'][];
      nodeCount: number;
      edgeCount: number;
    };
    UiNode: {
      id: string;
      hostIndex: number;
      label: string;
      properties: {
        [key: string]: unknown;
      };
    };
    UiEdge: {
      from: string;
      edgeType: string;
      to: string;
      isDirected: boolean;
    };
    PushOutcome: {
      /** @description Records that are durable */
      accepted: number;
      rejectedCount: number;
      /** @description The first hundred of those that could not be read, or for which the query failed */
      rejected: {
        /** @description Which one, from 0 */
        record: number;
        reason: string;
      }[];
    };
    RegisteredStandingQueryV2: {
      name: string;
      internalId: string;
      pattern: {
        /** @enum {string} */
        type: 'Cypher';
        query: string;
        /** @enum {string} */
        mode: 'DISTINCT_ID' | 'MULTIPLE_VALUES';
      };
      outputs: components['schemas']['ShownStandingQueryWorkflow'][];
      includeCancellations?: boolean;
      inputBufferSize: number;
      stats: {
        [key: string]: components['schemas']['StandingQueryStatsV2'];
      };
    };
    ShownStandingQueryWorkflow: {
      name: string;
      /** @description Leaves cancellations out */
      filter?: {
        /** @enum {string} */
        type: 'OnlyPositiveMatch';
      };
      /** @description Hands on the bare data instead of meta and data */
      preEnrichmentTransformation?: {
        /** @enum {string} */
        type: 'InlineData';
      };
      /** @description A query that runs for each result; each row that it returns goes on in its place */
      resultEnrichment?: {
        /** @description Run for each result */
        query: string;
        /**
         * @description Parameter that carries the result
         * @default that
         */
        parameter?: string;
        /**
         * Format: int32
         * @description Queries at once
         * @default 16
         */
        parallelism?: number;
        /** @default false */
        allowAllNodeScan?: boolean;
        /**
         * @description Again after errors that may pass
         * @default true
         */
        shouldRetry?: boolean;
      };
      /** @description Each of them gets everything */
      destinations: components['schemas']['StandingQueryDestination'][];
      /** @description Default: DeadLetter, with a file in the data directory */
      onFailure?:
        | {
            /** @enum {string} */
            type: 'DeadLetter';
            /** @description A file that outputs may write */
            path?: string;
          }
        | {
            /** @enum {string} */
            type: 'Hold';
          };
    };
    StandingQueryDestination:
      | {
          /** @enum {string} */
          type: 'StandardOut';
        }
      | {
          /** @enum {string} */
          type: 'File';
          path: string;
          /** @description A full file gets a number in its name, and another one is begun. Absent: one file */
          rotate?: {
            /**
             * Format: int32
             * @description Of one file; a longer line is alone in its file. Absent: no limit
             */
            maxBytes?: number;
            /**
             * @description Lines of one minute, hour or day of UTC are in one file. Absent: no limit
             * @enum {string}
             */
            every?: 'MINUTE' | 'HOUR' | 'DAY';
            /**
             * @description Files that are full are packed, and get `.gz` behind their names. Absent: they stay as they are
             * @enum {string}
             */
            compress?: 'GZIP';
            /**
             * Format: int32
             * @description Of those that are full, the newest; others are removed. Absent: all
             */
            keepFiles?: number;
            /**
             * Format: int32
             * @description Full files whose last line is older are removed, all but the newest. Absent: none
             */
            keepDays?: number;
          };
        }
      | {
          /** @enum {string} */
          type: 'HttpEndpoint';
          /** @description An http or https address; passwords and tokens in it never come back out */
          url: string;
          /**
           * Format: int32
           * @description Requests at once; with 1, results arrive in order
           * @default 8
           */
          parallelism?: number;
          /**
           * @description Request headers; their values are secrets and never come back out
           * @default {}
           */
          headers?: {
            [key: string]: string;
          };
          /** @description Requests are signed with it, as Standard Webhooks says; a text, or Base64 behind whsec_. Never comes back out */
          signingSecret?: string;
          /** @description Results that wait are sent together; absent: one request per result */
          batch?: {
            /**
             * Format: int32
             * @description Of one request
             * @default 100
             */
            maxResults?: number;
            /**
             * Format: int32
             * @description Of the body of one request; a longer result is sent alone
             * @default 1048576
             */
            maxBytes?: number;
            /**
             * @description JSON: an array; NDJSON: one line per result
             * @default JSON
             * @enum {string}
             */
            format?: 'JSON' | 'NDJSON';
            /**
             * Format: int32
             * @description A result waits so long for others, or until there are `maxResults`. Absent: those that are there are sent at once
             */
            maxWaitMillis?: number;
          };
        }
      | {
          /** @enum {string} */
          type: 'CypherQuery';
          /** @description Run for each result */
          query: string;
          /**
           * @description Parameter that carries the result
           * @default that
           */
          parameter?: string;
          /**
           * Format: int32
           * @description Queries at once
           * @default 16
           */
          parallelism?: number;
          /** @default false */
          allowAllNodeScan?: boolean;
          /**
           * @description Again after errors that may pass
           * @default true
           */
          shouldRetry?: boolean;
        }
      | {
          /** @enum {string} */
          type: 'Kafka';
          topic: string;
          /** @example localhost:9092 */
          bootstrapServers: string;
          /**
           * @default {
           *       "type": "JSON"
           *     }
           */
          format?:
            | {
                /** @enum {string} */
                type: 'JSON';
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                typeName: string;
              }
            | {
                /** @enum {string} */
                type: 'Avro';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                /** @description The schema is made known there, and its number precedes each value */
                schemaRegistry?: {
                  /**
                   * @description An http or https address
                   * @example http://localhost:8081
                   */
                  url: string;
                  username?: string;
                  /** @description Never comes back out */
                  password?: string;
                  /** @description Never comes back out */
                  bearerToken?: string;
                };
                /** @description Name of the schema in the registry; default: that of the topic, and -value */
                subject?: string;
              };
          /** @description Never comes back out */
          sslKeystorePassword?: string;
          /** @description Never comes back out */
          sslTruststorePassword?: string;
          /** @description Never comes back out */
          sslKeyPassword?: string;
          saslJaasConfig?:
            | {
                /** @enum {string} */
                type: 'PlainLogin';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'ScramLogin';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'OAuthBearerLogin';
                clientId: string;
                scope?: string;
                /** @description Never comes back out */
                clientSecret: string;
                tokenEndpointUrl?: string;
              };
          /** @default {} */
          kafkaProperties?: {
            [key: string]: string;
          };
        }
      | {
          /** @enum {string} */
          type: 'NatsJetStream';
          /**
           * @description host:port; they are tried in this order
           * @example [
           *       "localhost:4222"
           *     ]
           */
          servers: string[];
          credentials?:
            | {
                /** @enum {string} */
                type: 'UserPassword';
                username: string;
                /** @description Never comes back out */
                password: string;
              }
            | {
                /** @enum {string} */
                type: 'Token';
                /** @description Never comes back out */
                token: string;
              }
            | {
                /** @enum {string} */
                type: 'NKey';
                /** @description Never comes back out */
                seed: string;
              }
            | {
                /** @enum {string} */
                type: 'CredentialsFile';
                /** @description Never comes back out */
                content: string;
              };
          /** @description Given: only over TLS */
          tls?: {
            /** @description PEM: who may sign certificates; absent: whom Node trusts */
            ca?: string;
            /** @description PEM, the text itself */
            cert?: string;
            /** @description Never comes back out */
            key?: string;
            /** @default false */
            handshakeFirst?: boolean;
          };
          /** @description Of JetStream */
          domain?: string;
          /** @description Of a stream of JetStream, without wildcards */
          subject: string;
          /**
           * @default {
           *       "type": "JSON"
           *     }
           */
          format?:
            | {
                /** @enum {string} */
                type: 'JSON';
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                typeName: string;
              }
            | {
                /** @enum {string} */
                type: 'Avro';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                /** @description The schema is made known there, and its number precedes each value */
                schemaRegistry?: {
                  /**
                   * @description An http or https address
                   * @example http://localhost:8081
                   */
                  url: string;
                  username?: string;
                  /** @description Never comes back out */
                  password?: string;
                  /** @description Never comes back out */
                  bearerToken?: string;
                };
                /** @description Name of the schema in the registry; default: that of the topic, and -value */
                subject?: string;
              };
        }
      | {
          /** @enum {string} */
          type: 'Kinesis';
          streamName: string;
          /**
           * @default {
           *       "type": "JSON"
           *     }
           */
          format?:
            | {
                /** @enum {string} */
                type: 'JSON';
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                typeName: string;
              }
            | {
                /** @enum {string} */
                type: 'Avro';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                /** @description The schema is made known there, and its number precedes each value */
                schemaRegistry?: {
                  /**
                   * @description An http or https address
                   * @example http://localhost:8081
                   */
                  url: string;
                  username?: string;
                  /** @description Never comes back out */
                  password?: string;
                  /** @description Never comes back out */
                  bearerToken?: string;
                };
                /** @description Name of the schema in the registry; default: that of the topic, and -value */
                subject?: string;
              };
          /**
           * Format: int32
           * @description Requests at once; default 4
           */
          kinesisParallelism?: number;
          /**
           * Format: int32
           * @description Records in one request; default 500
           */
          kinesisMaxBatchSize?: number;
          /**
           * Format: int32
           * @description Absent: no limit
           */
          kinesisMaxRecordsPerSecond?: number;
          /**
           * Format: int32
           * @description Absent: no limit
           */
          kinesisMaxBytesPerSecond?: number;
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
        }
      | {
          /** @enum {string} */
          type: 'SNS';
          /** @example arn:aws:sns:eu-west-1:123456789012:matches */
          topic: string;
          format:
            | {
                /** @enum {string} */
                type: 'JSON';
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                typeName: string;
              }
            | {
                /** @enum {string} */
                type: 'Avro';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                /** @description The schema is made known there, and its number precedes each value */
                schemaRegistry?: {
                  /**
                   * @description An http or https address
                   * @example http://localhost:8081
                   */
                  url: string;
                  username?: string;
                  /** @description Never comes back out */
                  password?: string;
                  /** @description Never comes back out */
                  bearerToken?: string;
                };
                /** @description Name of the schema in the registry; default: that of the topic, and -value */
                subject?: string;
              };
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
        }
      | {
          /** @enum {string} */
          type: 'SQS';
          /** @example https://sqs.eu-west-1.amazonaws.com/123456789012/matches */
          queueUrl: string;
          /**
           * @default {
           *       "type": "JSON"
           *     }
           */
          format?:
            | {
                /** @enum {string} */
                type: 'JSON';
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                typeName: string;
              }
            | {
                /** @enum {string} */
                type: 'Avro';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                /** @description The schema is made known there, and its number precedes each value */
                schemaRegistry?: {
                  /**
                   * @description An http or https address
                   * @example http://localhost:8081
                   */
                  url: string;
                  username?: string;
                  /** @description Never comes back out */
                  password?: string;
                  /** @description Never comes back out */
                  bearerToken?: string;
                };
                /** @description Name of the schema in the registry; default: that of the topic, and -value */
                subject?: string;
              };
          /** @description Absent: as AWS clients find them, in the environment for instance */
          credentials?: {
            /** @description Never comes back out */
            accessKeyId: string;
            /** @description Never comes back out */
            secretAccessKey: string;
          };
          /**
           * @description Absent: as AWS clients find it, in AWS_REGION for instance
           * @example us-west-2
           */
          region?: string;
          /**
           * @description A server that speaks as AWS does, in its place; an http or https address
           * @example http://localhost:5000
           */
          endpoint?: string;
        }
      | {
          /** @enum {string} */
          type: 'WebSocket';
          /** @description A ws or wss address; passwords and tokens in it never come back out */
          url: string;
          /**
           * @description Of the handshake; their values are secrets and never come back out
           * @default {}
           */
          headers?: {
            [key: string]: string;
          };
          /**
           * @description What says that messages have arrived. PONG: the answer to a ping behind them; MESSAGE: one message, whatever it says, for each, in their order
           * @default PONG
           * @enum {string}
           */
          acknowledgement?: 'PONG' | 'MESSAGE';
        }
      | {
          /** @enum {string} */
          type: 'ReactiveStream';
          /**
           * @description Of this machine, where clients connect
           * @default localhost
           */
          address?: string;
          /** Format: int32 */
          port: number;
          format:
            | {
                /** @enum {string} */
                type: 'JSON';
              }
            | {
                /** @enum {string} */
                type: 'Protobuf';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                typeName: string;
              }
            | {
                /** @enum {string} */
                type: 'Avro';
                /** @description A file, or an http or https address */
                schemaUrl: string;
                /** @description The schema is made known there, and its number precedes each value */
                schemaRegistry?: {
                  /**
                   * @description An http or https address
                   * @example http://localhost:8081
                   */
                  url: string;
                  username?: string;
                  /** @description Never comes back out */
                  password?: string;
                  /** @description Never comes back out */
                  bearerToken?: string;
                };
                /** @description Name of the schema in the registry; default: that of the topic, and -value */
                subject?: string;
              };
        }
      | {
          /** @enum {string} */
          type: 'Slack';
          /** @description An http or https address; its path never comes back out */
          hookUrl: string;
          /**
           * @description At most one message in this time, at least 1s
           * @default 20s
           */
          interval?: string;
          /**
           * @description Without effect: use the filter
           * @default false
           */
          onlyPositiveMatchData?: boolean;
        }
      | {
          /** @enum {string} */
          type: 'Drop';
        };
    StandingQueryStatsV2: {
      rates: components['schemas']['RatesSummary'];
      startTime: string;
      /**
       * @description A duration
       * @example 1h30s
       */
      totalRuntime: string;
      bufferSize: number;
      /** @description Evaluations of expressions that failed, each of which left something out; see the log */
      expressionFailures: number;
      /**
       * Format: int64
       * @description Sum of the hashes of all results, if it was asked for
       */
      outputHashCode: number;
    };
    StandingQueryDefinitionV2: {
      name: string;
      pattern: {
        /** @enum {string} */
        type: 'Cypher';
        /** @description A MATCH, an optional WHERE and a RETURN */
        query: string;
        /**
         * @default DISTINCT_ID
         * @enum {string|null}
         */
        mode?: 'DISTINCT_ID' | 'MULTIPLE_VALUES' | null;
      };
      /** @default [] */
      outputs?: components['schemas']['StandingQueryWorkflow'][] | null;
      /** @description Who gets cancellations. Absent: results streams, taps and outputs, but not those that run a query on the graph (`CypherQuery`, enrichment, and what follows them). `true`: all. `false`: nobody */
      includeCancellations?: boolean | null;
      /**
       * Format: int32
       * @description Results that may wait for their outputs before ingest is held
       * @default 32
       */
      inputBufferSize?: number;
      /**
       * @description Results say which records they come from; ingest is slower meanwhile
       * @default false
       */
      provenance?: boolean | null;
    };
    StandingQueryWorkflow: {
      name: string;
      /** @description Leaves cancellations out */
      filter?: {
        /** @enum {string} */
        type: 'OnlyPositiveMatch';
      };
      /** @description Hands on the bare data instead of meta and data */
      preEnrichmentTransformation?: {
        /** @enum {string} */
        type: 'InlineData';
      };
      /** @description A query that runs for each result; each row that it returns goes on in its place */
      resultEnrichment?: {
        /** @description Run for each result */
        query: string;
        /**
         * @description Parameter that carries the result
         * @default that
         */
        parameter?: string;
        /**
         * Format: int32
         * @description Queries at once
         * @default 16
         */
        parallelism?: number;
        /** @default false */
        allowAllNodeScan?: boolean;
        /**
         * @description Again after errors that may pass
         * @default true
         */
        shouldRetry?: boolean;
      };
      /** @description Each of them gets everything */
      destinations: components['schemas']['StandingQueryDestination'][];
      /** @description Default: DeadLetter, with a file in the data directory */
      onFailure?:
        | {
            /** @enum {string} */
            type: 'DeadLetter';
            /** @description A file that outputs may write */
            path?: string;
          }
        | {
            /** @enum {string} */
            type: 'Hold';
          };
    };
    StandingQueryReplacementV2: {
      pattern: {
        /** @enum {string} */
        type: 'Cypher';
        /** @description A MATCH, an optional WHERE and a RETURN */
        query: string;
        /**
         * @default DISTINCT_ID
         * @enum {string|null}
         */
        mode?: 'DISTINCT_ID' | 'MULTIPLE_VALUES' | null;
      };
    };
    StandingQueryExplanation: {
      /** @enum {string} */
      kind: 'traces' | 'rows';
      parts: {
        /** @description Number of the pattern node */
        part: number;
        variable: string | null;
        /** @description The pattern node that asks this one; null for the root */
        askedBy: number | null;
        /** @enum {string} */
        role: 'root' | 'neighbour' | 'home of groups';
        /** @description Inside of a path: how many of its edges lead here */
        hop?: number;
        /** @description What must hold on the node itself */
        conditions: string[];
        /** @description What must hold of several nodes and edges together, or of rows that WITH makes */
        filters: string[];
        /** @description Changes that it looks at */
        watches: string[];
        edges: {
          edge: string;
          /** @description The pattern node at the other end; null: any node fits */
          part: number | null;
          /**
           * @description inner, semi: needed; anti: must not be there; count, aggregate, optional: looked at
           * @enum {string}
           */
          mode: 'inner' | 'semi' | 'anti' | 'count' | 'aggregate' | 'optional';
        }[];
        /** @description Nodes that hold a state for it */
        states: number;
      }[];
      /** @description What the query reports as true now */
      results: number;
      /** @description What was there before the last start is not counted yet: states and results are more */
      counting?: {
        /** @description Nodes that were looked at */
        done: number;
        /** @description Nodes that there are, about */
        of?: number;
      };
      /** @description If a node was named: something was written to it */
      exists?: boolean;
      /** @description If a node was named: the query has results there, or in the groups that its rows belong to */
      matches?: boolean;
      /** @description If a node was named: what keeps it from matching, in words */
      missing?: {
        /** @description A node id */
        node: string;
        part: number;
        variable: string | null;
        what: string;
      }[];
      /** @description If a node was named: how far it is with each pattern node */
      onNode?: {
        /** @description Number of the pattern node */
        part: number;
        variable: string | null;
        isRoot: boolean;
        /** @description Some node wants to know, or it is the root */
        isAsked: boolean;
        /** @description Inside of a path: how many of its edges lead here */
        hop?: number;
        /** @description Nodes that do, at most 20: there a partial match waits */
        askedBy: string[];
        /** @description What must hold on the node itself does */
        holds: boolean;
        conditions: {
          condition: string;
          holds: boolean;
          /** @description What is there of what it looks at; null: nothing */
          found?: unknown;
          /** @description If it does not hold: what may have been meant */
          hint?: string;
        }[];
        edges: {
          edge: string;
          /** @description The pattern node at the other end; null: any node fits */
          part: number | null;
          /**
           * @description inner, semi: needed; anti: must not be there; count, aggregate, optional: looked at
           * @enum {string}
           */
          mode: 'inner' | 'semi' | 'anti' | 'count' | 'aggregate' | 'optional';
          /** @description Over fitting edges */
          neighbours: number;
          matchingCount: number;
          /** @description Those that match their pattern node, at most 20 */
          matching: string[];
          /** @description Those that do not, at most 20 */
          others: string[];
          isMissing: boolean;
          /** @description If there is no such edge: one that may have been meant */
          hint?: string;
        }[];
        /** @description Conditions over several nodes, tried on what neighbours reported */
        filters: {
          filter: string;
          /** @description Candidates that pass */
          holds: number;
          fails: number;
          /** @description Of those that fail at most 10: what was looked at, as `o.total`, and as `o` the id of the node */
          failing: {
            [key: string]: unknown;
          }[];
        }[];
        /** @description Nodes that have to answer before anything is reported */
        waitingFor: string[];
        /** @description What it reports; null where only the match is known */
        rows: number | null;
        /** @description Rows of a root that are no result: an expression or WHERE fails */
        dropped: number;
        /** @description Where the groups live that its rows belong to */
        groups: string[];
        /** @description Ids of results that stand */
        results: string[];
      }[];
      /** @description The same of neighbours that are missing, and of nodes that wait for more; at most 20 nodes */
      further?: {
        /** @description A node id */
        node: string;
        parts: {
          /** @description Number of the pattern node */
          part: number;
          variable: string | null;
          isRoot: boolean;
          /** @description Some node wants to know, or it is the root */
          isAsked: boolean;
          /** @description Inside of a path: how many of its edges lead here */
          hop?: number;
          /** @description Nodes that do, at most 20: there a partial match waits */
          askedBy: string[];
          /** @description What must hold on the node itself does */
          holds: boolean;
          conditions: {
            condition: string;
            holds: boolean;
            /** @description What is there of what it looks at; null: nothing */
            found?: unknown;
            /** @description If it does not hold: what may have been meant */
            hint?: string;
          }[];
          edges: {
            edge: string;
            /** @description The pattern node at the other end; null: any node fits */
            part: number | null;
            /**
             * @description inner, semi: needed; anti: must not be there; count, aggregate, optional: looked at
             * @enum {string}
             */
            mode: 'inner' | 'semi' | 'anti' | 'count' | 'aggregate' | 'optional';
            /** @description Over fitting edges */
            neighbours: number;
            matchingCount: number;
            /** @description Those that match their pattern node, at most 20 */
            matching: string[];
            /** @description Those that do not, at most 20 */
            others: string[];
            isMissing: boolean;
            /** @description If there is no such edge: one that may have been meant */
            hint?: string;
          }[];
          /** @description Conditions over several nodes, tried on what neighbours reported */
          filters: {
            filter: string;
            /** @description Candidates that pass */
            holds: number;
            fails: number;
            /** @description Of those that fail at most 10: what was looked at, as `o.total`, and as `o` the id of the node */
            failing: {
              [key: string]: unknown;
            }[];
          }[];
          /** @description Nodes that have to answer before anything is reported */
          waitingFor: string[];
          /** @description What it reports; null where only the match is known */
          rows: number | null;
          /** @description Rows of a root that are no result: an expression or WHERE fails */
          dropped: number;
          /** @description Where the groups live that its rows belong to */
          groups: string[];
          /** @description Ids of results that stand */
          results: string[];
        }[];
      }[];
    };
    ExplainRequest: {
      /**
       * @description A node id as `strId(n)` writes it
       * @example 3e74242e-538f-3bd1-9814-49e6761551b1
       */
      node?: string;
    };
    AuditReport: {
      /** @description Everything was compared: as asked for, or because the root has no name */
      whole: boolean;
      /** @description Compared one by one */
      nodes: number;
      /** @description Those among them with results, or with a share in groups */
      nodesWithResults: number;
      /** @description Groups that were worked out again from their members */
      groups: number;
      /** @description Nodes looked at to choose these */
      looked: number;
      /** @description Chooses the same nodes again, while the graph is the same */
      seed?: number;
      /** @description That the query run from scratch has found */
      rows: number;
      differences: {
        node?: string;
        /** @description JSON */
        row: string;
        expected: number;
        reported: number;
      }[];
      /** @description Of all; at most 1000 are listed */
      differenceCount: number;
      /** @description Differences that were others at each look, because data changed meanwhile: not believed */
      unsettled: number;
      /** @description Nodes for which the query run from scratch ends with an error, so there is nothing to compare with */
      failed: number;
      /** @description The first of those errors */
      failure?: string;
    };
    AuditRequest: {
      /**
       * Format: int32
       * @description So many nodes with results, and so many without
       * @default 100
       */
      sample?: number;
      /**
       * Format: int32
       * @description Of an earlier answer: chooses the same nodes. Default: others each time
       */
      seed?: number;
      /**
       * @description Compares everything; looks at every node
       * @default false
       */
      whole?: boolean | null;
    };
    OutputStatus: {
      name: string;
      type: string;
      /** @description Since this process started */
      delivered: number;
      /** @description Tried and given up since this process started */
      failed: number;
      /** @description Left out as the definition asks */
      dropped: number;
      /** @description Waiting now */
      queued: number;
      /** @description Where results are that were given up; absent: nowhere */
      deadLetters?: {
        file: string;
        bytes: number;
        limitBytes: number;
      };
      /** @description Why nothing can be said about them */
      deadLettersError?: string;
    };
    Redelivery: {
      delivered: number;
      failed: number;
    };
    CypherQueryResult: {
      columns: string[];
      /** @description Rows, each with one value per column */
      results: unknown[][];
    };
    CypherQueryV2: {
      /** @description The query */
      text: string;
      /**
       * @description Values of the parameters, by name
       * @default {}
       */
      parameters?: {
        [key: string]: unknown;
      };
    };
    CheckedQuery: {
      /**
       * @description What its rows hold: nodes alone, edges alone, values of which some are neither, or nothing; `unknown` where the text does not tell, or is wrong
       * @enum {string}
       */
      kind: 'node' | 'edge' | 'table' | 'sideEffects' | 'unknown';
      columns: string[];
      isReadOnly: boolean;
      canContainAllNodeScan: boolean;
      diagnostics: components['schemas']['QueryDiagnostic'][];
    };
    QueryDiagnostic: {
      /** @enum {string} */
      severity: 'error' | 'warning';
      /** @description As in the list of error codes; `query.scan` for a warning */
      code: string;
      message: string;
      /** @description In UTF-16 units from the start */
      from: number;
      /** @description After the last one */
      to: number;
      /** @description 1-based */
      line: number;
      /** @description 1-based, in UTF-16 units */
      column: number;
    };
    QueryToCheck: {
      /** @description The query as it is now; 16384 characters at most */
      text: string;
      /** @description Names of the parameters that there will be; absent: any */
      parameters?: string[];
    };
    QueryCompletions: {
      /** @description In UTF-16 units from the start */
      from: number;
      /** @description After the last one */
      to: number;
      items: components['schemas']['QueryCompletion'][];
      /** @description There are more than are told: ask again when more is written */
      isIncomplete: boolean;
    };
    QueryCompletion: {
      label: string;
      /** @description Takes the place of what is between `from` and `to` */
      insert: string;
      /** @enum {string} */
      kind: 'keyword' | 'variable' | 'function' | 'procedure' | 'label' | 'edgeType' | 'property' | 'column';
      /** @description A signature, or what a variable holds */
      detail?: string;
      documentation?: string;
    };
    QueryPlace: {
      /** @description The query as it is now; 16384 characters at most */
      text: string;
      /** @description Where the cursor is, in UTF-16 units from the start; beyond the end is the end */
      offset: number;
    };
    DescribedWord: {
      /** @description In UTF-16 units from the start */
      from: number;
      /** @description After the last one */
      to: number;
      word: string;
      /** @description None: there is nothing to say of the word */
      signatures: string[];
      documentation: string;
    };
    SaveLocationV2:
      | {
          /** @enum {string} */
          type: 'LocalFile';
          /** @description A new file; default: a name that tells how */
          fileName?: string | null;
        }
      | {
          /** @enum {string} */
          type: 'S3Bucket';
          bucketName: string;
          key?: string | null;
        };
    SystemInfo: {
      version: string;
      gitCommit?: string;
      gitCommitDate?: string;
      /** @description The runtime, under the name that clients know */
      javaVersion: string;
      /** @description Its version */
      javaRuntimeVersion: string;
      /** @description Processors that it may use */
      javaAvailableProcessors: number;
      /** @description Bytes of memory that it may use */
      javaMaxMemory: number;
      /** @description Version of the format on disk */
      persistenceWriteVersion: string;
      /** @description The edition */
      quineType: string;
    };
    ConfigurationView: {
      persistor: {
        persistorType: string;
        isLocal: boolean;
      };
      webserver?: {
        address: string;
        port: number;
        enabled: boolean;
        useTls: boolean;
      };
      shardCount?: number;
      inMemorySoftNodeLimit?: number;
      inMemoryHardNodeLimit?: number;
      metricsReporterTypes: string[];
      defaultApiVersion: string;
    };
    MetricsReport: {
      atTime: string;
      counters: {
        name: string;
        count: number;
      }[];
      timers: ({
        10: number | null;
        20: number | null;
        80: number | null;
        90: number | null;
        99: number | null;
        name: string;
        min: number | null;
        max: number | null;
        median: number | null;
        mean: number | null;
        q1: number | null;
        q3: number | null;
        oneMinuteRate: number | null;
      } & {
        [key: string]: number | null;
      })[];
      gauges: {
        name: string;
        value: number | null;
      }[];
    };
    BackpressureSnapshot: {
      timestamp: string;
      host: {
        version: string;
        address: string;
        port: number;
        pid: number;
      };
      namespaces: string[];
      globalValve: {
        isOpen: boolean;
        closedCount: number;
        oneMinuteClosures: number;
      };
      ingests: {
        name: string;
        namespace: string;
        sourceType: string;
        status: string;
        rateLimit?: number;
        /** @description Records per second, over about a minute */
        rate: number;
        totalCount: number;
        stages: {
          /** @enum {string} */
          source: 'FLOWING' | 'CONSTRAINED' | 'BACKPRESSURED';
          /** @enum {string} */
          preGraphWrite: 'FLOWING' | 'CONSTRAINED' | 'BACKPRESSURED';
        };
      }[];
      standingQueries: {
        name: string;
        namespace: string;
        queue: {
          /** @description Results that wait */
          bufferCount: number;
          /** @description So many hold ingest */
          backpressureThreshold: number;
          maxSize: number;
          thresholdRatio: number;
          capacityRatio: number;
          totalProduced: number;
          totalCancellations: number;
          totalDropped: number;
          totalConsumed: number;
          productionRate: number;
          consumptionRate: number;
        };
        outputs: {
          name: string;
          rate: number;
          totalCount: number;
          hasEnrichment: boolean;
          /** @enum {string} */
          enrichmentState?: 'FLOWING' | 'CONSTRAINED' | 'BACKPRESSURED';
          destinations: {
            index: number;
            type: string;
            /** @enum {string} */
            state: 'FLOWING' | 'CONSTRAINED' | 'BACKPRESSURED';
          }[];
        }[];
      }[];
      persistor: {
        type: string;
        writeLatencyMs: number;
        readLatencyMs: number;
      };
    };
    Cluster: {
      /** @description Several processes share the graph */
      isShared: boolean;
      /** @description The process that works on the graph, by its present life */
      owner: string | null;
      /** @description Of the graph in the directory: greater with each owner; 0 for one process */
      epoch: number;
      /** @description Of the workers: greater each time that they begin anew, whoever owns the graph */
      order: number;
      members: {
        id: string;
        /** @description Of its web server */
        address: string;
        isOwner: boolean;
        isLeaving: boolean;
        /** @description Worker threads that it offers while another process works on the graph */
        lends: number;
        /** @description On its workers now */
        shards: number[];
      }[];
      workers: {
        worker: number;
        /** @description Where it is; null for one process */
        member: string | null;
        shards: number[];
        /** @description Of a process that lends; null for threads of the owner */
        lag: {
          /** @description Since its process was heard of, which says something four times a second */
          silentMillis: number;
          /** @description That wait here to be sent to its process */
          waitingBytes: number;
        } | null;
      }[];
      /** @description Who reads the sources of ingest streams that have not ended */
      readers: {
        stream: string;
        /** @description Where it reads; null for one process */
        member: string | null;
        /** @description Done of what it has read since it began */
        records: number;
        /** @description Why nothing comes from there at the moment */
        trouble: string | null;
      }[];
      /** @description When workers began anew, the last twenty of this owner */
      moves: {
        atTime: string;
        reason: string;
        /** @description Until the graph went on; null: it does not as yet */
        millis: number | null;
      }[];
    };
    ShardLimits: {
      /**
       * Format: int32
       * @description Nodes awake on the shard above which some are put to sleep
       */
      softLimit: number;
      /**
       * Format: int32
       * @description Nodes awake on the shard above which none is woken
       */
      hardLimit: number;
    };
    LogLevels: {
      /**
       * @description Of modules that are not named
       * @enum {string}
       */
      level: 'off' | 'error' | 'warn' | 'info' | 'debug';
      modules: {
        /** @enum {string} */
        service?: 'off' | 'error' | 'warn' | 'info' | 'debug';
        /** @enum {string} */
        http?: 'off' | 'error' | 'warn' | 'info' | 'debug';
        /** @enum {string} */
        access?: 'off' | 'error' | 'warn' | 'info' | 'debug';
        /** @enum {string} */
        ingest?: 'off' | 'error' | 'warn' | 'info' | 'debug';
        /** @enum {string} */
        outputs?: 'off' | 'error' | 'warn' | 'info' | 'debug';
        /** @enum {string} */
        graph?: 'off' | 'error' | 'warn' | 'info' | 'debug';
      };
    };
    GraphHashCodeV2: {
      value: string;
      atTime: string;
    };
    SampleQuery: {
      /** @description A descriptive label for the query */
      name: string;
      /** @description The Cypher text */
      query: string;
    };
    SampleQueryV2: {
      name: string;
      query: string;
    };
    QuickQueryV2: {
      predicate: {
        /** @description Properties that the node must have */
        propertyKeys: string[];
        /** @description Properties with these exact values */
        knownValues: {
          [key: string]: unknown;
        };
        /** @description Label that the node must have */
        dbLabel?: string | null;
      };
      quickQuery: {
        /** @description Name in the node menu */
        name: string;
        /** @description Cypher that follows the MATCH of the node `n` */
        querySuffix: string;
        /**
         * @default NODE
         * @enum {string|null}
         */
        sort?: 'NODE' | 'TEXT' | null;
        /** @description Draw an edge with this label to the results */
        edgeLabel?: string | null;
      };
    };
    UiNodeAppearance: {
      predicate: components['schemas']['UiNodePredicate'];
      /** @description Icon size in pixels */
      size?: number | null;
      /** @description A character, or the hexadecimal code point of one */
      icon?: string | null;
      /** @description Any CSS colour */
      color?: string | null;
      label?:
        | {
            /** @enum {string} */
            type: 'Constant';
            value: string;
          }
        | {
            /** @enum {string} */
            type: 'Property';
            key: string;
            prefix?: string | null;
          }
        | unknown;
      /** @description A number chooses a colour between pale and `color`, any other value one of its own */
      colorBy?: {
        /** @description The property */
        key: string;
        /** @description Default: the least value that is shown */
        from?: number | null;
        /** @description Default: the greatest value that is shown */
        to?: number | null;
      } | null;
      /** @description A number chooses a size between half of `size` and twice as much */
      sizeBy?: {
        /** @description The property */
        key: string;
        /** @description Default: the least value that is shown */
        from?: number | null;
        /** @description Default: the greatest value that is shown */
        to?: number | null;
      } | null;
    };
    UiNodePredicate: {
      /** @description Properties that the node must have */
      propertyKeys: string[];
      /** @description Properties with these exact values */
      knownValues: {
        [key: string]: unknown;
      };
      /** @description Label that the node must have */
      dbLabel?: string | null;
    };
    NodeAppearanceV2: {
      predicate: {
        /** @description Properties that the node must have */
        propertyKeys: string[];
        /** @description Properties with these exact values */
        knownValues: {
          [key: string]: unknown;
        };
        /** @description Label that the node must have */
        dbLabel?: string | null;
      };
      /** @description Icon size in pixels */
      size?: number | null;
      /** @description A character, its code point, or the name of an icon */
      icon?: string | null;
      /** @description Any CSS colour */
      color?: string | null;
      label?:
        | {
            /** @enum {string} */
            type: 'Constant';
            value: string;
          }
        | {
            /** @enum {string} */
            type: 'Property';
            key: string;
            prefix?: string | null;
          }
        | unknown;
      /** @description A number chooses a colour between pale and `color`, any other value one of its own */
      colorBy?: {
        /** @description The property */
        key: string;
        /** @description Default: the least value that is shown */
        from?: number | null;
        /** @description Default: the greatest value that is shown */
        to?: number | null;
      } | null;
      /** @description A number chooses a size between half of `size` and twice as much */
      sizeBy?: {
        /** @description The property */
        key: string;
        /** @description Default: the least value that is shown */
        from?: number | null;
        /** @description Default: the greatest value that is shown */
        to?: number | null;
      } | null;
    };
    TapQuery: {
      name: string;
      description?: string | null;
      standingQueryName: string;
      /** @description Default: results as they are */
      outputName?: string | null;
      /**
       * @description What comes to the enrichment
       * @default false
       */
      preEnrichment?: boolean | null;
      /** @description Run for each result, which is the parameter `that` */
      query: string;
      /** @default [] */
      syntheticEdges?:
        | {
            /** @description A path into the result: `data.a` */
            fromNode: string;
            toNode: string;
            label: string;
            /** @enum {string} */
            direction: 'OUT' | 'IN' | 'UNDIRECTED';
            /**
             * @default WIRETAP_MESSAGE
             * @enum {string|null}
             */
            nodeIdsFrom?: 'WIRETAP_MESSAGE' | null;
          }[]
        | null;
    };
    BundledRecipe: {
      name: string;
      title: string;
      summary?: string;
      description?: string;
      /** @description A character of the font of icons, or an emoji */
      icon?: string;
      /** @description The file itself */
      text: string;
      /** @description What has to be given when it is started */
      variables: {
        name: string;
        /** @enum {string} */
        kind: 'file' | 'address' | 'secret' | 'text';
      }[];
      /** @description By the names that they have when they run */
      ingestStreams: {
        name: string;
        source: string;
        query: string;
      }[];
      standingQueries: {
        name: string;
        query: string;
        mode: string;
        outputs: string[];
      }[];
      nodeAppearances: components['schemas']['UiNodeAppearance'][];
      /** @description Their names */
      quickQueries: string[];
      sampleQueries: components['schemas']['SampleQuery'][];
      /** @description ISO 8601, UTC. Absent: it was not started */
      startedAt?: string;
      /**
       * @description `OPTION`: the program was started with it; it ends with the program
       * @enum {string}
       */
      startedBy?: 'API' | 'OPTION';
    };
    RecipeValues: {
      /**
       * @description What the variables of the recipe stand for, by their names
       * @default {}
       */
      values?: {
        [key: string]: string;
      };
    };
    LiteralNode: {
      properties: {
        [key: string]: unknown;
      };
      edges: components['schemas']['HalfEdge'][];
    };
    HalfEdge: {
      edgeType: string;
      /** @enum {string} */
      direction: 'Outgoing' | 'Incoming' | 'Undirected';
      /** @description The node at the other end */
      other: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  'list-ingests': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All streams */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['IngestInfoV2'][];
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'create-ingest': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "numbers",
         *       "source": {
         *         "type": "NumberIterator",
         *         "startOffset": 1,
         *         "limit": 1000
         *       },
         *       "query": "MATCH (n) WHERE id(n) = idFrom('number', $that) SET n.value = $that"
         *     }
         */
        'application/json': components['schemas']['IngestDefinitionV2'];
      };
    };
    responses: {
      /** @description The stream runs */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IngestInfoV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'dry-run-ingest': {
    parameters: {
      query?: {
        /** @description At most so many */
        limit?: number;
        /** @description After this long the query is stopped; default 20s */
        timeout?: string;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "numbers",
         *       "source": {
         *         "type": "NumberIterator",
         *         "startOffset": 1,
         *         "limit": 1000
         *       },
         *       "query": "MATCH (n) WHERE id(n) = idFrom('number', $that) SET n.value = $that"
         *     }
         */
        'application/json': components['schemas']['IngestDefinitionV2'];
      };
    };
    responses: {
      /** @description What came of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRunOutcome'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-ingest-status': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        ingestName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IngestInfoV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'delete-ingest': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        ingestName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IngestInfoV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'push-to-ingest': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        ingestName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': unknown;
      };
    };
    responses: {
      /** @description All records are durable */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PushOutcome'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'upload-to-ingest': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        ingestName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The WebSocket is open */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'pause-ingest': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        ingestName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IngestInfoV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'resume-ingest': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        ingestName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IngestInfoV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-standing-queries': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All standing queries */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['RegisteredStandingQueryV2'][];
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'create-standing-query': {
    parameters: {
      query?: {
        /** @description Which nodes that are there already are looked at, in the background */
        propagateTo?: 'NONE' | 'EXCLUDE_SLEEPING' | 'INCLUDE_SLEEPING' | null;
        /** @description How many nodes to wake at a time */
        wakeUpParallelism?: number;
        /** @description Sum the hashes of all results */
        shouldCalculateResultHashCode?: boolean;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "named-children",
         *       "pattern": {
         *         "type": "Cypher",
         *         "query": "MATCH (n)-[:parent]->(m) WHERE exists(n.name) RETURN DISTINCT strId(n) AS child",
         *         "mode": "DISTINCT_ID"
         *       },
         *       "outputs": [
         *         {
         *           "name": "console",
         *           "filter": {
         *             "type": "OnlyPositiveMatch"
         *           },
         *           "preEnrichmentTransformation": {
         *             "type": "InlineData"
         *           },
         *           "resultEnrichment": {
         *             "query": "MATCH (n) WHERE id(n) = $that.child RETURN n.name AS name"
         *           },
         *           "destinations": [
         *             {
         *               "type": "StandardOut"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['StandingQueryDefinitionV2'];
      };
    };
    responses: {
      /** @description The standing query */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredStandingQueryV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'propagate-standing-queries': {
    parameters: {
      query?: {
        /** @description Wake sleeping nodes too */
        includeSleeping?: 'false' | 'true' | null;
        /** @description How many nodes to wake at a time */
        wakeUpParallelism?: number;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All nodes have been told */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-standing-query-status': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The standing query */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredStandingQueryV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'replace-standing-query': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "pattern": {
         *         "type": "Cypher",
         *         "query": "MATCH (n:Person) RETURN DISTINCT id(n)"
         *       }
         *     }
         */
        'application/json': components['schemas']['StandingQueryReplacementV2'];
      };
    };
    responses: {
      /** @description The standing query */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredStandingQueryV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'delete-standing-query': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The standing query */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredStandingQueryV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'explain-standing-query': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "node": "3e74242e-538f-3bd1-9814-49e6761551b1"
         *     }
         */
        'application/json': components['schemas']['ExplainRequest'];
      };
    };
    responses: {
      /** @description The explanation */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StandingQueryExplanation'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'audit-standing-query': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "sample": 100
         *     }
         */
        'application/json': components['schemas']['AuditRequest'];
      };
    };
    responses: {
      /** @description What differs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditReport'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-standing-query-outputs': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All outputs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['OutputStatus'][];
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'create-standing-query-output': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "console",
         *       "filter": {
         *         "type": "OnlyPositiveMatch"
         *       },
         *       "preEnrichmentTransformation": {
         *         "type": "InlineData"
         *       },
         *       "resultEnrichment": {
         *         "query": "MATCH (n) WHERE id(n) = $that.child RETURN n.name AS name"
         *       },
         *       "destinations": [
         *         {
         *           "type": "StandardOut"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['StandingQueryWorkflow'];
      };
    };
    responses: {
      /** @description The output runs */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'delete-standing-query-output': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
        standingQueryOutputName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The output as it was */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShownStandingQueryWorkflow'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'sq-raw-tap': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Results from now on */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'sq-pre-enrichment-tap': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
        standingQueryOutputName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Results from now on */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'sq-post-enrichment-tap': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
        standingQueryOutputName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Results from now on */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'redeliver-dead-letters': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        standingQueryName: string;
        outputName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What became of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'query-cypher': {
    parameters: {
      query?: {
        /** @description Read the graph as it was then */
        atTime?: string;
        /** @description After this long the query is stopped; default 20s */
        timeout?: string;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "MATCH (n) WHERE id(n) = idFrom($x) RETURN n",
         *       "parameters": {
         *         "x": 1
         *       }
         *     }
         */
        'application/json': components['schemas']['CypherQueryV2'];
      };
    };
    responses: {
      /** @description Columns and rows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CypherQueryResult'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'query-cypher-nodes': {
    parameters: {
      query?: {
        /** @description Read the graph as it was then */
        atTime?: string;
        /** @description After this long the query is stopped; default 20s */
        timeout?: string;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "MATCH (n) RETURN n LIMIT 10"
         *     }
         */
        'application/json': components['schemas']['CypherQueryV2'];
      };
    };
    responses: {
      /** @description All returned nodes, in order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UiNode'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'query-cypher-edges': {
    parameters: {
      query?: {
        /** @description Read the graph as it was then */
        atTime?: string;
        /** @description After this long the query is stopped; default 20s */
        timeout?: string;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "MATCH (n)-[e]->(m) RETURN e LIMIT 10"
         *     }
         */
        'application/json': components['schemas']['CypherQueryV2'];
      };
    };
    responses: {
      /** @description All returned edges, in order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UiEdge'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'check-query': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "MATCH (n:Person) RETURN n"
         *     }
         */
        'application/json': components['schemas']['QueryToCheck'];
      };
    };
    responses: {
      /** @description What it would give, and what is wrong with it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckedQuery'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'complete-query': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "MATCH (n:Person) WHERE n.",
         *       "offset": 25
         *     }
         */
        'application/json': components['schemas']['QueryPlace'];
      };
    };
    responses: {
      /** @description What may stand there, likely ones first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryCompletions'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'describe-word': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "RETURN toUpper(\"a\")",
         *       "offset": 9
         *     }
         */
        'application/json': components['schemas']['QueryPlace'];
      };
    };
    responses: {
      /** @description Signatures and one sentence */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DescribedWord'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'query-websocket': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The WebSocket is open */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'lsp-websocket': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The WebSocket is open */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'generate-random-walk': {
    parameters: {
      query?: {
        /** @description Steps of a walk */
        length?: number;
        /** @description A query over `thisNode`: what it returns is told of each node. Default: `RETURN id(thisNode)` */
        query?: string;
        /** @description The chance to go back is divided by it; 0: never. Default 1 */
        return?: number;
        /** @description The chance to leave the neighbourhood is divided by it; 0: never stay. Default 1 */
        inOut?: number;
        /** @description The same one again gives the same walk */
        seed?: string;
        /** @description Read the graph as it was then */
        atTime?: string;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
        /** @description A node id as `strId(n)` writes it */
        nodeId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is told of each node, in order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'save-random-walks': {
    parameters: {
      query?: {
        /** @description Steps of a walk */
        length?: number;
        /** @description Walks from each node */
        count?: number;
        /** @description A query over `thisNode`: what it returns is told of each node. Default: `RETURN id(thisNode)` */
        query?: string;
        /** @description The chance to go back is divided by it; 0: never. Default 1 */
        return?: number;
        /** @description The chance to leave the neighbourhood is divided by it; 0: never stay. Default 1 */
        inOut?: number;
        /** @description The same one again gives the same walk */
        seed?: string;
        /** @description Read the graph as it was then */
        atTime?: string;
        /** @description Walks at a time */
        parallelism?: number;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "LocalFile",
         *       "fileName": "walks.csv"
         *     }
         */
        'application/json': components['schemas']['SaveLocationV2'];
      };
    };
    responses: {
      /** @description They are being written */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-system-info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Versions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SystemInfo'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Configuration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigurationView'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-config-by-post': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Configuration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfigurationView'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-liveness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-readiness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It can */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description By key */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: string;
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Times in milliseconds, rates per second */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MetricsReport'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-backpressure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One entry: there is one host */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackpressureSnapshot'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-cluster': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As the owner of the graph knows it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Cluster'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-shard-sizes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Limits of all shards */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: components['schemas']['ShardLimits'];
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'update-shard-sizes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "0": {
         *         "softLimit": 10000,
         *         "hardLimit": 75000
         *       }
         *     }
         */
        'application/json': {
          [key: string]: components['schemas']['ShardLimits'];
        };
      };
    };
    responses: {
      /** @description Limits of all shards */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: components['schemas']['ShardLimits'];
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'sleep-node': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        nodeIdSegment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It has been asked */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-log-levels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The least important level that is shown, by module */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogLevels'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'put-log-levels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "level": "warn",
         *       "modules": {
         *         "ingest": "debug"
         *       }
         *     }
         */
        'application/json': components['schemas']['LogLevels'];
      };
    };
    responses: {
      /** @description What it shows now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogLevels'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'initiate-shutdown': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It stops */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-graph-hash-code': {
    parameters: {
      query?: {
        /** @description Read the graph as it was then */
        atTime?: string;
      };
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The hash code, and the time that it is of */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GraphHashCodeV2'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-sample-queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SampleQuery'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'replace-sample-queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SampleQueryV2'][];
      };
    };
    responses: {
      /** @description Replaced */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-quick-queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuickQueryV2'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'replace-quick-queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QuickQueryV2'][];
      };
    };
    responses: {
      /** @description Replaced */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-node-appearances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The first that fits a node wins */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UiNodeAppearance'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'replace-node-appearances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NodeAppearanceV2'][];
      };
    };
    responses: {
      /** @description Replaced */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-tap-queries': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is drawn of results as they come */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TapQuery'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'replace-tap-queries': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The graph; there is one, `quine` */
        graph: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TapQuery'][];
      };
    };
    responses: {
      /** @description Replaced */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-recipes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the order of their names */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['BundledRecipe'][];
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'start-recipe': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        recipeName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "values": {
         *         "in_file": "access.log"
         *       }
         *     }
         */
        'application/json': components['schemas']['RecipeValues'];
      };
    };
    responses: {
      /** @description It runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BundledRecipe'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'stop-recipe': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        recipeName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It was stopped */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BundledRecipe'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-node': {
    parameters: {
      query?: {
        /** @description Read the graph as it was then */
        atTime?: string;
      };
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The node */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LiteralNode'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-node-property': {
    parameters: {
      query: {
        /** @description Name of the property */
        key: string;
        /** @description Read the graph as it was then */
        atTime?: string;
      };
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its value */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'list-node-edges': {
    parameters: {
      query?: {
        /** @description At most so many */
        limit?: number;
        /** @description Only edges that lead this way */
        direction?: 'Outgoing' | 'Incoming' | 'Undirected';
        /** @description Only edges to this node */
        other?: string;
        /** @description Only edges with this label */
        type?: string;
        /** @description Only edges that both ends know of */
        onlyFull?: boolean;
        /** @description Read the graph as it was then */
        atTime?: string;
      };
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Edges, each with its other end */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HalfEdge'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  'get-node-verbose': {
    parameters: {
      query?: {
        /** @description Read the graph as it was then */
        atTime?: string;
      };
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state and the journal of the node, and its standing-query states */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string;
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
