// Made by `npm run client-types`; not to be edited.
// f669a25179b00ce89a2e024ff9192be22fd55fe15e25b2f4dbe89108283f37dc
export interface paths {
  '/api/v1/ingest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List ingest streams */
    get: operations['listIngest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/ingest/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Status of one ingest stream */
    get: operations['getIngest'];
    put?: never;
    /**
     * Create and start an ingest stream
     * @description The ingest query runs once per record, with the record bound to `$that`.
     */
    post: operations['createIngest'];
    /**
     * Stop and remove an ingest stream
     * @description Answers when the stream has stopped, with its last status. What it wrote stays.
     */
    delete: operations['deleteIngest'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/ingest/{name}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Pause an ingest stream */
    put: operations['pauseIngest'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/ingest/{name}/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Resume an ingest stream */
    put: operations['startIngest'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/standing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List standing queries */
    get: operations['listStandingQueries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/standing/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Status of one standing query */
    get: operations['getStandingQuery'];
    /**
     * Replace the pattern of a standing query
     * @description The new pattern is evaluated on the whole graph, sleeping nodes too; writers wait while both are compared. Only the difference is reported: cancellations of rows that only the old pattern has, matches of rows that only the new one has. Name, id, outputs, streams of results and all other settings stay. A pattern that does not compile changes nothing.
     */
    put: operations['replaceStandingQuery'];
    /**
     * Register a standing query
     * @description From now on every match is reported to the outputs and to the results stream, and every match that ends, unless `includeCancellations` is false. Nodes that are there already are looked at when they next change, or all at once by propagate.
     */
    post: operations['createStandingQuery'];
    /** Cancel a standing query */
    delete: operations['deleteStandingQuery'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/standing/{name}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Results of a standing query, live
     * @description Server-sent events: name `result`, id the `resultId`, data the result. Starts with what comes after the request, or, with a header `Last-Event-ID`, with what came after that result; an event `gap` tells that it is not kept any more, and then everything kept follows. An event with empty data is a sign of life.
     */
    get: operations['streamStandingResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/standing/{name}/output/{output}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add an output to a running standing query
     * @description It gets the results that come after it.
     */
    post: operations['createStandingOutput'];
    /**
     * Remove an output
     * @description One that this form of the API has no words for is not there for it.
     */
    delete: operations['deleteStandingOutput'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/standing/control/propagate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Show all standing queries to the nodes that were there before them */
    post: operations['propagateStandingQueries'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/cypher': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Cypher query */
    post: operations['queryCypher'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/cypher/nodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Cypher query that returns nodes */
    post: operations['queryCypherNodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/cypher/edges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Cypher query that returns edges */
    post: operations['queryCypherEdges'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/gremlin': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a Gremlin query
     * @description Steps that walk, filter and count: the REST API page of the guides lists them. Cypher can say more.
     */
    post: operations['queryGremlin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/gremlin/nodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Gremlin query that gives nodes */
    post: operations['queryGremlinNodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/gremlin/edges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run a Gremlin query that gives edges */
    post: operations['queryGremlinEdges'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/cypher/user-defined': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the functions that were defined here */
    get: operations['listUserFunctions'];
    put?: never;
    /**
     * Define a function, written in Cypher
     * @description Every query from now on can call it, also after a restart. It may not call itself.
     */
    post: operations['defineUserFunction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query/cypher/user-defined/{name}': {
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
     * Remove a function that was defined here
     * @description Ingest streams and outputs that run go on with it until they are made anew.
     */
    delete: operations['removeUserFunction'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query': {
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
    get: operations['openQuerySocket'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/lsp': {
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
    get: operations['openLanguageServer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/algorithm/walk/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A random walk from a node
     * @description Edges are followed in both directions.
     */
    get: operations['generateRandomWalk'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/algorithm/walk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Random walks from every node, into a file
     * @description In the background. Each walk is a line: the node that it starts from, then what is told of each.
     */
    put: operations['saveRandomWalks'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/build-info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Version of the service */
    get: operations['buildInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/graph-hash-code': {
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
    get: operations['graphHashCode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Configuration in use, without secrets */
    get: operations['config'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/liveness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Is the process alive? */
    get: operations['liveness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/readiness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Can the service take requests? */
    get: operations['readiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Counters, timers and gauges */
    get: operations['metrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/meta-data': {
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
    get: operations['metaData'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/shard-sizes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read and change how many nodes stay awake
     * @description An empty object just reads. Shards that are not named keep their limits.
     */
    post: operations['shardSizes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/request-node-sleep/{id}': {
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
    post: operations['requestNodeSleep'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/log-levels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the log shows */
    get: operations['getLogLevels'];
    /**
     * Change what the log shows
     * @description Until the service ends; then the configuration holds again.
     */
    put: operations['putLogLevels'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/shutdown': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stop the service gracefully */
    post: operations['shutdown'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/backup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A copy of everything stored
     * @description Taken at one moment, while the service goes on. Made into a data directory by the command `weir restore`. Holds everything, secrets of outputs among it.
     */
    get: operations['backup'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The graph as lines of JSON
     * @description First all nodes, then all edges, one on a line. The last line says how many there are.
     */
    get: operations['exportGraph'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add exported lines to the graph
     * @description The body is what an export gave, of any length. What is there already stays, and importing the same again changes nothing. Answers when everything is durable.
     */
    post: operations['importGraph'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query-ui/sample-queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List sample queries */
    get: operations['getSampleQueries'];
    /** Replace the sample queries */
    put: operations['putSampleQueries'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query-ui/quick-queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List quick queries */
    get: operations['getQuickQueries'];
    /** Replace the quick queries */
    put: operations['putQuickQueries'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/query-ui/node-appearances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List node appearances */
    get: operations['getNodeAppearances'];
    /** Replace the node appearances */
    put: operations['putNodeAppearances'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/debug/{id}': {
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
    get: operations['getNode'];
    /** Add properties and edges to a node */
    put: operations['putNode'];
    post?: never;
    /** Delete all properties, labels and edges of a node */
    delete: operations['deleteNode'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/debug/{id}/verbose': {
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
    get: operations['getNodeVerbose'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/debug/{id}/props': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One property of a node */
    get: operations['getNodeProperty'];
    /** Set a property of a node */
    put: operations['putNodeProperty'];
    post?: never;
    /** Remove a property of a node */
    delete: operations['deleteNodeProperty'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/debug/{id}/edges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Edges of a node */
    get: operations['listNodeEdges'];
    /** Add edges to a node */
    put: operations['addNodeEdges'];
    post?: never;
    /** Remove edges of a node */
    delete: operations['deleteNodeEdges'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/debug/{id}/edges/half': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Edges of a node, also those that only it knows of */
    get: operations['listNodeHalfEdges'];
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
    IngestStreamInfo: {
      /** @enum {string} */
      status: 'Running' | 'Paused' | 'Restored' | 'Completed' | 'Terminated' | 'Failed';
      /** @description What went wrong, for a stream that failed; what keeps the source from reading, for one that runs */
      message?: string;
      /** @description What may be wrong with it: its query may scan all nodes, say */
      warnings?: string[];
      /** @description The definition with all defaults filled in */
      settings: components['schemas']['IngestStreamDefinition'] | components['schemas']['OnlyInVersion2'];
      stats: {
        /** @description Records done since the stream was created, over restarts, those that did not parse included. What a sender that keeps the position itself gives a second time counts a second time */
        ingestedCount: number;
        rates: components['schemas']['RatesSummary'];
        byteRates: components['schemas']['RatesSummary'];
        /** @description ISO 8601, UTC: when it was created, or brought back by this process */
        startTime: string;
        /** @description Milliseconds since startTime; stands still once the stream ended */
        totalRuntime: number;
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
    IngestStreamDefinition:
      | components['schemas']['FileIngest']
      | components['schemas']['StandardInputIngest']
      | components['schemas']['NumberIteratorIngest']
      | components['schemas']['ServerSentEventsIngest']
      | components['schemas']['WebsocketSimpleStartupIngest']
      | components['schemas']['KafkaIngest']
      | components['schemas']['S3Ingest']
      | components['schemas']['KinesisIngest']
      | components['schemas']['KinesisKCLIngest']
      | components['schemas']['SQSIngest'];
    /** @description Lines of a file or of a named pipe */
    FileIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'FileIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherLineFormat']
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherCsvFormat'];
      /** @description File on the host of the service, one record per line */
      path: string;
      /**
       * @description Encoding of the text
       * @default UTF-8
       */
      encoding?: string;
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /**
       * Format: int32
       * @description Bytes; a longer line fails the stream
       * @default 134217728
       */
      maximumLineSize?: number;
      /**
       * Format: int64
       * @description Records to pass over first
       * @default 0
       */
      startAtOffset?: number;
      /**
       * Format: int64
       * @description Records to take at most
       */
      ingestLimit?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
      /**
       * @description Absent: as the path turns out to be
       * @enum {string}
       */
      fileIngestMode?: 'Regular' | 'NamedPipe';
    };
    /** @description Each record is a text, without its line end */
    CypherLineFormat: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CypherLine';
      /** @description Ingest query in Cypher, run once per record */
      query: string;
      /**
       * @description Name of the query parameter that carries the record
       * @default that
       */
      parameter?: string;
    };
    /** @description Each record is one JSON document */
    CypherJsonFormat: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CypherJson';
      /** @description Ingest query in Cypher, run once per record */
      query: string;
      /**
       * @description Name of the query parameter that carries the record
       * @default that
       */
      parameter?: string;
    };
    /** @description Each record is a row of comma-separated values */
    CypherCsvFormat: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CypherCsv';
      /** @description Ingest query in Cypher, run once per record */
      query: string;
      /**
       * @description Name of the query parameter that carries the record
       * @default that
       */
      parameter?: string;
      /**
       * @description true: the first row names the columns; a list: these are their names
       * @default false
       */
      headers?: boolean | string[];
      /**
       * @default Comma
       * @enum {string}
       */
      delimiter?: 'Backslash' | 'Comma' | 'Semicolon' | 'Colon' | 'Tab' | 'Pipe' | 'DoubleQuote';
      /**
       * @default DoubleQuote
       * @enum {string}
       */
      quoteChar?: 'Backslash' | 'Comma' | 'Semicolon' | 'Colon' | 'Tab' | 'Pipe' | 'DoubleQuote';
      /**
       * @default Backslash
       * @enum {string}
       */
      escapeChar?: 'Backslash' | 'Comma' | 'Semicolon' | 'Colon' | 'Tab' | 'Pipe' | 'DoubleQuote';
    };
    /** @description Lines of the service's standard input */
    StandardInputIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'StandardInputIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherLineFormat']
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherCsvFormat'];
      /**
       * @description Encoding of the text
       * @default UTF-8
       */
      encoding?: string;
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /**
       * Format: int32
       * @description Bytes; a longer line fails the stream
       * @default 134217728
       */
      maximumLineSize?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
    };
    /** @description Whole numbers in order, each as text */
    NumberIteratorIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'NumberIteratorIngest';
      /**
       * @default {
       *       "type": "CypherLine",
       *       "query": "MATCH (x) WHERE id(x) = idFrom(toInteger($that)) SET x.i = toInteger($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherLineFormat']
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherCsvFormat'];
      /**
       * Format: int64
       * @description The first number
       * @default 0
       */
      startAtOffset?: number;
      /**
       * Format: int64
       * @description How many numbers; absent: without end
       */
      ingestLimit?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
    };
    /** @description The data of server-sent events */
    ServerSentEventsIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ServerSentEventsIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherRawFormat']
        | components['schemas']['CypherProtobufFormat']
        | components['schemas']['DropFormat'];
      /** @description Producer of server-sent events, http or https; passwords and tokens in it never come back out */
      url: string;
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
      maximumPerSecond?: number;
      /**
       * @description Applied to each record in this order before it is parsed
       * @default []
       */
      recordDecoders?: ('Base64' | 'Gzip' | 'Zlib' | 'Zstd' | 'Lz4' | 'Snappy')[];
    };
    /** @description Each record is bytes */
    CypherRawFormat: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CypherRaw';
      /** @description Ingest query in Cypher, run once per record */
      query: string;
      /**
       * @description Name of the query parameter that carries the record
       * @default that
       */
      parameter?: string;
    };
    /** @description Each record is one message of Protobuf */
    CypherProtobufFormat: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CypherProtobuf';
      /** @description Ingest query in Cypher, run once per record */
      query: string;
      /**
       * @description Name of the query parameter that carries the record
       * @default that
       */
      parameter?: string;
      /** @description A compiled descriptor set: a file, or an http or https address */
      schemaUrl: string;
      /** @description The message, with or without its package */
      typeName: string;
    };
    /** @description Records are counted and discarded */
    DropFormat: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'Drop';
    };
    /** @description Messages of a WebSocket */
    WebsocketSimpleStartupIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'WebsocketSimpleStartupIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherRawFormat']
        | components['schemas']['CypherProtobufFormat']
        | components['schemas']['DropFormat'];
      /** @description A ws or wss address */
      url: string;
      /**
       * @description Sent when the connection is there
       * @default []
       */
      initMessages?: string[];
      /**
       * @default {
       *       "type": "PingPongInterval",
       *       "intervalMillis": 5000
       *     }
       */
      keepAlive?:
        | {
            /** @enum {string} */
            type: 'PingPongInterval';
            /**
             * Format: int32
             * @default 5000
             */
            intervalMillis?: number;
          }
        | {
            /** @enum {string} */
            type: 'SendMessageInterval';
            message: string;
            /**
             * Format: int32
             * @default 5000
             */
            intervalMillis?: number;
          }
        | {
            /** @enum {string} */
            type: 'NoKeepalive';
          };
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /**
       * @description Encoding of the text
       * @default UTF-8
       */
      encoding?: string;
    };
    /** @description Values of the records of Kafka topics */
    KafkaIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KafkaIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherRawFormat']
        | components['schemas']['CypherProtobufFormat']
        | components['schemas']['DropFormat'];
      /** @description Names, or an object with the partitions of each */
      topics:
        | string[]
        | {
            [key: string]: number[];
          };
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /** @example localhost:9092 */
      bootstrapServers: string;
      /** @description Default: the name of the stream */
      groupId?: string;
      /**
       * @default PLAINTEXT
       * @enum {string}
       */
      securityProtocol?: 'PLAINTEXT' | 'SSL' | 'SASL_SSL' | 'SASL_PLAINTEXT';
      /** @description Absent: offsets are never committed */
      offsetCommitting?: {
        /** @enum {string} */
        type: 'ExplicitCommit';
        /**
         * Format: int64
         * @default 1000
         */
        maxBatch?: number;
        /**
         * Format: int32
         * @default 10000
         */
        maxIntervalMillis?: number;
        /**
         * Format: int32
         * @default 100
         */
        parallelism?: number;
        /** @default true */
        waitForCommitConfirmation?: boolean;
      };
      /**
       * @default latest
       * @enum {string}
       */
      autoOffsetReset?: 'latest' | 'earliest' | 'none';
      /**
       * @description Properties of the Java client, where they have an equivalent
       * @default {}
       */
      kafkaProperties?: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description The last offset to read, of each partition
       */
      endingOffset?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
      /**
       * @description Applied to each record in this order before it is parsed
       * @default []
       */
      recordDecoders?: ('Base64' | 'Gzip' | 'Zlib' | 'Zstd' | 'Lz4' | 'Snappy')[];
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
    };
    /** @description Lines of an object of S3 */
    S3Ingest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'S3Ingest';
      /**
       * @default {
       *       "type": "CypherLine",
       *       "query": "MATCH (x) WHERE id(x) = idFrom($that) SET x.content = $that",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherLineFormat']
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherCsvFormat'];
      bucket: string;
      key: string;
      /**
       * @description Encoding of the text
       * @default UTF-8
       */
      encoding?: string;
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /** @description Absent: as AWS clients find them, in the environment for instance */
      credentials?: {
        /** @description Never comes back out */
        accessKeyId: string;
        /** @description Never comes back out */
        secretAccessKey: string;
      };
      /**
       * @description Absent: as AWS clients find it, in AWS_REGION for instance
       * @example {
       *       "region": "us-west-2"
       *     }
       */
      region?: {
        region: string;
      };
      /**
       * @description A server that speaks as AWS does, in its place; an http or https address
       * @example http://localhost:5000
       */
      endpoint?: string;
      /**
       * Format: int32
       * @description Bytes; a longer line fails the stream
       * @default 134217728
       */
      maximumLineSize?: number;
      /**
       * Format: int64
       * @description Records to pass over first
       * @default 0
       */
      startAtOffset?: number;
      /**
       * Format: int64
       * @description Records to take at most
       */
      ingestLimit?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
    };
    /** @description Records of a stream of Kinesis */
    KinesisIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KinesisIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherRawFormat']
        | components['schemas']['CypherProtobufFormat']
        | components['schemas']['DropFormat'];
      streamName: string;
      /** @description Absent or empty: all, and those that follow */
      shardIds?: string[];
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /** @description Absent: as AWS clients find them, in the environment for instance */
      credentials?: {
        /** @description Never comes back out */
        accessKeyId: string;
        /** @description Never comes back out */
        secretAccessKey: string;
      };
      /**
       * @description Absent: as AWS clients find it, in AWS_REGION for instance
       * @example {
       *       "region": "us-west-2"
       *     }
       */
      region?: {
        region: string;
      };
      /**
       * @description A server that speaks as AWS does, in its place; an http or https address
       * @example http://localhost:5000
       */
      endpoint?: string;
      /**
       * @description Where to begin in each shard, the first time
       * @default Latest
       */
      iteratorType?:
        | ('Latest' | 'TrimHorizon')
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
            /** Format: int64 */
            millisSinceEpoch: number;
          };
      /**
       * Format: int32
       * @description Tries of one request; the stream goes on after them
       * @default 3
       */
      numRetries?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
      /**
       * @description Applied to each record in this order before it is parsed
       * @default []
       */
      recordDecoders?: ('Base64' | 'Gzip' | 'Zlib' | 'Zstd' | 'Lz4' | 'Snappy')[];
    };
    /** @description Records of a stream of Kinesis whose shards several processes share */
    KinesisKCLIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KinesisKCLIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherRawFormat']
        | components['schemas']['CypherProtobufFormat']
        | components['schemas']['DropFormat'];
      /** @description Also the name of the table, unless it has one of its own */
      applicationName: string;
      kinesisStreamName: string;
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      parallelism?: number;
      /** @description Absent: as AWS clients find them, in the environment for instance */
      credentials?: {
        /** @description Never comes back out */
        accessKeyId: string;
        /** @description Never comes back out */
        secretAccessKey: string;
      };
      /**
       * @description Absent: as AWS clients find it, in AWS_REGION for instance
       * @example {
       *       "region": "us-west-2"
       *     }
       */
      region?: {
        region: string;
      };
      /**
       * @description A server that speaks as AWS does, in its place; an http or https address
       * @example http://localhost:5000
       */
      endpoint?: string;
      /**
       * @description Where to begin in a stream that has not been read yet
       * @default Latest
       */
      initialPosition?:
        | ('Latest' | 'TrimHorizon')
        | {
            /** @enum {string} */
            type: 'AtTimestamp';
            /** Format: int32 */
            year: number;
            /** Format: int32 */
            month: number;
            /** Format: int32 */
            dayOfMonth: number;
            /** Format: int32 */
            hourOfDay: number;
            /** Format: int32 */
            minute: number;
            /** Format: int32 */
            second: number;
          };
      /**
       * Format: int32
       * @description Tries of one request; the stream goes on after them
       * @default 3
       */
      numRetries?: number;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
      /**
       * @description Applied to each record in this order before it is parsed
       * @default []
       */
      recordDecoders?: ('Base64' | 'Gzip' | 'Zlib' | 'Zstd' | 'Lz4' | 'Snappy')[];
      schedulerSourceSettings?: {
        [key: string]: unknown;
      };
      checkpointSettings?: {
        /** @default false */
        disableCheckpointing?: boolean;
        /** Format: int32 */
        maxBatchSize?: number;
        /** Format: int32 */
        maxBatchWaitMillis?: number;
      };
      advancedSettings?: {
        configsBuilder?: {
          tableName?: string;
          workerIdentifier?: string;
        };
        leaseManagementConfig?: {
          /** Format: int32 */
          failoverTimeMillis?: number;
          /** Format: int32 */
          shardSyncIntervalMillis?: number;
          /** Format: int32 */
          maxLeasesForWorker?: number;
          /** @enum {string} */
          billingMode?: 'PROVISIONED' | 'PAY_PER_REQUEST' | 'UNKNOWN_TO_SDK_VERSION';
          /** Format: int32 */
          initialLeaseTableReadCapacity?: number;
          /** Format: int32 */
          initialLeaseTableWriteCapacity?: number;
        } & {
          [key: string]: unknown;
        };
        retrievalSpecificConfig?: {
          /** @enum {string} */
          type: 'PollingConfig' | 'FanOutConfig';
          /** Format: int32 */
          maxRecords?: number;
          /** Format: int32 */
          idleTimeBetweenReadsInMillis?: number;
        } & {
          [key: string]: unknown;
        };
        processorConfig?: {
          [key: string]: unknown;
        };
        coordinatorConfig?: {
          [key: string]: unknown;
        };
        lifecycleConfig?: {
          [key: string]: unknown;
        };
        retrievalConfig?: {
          [key: string]: unknown;
        };
        metricsConfig?: {
          [key: string]: unknown;
        };
      };
    };
    /** @description Messages of a queue of SQS */
    SQSIngest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'SQSIngest';
      /**
       * @default {
       *       "type": "CypherJson",
       *       "query": "CREATE ($that)",
       *       "parameter": "that"
       *     }
       */
      format?:
        | components['schemas']['CypherJsonFormat']
        | components['schemas']['CypherRawFormat']
        | components['schemas']['CypherProtobufFormat']
        | components['schemas']['DropFormat'];
      queueUrl: string;
      /**
       * Format: int32
       * @description Requests for messages at once
       * @default 1
       */
      readParallelism?: number;
      /**
       * Format: int32
       * @description Ingest queries of this stream that run at once
       * @default 16
       */
      writeParallelism?: number;
      /** @description Absent: as AWS clients find them, in the environment for instance */
      credentials?: {
        /** @description Never comes back out */
        accessKeyId: string;
        /** @description Never comes back out */
        secretAccessKey: string;
      };
      /**
       * @description Absent: as AWS clients find it, in AWS_REGION for instance
       * @example {
       *       "region": "us-west-2"
       *     }
       */
      region?: {
        region: string;
      };
      /**
       * @description A server that speaks as AWS does, in its place; an http or https address
       * @example http://localhost:5000
       */
      endpoint?: string;
      /**
       * @description When what they say is durable
       * @default true
       */
      deleteReadMessages?: boolean;
      /**
       * Format: int32
       * @description Records per second; absent: no limit
       */
      maximumPerSecond?: number;
      /**
       * @description Applied to each record in this order before it is parsed
       * @default []
       */
      recordDecoders?: ('Base64' | 'Gzip' | 'Zlib' | 'Zstd' | 'Lz4' | 'Snappy')[];
    };
    /** @description A stream of version 2, which tells more of it */
    OnlyInVersion2: {
      /** @enum {string} */
      type: 'OnlyInVersion2';
      /**
       * @description The type of its source
       * @example NatsJetStream
       */
      source: string;
      query: string;
      parameter: string;
      parallelism: number;
      maximumPerSecond?: number;
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
    /** @description What is wrong, one text each. The header `Weir-Error-Code` names the kind of error. */
    Errors: string[];
    IngestStreamInfoWithName: {
      /** @enum {string} */
      status: 'Running' | 'Paused' | 'Restored' | 'Completed' | 'Terminated' | 'Failed';
      /** @description What went wrong, for a stream that failed; what keeps the source from reading, for one that runs */
      message?: string;
      /** @description What may be wrong with it: its query may scan all nodes, say */
      warnings?: string[];
      /** @description The definition with all defaults filled in */
      settings: components['schemas']['IngestStreamDefinition'] | components['schemas']['OnlyInVersion2'];
      stats: {
        /** @description Records done since the stream was created, over restarts, those that did not parse included. What a sender that keeps the position itself gives a second time counts a second time */
        ingestedCount: number;
        rates: components['schemas']['RatesSummary'];
        byteRates: components['schemas']['RatesSummary'];
        /** @description ISO 8601, UTC: when it was created, or brought back by this process */
        startTime: string;
        /** @description Milliseconds since startTime; stands still once the stream ended */
        totalRuntime: number;
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
      name: string;
    };
    RegisteredStandingQuery: {
      name: string;
      internalId: string;
      pattern: components['schemas']['StandingQueryPattern'];
      /** @description Those of version 2 of the API are among them where version 1 has words for them */
      outputs: {
        [key: string]: components['schemas']['StandingQueryOutput'];
      };
      /** @description As it was given */
      includeCancellations?: boolean;
      inputBufferSize: number;
      /** @description By host; the only host is `local` */
      stats: {
        [key: string]: components['schemas']['StandingQueryStats'];
      };
    };
    StandingQueryPattern: {
      /** @enum {string} */
      type: 'Cypher';
      /** @description A MATCH, an optional WHERE and a RETURN */
      query: string;
      /**
       * @default DistinctId
       * @enum {string|null}
       */
      mode?: 'DistinctId' | 'MultipleValues' | null;
    };
    StandingQueryOutput:
      | components['schemas']['PostToEndpoint']
      | components['schemas']['PrintToStandardOut']
      | components['schemas']['WriteToFile']
      | components['schemas']['PostToSlack']
      | components['schemas']['WriteToKafka']
      | components['schemas']['WriteToKinesis']
      | components['schemas']['WriteToSNS']
      | components['schemas']['WriteToSQS']
      | components['schemas']['CypherQueryOutput']
      | components['schemas']['DropOutput'];
    /** @description One HTTP POST per result, or per batch of results */
    PostToEndpoint: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PostToEndpoint';
      /** @description An http or https address; passwords and tokens in it never come back out */
      url: string;
      /**
       * Format: int32
       * @description Requests at once; with 1, results arrive in order
       * @default 8
       */
      parallelism?: number;
      /**
       * @description Send the bare data instead of meta and data
       * @default false
       */
      onlyPositiveMatchData?: boolean;
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
      /**
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description One line per result on standard output */
    PrintToStandardOut: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PrintToStandardOut';
      /**
       * @default Info
       * @enum {string}
       */
      logLevel?: 'Trace' | 'Debug' | 'Info' | 'Warn' | 'Error';
      /**
       * @description Complete waits for a slow reader, FastSampling leaves out results
       * @default Complete
       * @enum {string}
       */
      logMode?: 'Complete' | 'FastSampling';
      /**
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description One JSON line per result, appended */
    WriteToFile: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'WriteToFile';
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
      /**
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description Results gathered into chat messages */
    PostToSlack: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PostToSlack';
      /** @description An http or https address; its path never comes back out */
      hookUrl: string;
      /**
       * @description Leave cancellations out
       * @default false
       */
      onlyPositiveMatchData?: boolean;
      /**
       * Format: int32
       * @description At most one message in this time
       * @default 20
       */
      intervalSeconds?: number;
    };
    /** @description One record per result; its key is the id of the result */
    WriteToKafka: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'WriteToKafka';
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
      /**
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description One record per result; its partition key is the id of the result */
    WriteToKinesis: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'WriteToKinesis';
      /** @description Absent: as AWS clients find them, in the environment for instance */
      credentials?: {
        /** @description Never comes back out */
        accessKeyId: string;
        /** @description Never comes back out */
        secretAccessKey: string;
      };
      /**
       * @description Absent: as AWS clients find it, in AWS_REGION for instance
       * @example {
       *       "region": "us-west-2"
       *     }
       */
      region?: {
        region: string;
      };
      /**
       * @description A server that speaks as AWS does, in its place; an http or https address
       * @example http://localhost:5000
       */
      endpoint?: string;
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
      /**
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description One message per result; its attribute resultId is the id */
    WriteToSNS: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'WriteToSNS';
      /** @description Absent: as AWS clients find them, in the environment for instance */
      credentials?: {
        /** @description Never comes back out */
        accessKeyId: string;
        /** @description Never comes back out */
        secretAccessKey: string;
      };
      /**
       * @description Absent: as AWS clients find it, in AWS_REGION for instance
       * @example {
       *       "region": "us-west-2"
       *     }
       */
      region?: {
        region: string;
      };
      /**
       * @description A server that speaks as AWS does, in its place; an http or https address
       * @example http://localhost:5000
       */
      endpoint?: string;
      /** @example arn:aws:sns:eu-west-1:123456789012:matches */
      topic: string;
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
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description One message per result; its attribute resultId is the id */
    WriteToSQS: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'WriteToSQS';
      /** @description Absent: as AWS clients find them, in the environment for instance */
      credentials?: {
        /** @description Never comes back out */
        accessKeyId: string;
        /** @description Never comes back out */
        secretAccessKey: string;
      };
      /**
       * @description Absent: as AWS clients find it, in AWS_REGION for instance
       * @example {
       *       "region": "us-west-2"
       *     }
       */
      region?: {
        region: string;
      };
      /**
       * @description A server that speaks as AWS does, in its place; an http or https address
       * @example http://localhost:5000
       */
      endpoint?: string;
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
      /**
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description Runs a query for each result; its rows go to andThen */
    CypherQueryOutput: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
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
      andThen?: components['schemas']['StandingQueryOutput'];
      /** @default false */
      allowAllNodeScan?: boolean;
      /**
       * @description Again after errors that may pass
       * @default true
       */
      shouldRetry?: boolean;
      /**
       * @description WithMetadata: {meta, data}; Bare: the data alone
       * @default {
       *       "type": "WithMetadata"
       *     }
       */
      structure?:
        | {
            /** @enum {string} */
            type: 'WithMetadata';
          }
        | {
            /** @enum {string} */
            type: 'Bare';
          };
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
    /** @description Results are counted and discarded */
    DropOutput: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'Drop';
    };
    StandingQueryStats: {
      /** @description Positive results */
      rates: {
        /** @description Items so far */
        count: number;
        /** @description Items per second, averaged over about a minute */
        oneMinute: number;
        fiveMinute: number;
        fifteenMinute: number;
        /** @description Items per second since the start */
        overall: number;
      };
      /** @description ISO 8601, UTC: registration, or the last start of the service */
      startTime: string;
      /** @description Milliseconds since startTime */
      totalRuntime: number;
      /** @description Results that wait for their outputs */
      bufferSize: number;
      /** @description Evaluations of expressions that failed, each of which left something out; see the log */
      expressionFailures: number;
      /** @description Sum of the hashes of all results, if it was asked for: 64 bits, signed */
      outputHashCode: string;
    };
    StandingQueryDefinition: {
      pattern: components['schemas']['StandingQueryPattern'];
      /** @default {} */
      outputs?: {
        [key: string]: components['schemas']['StandingQueryOutput'];
      } | null;
      /** @description Who gets cancellations. Absent: results streams, taps and outputs, but not those that run a query on the graph (`CypherQuery`, enrichment, and what follows them). `true`: all. `false`: nobody */
      includeCancellations?: boolean | null;
      /**
       * Format: int32
       * @description Results that may wait for their outputs before ingest is held
       * @default 32
       */
      inputBufferSize?: number;
      /** @default false */
      shouldCalculateResultHashCode?: boolean | null;
      /** @description Results say which records they come from; ingest is slower meanwhile */
      provenance?: boolean;
      /** @description Results that are kept for clients that come back: how many, and how long */
      resultLog?: {
        /** Format: int32 */
        count?: number;
        /** Format: int32 */
        millis?: number;
      };
    };
    StandingQueryReplacement: {
      pattern: components['schemas']['StandingQueryPattern'];
    };
    StandingQueryResult: {
      meta: {
        /** @description A UUID; a cancellation carries that of the match it ends */
        resultId: string;
        isPositiveMatch: boolean;
        /** @description The data was there before the query */
        isInitialResult: boolean;
        /** @description If asked for: the records that wrote what the match consists of, first the one that completed it; of a cancellation the one that ended the match */
        provenance?: {
          stream: string;
          position: number;
        }[];
        /** @description There are more records than are named */
        provenanceTruncated?: boolean;
      };
      data: {
        [key: string]: unknown;
      };
    };
    CypherQueryResult: {
      columns: string[];
      /** @description Rows, each with one value per column */
      results: unknown[][];
    };
    CypherQuery: {
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
    CypherFunction: {
      /** @description Letters, digits and _, with dots between the parts */
      name: string;
      /**
       * @description Names of the arguments, as the expression uses them
       * @default []
       */
      parameters?: string[] | null;
      /** @description A Cypher expression over the parameters; it may use other functions, but hold no query */
      expression: string;
    };
    SaveLocation:
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
    BuildInfo: {
      version: string;
      gitCommit?: string;
      gitCommitDate?: string;
      /** @description The runtime, under the name that clients know */
      javaVersion: string;
      /** @description Version of the format on disk */
      persistenceWriteVersion: string;
    };
    GraphHashCode: {
      /** @description 64 bits, signed */
      value: string;
      atTime: number;
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
    ImportSummary: {
      /** @description Lines with a node */
      nodes: number;
      /** @description Lines with an edge */
      edges: number;
    };
    SampleQuery: {
      /** @description A descriptive label for the query */
      name: string;
      /** @description The Cypher text */
      query: string;
    };
    UiNodeQuickQuery: {
      predicate: components['schemas']['UiNodePredicate'];
      quickQuery: {
        /** @description Name in the node menu */
        name: string;
        /** @description Cypher that follows the MATCH of the node `n` */
        querySuffix: string;
        /**
         * @default Cypher
         * @enum {string|null}
         */
        queryLanguage?: 'Gremlin' | 'Cypher' | null;
        /**
         * @default Node
         * @enum {string|null}
         */
        sort?: 'Text' | 'Node' | null;
        /** @description Draw an edge with this label to the results */
        edgeLabel?: string | null;
      };
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
    GivenLiteralNode: {
      /** @description Values of the parameters, by name */
      properties: {
        [key: string]: unknown;
      };
      edges: components['schemas']['HalfEdge'][];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  listIngest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All streams by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: components['schemas']['IngestStreamInfo'];
          };
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getIngest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
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
          'application/json': components['schemas']['IngestStreamInfoWithName'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  createIngest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "NumberIteratorIngest",
         *       "ingestLimit": 1000,
         *       "format": {
         *         "type": "CypherLine",
         *         "query": "MATCH (n) WHERE id(n) = idFrom(toInteger($that)) SET n.i = toInteger($that)"
         *       }
         *     }
         */
        'application/json': components['schemas']['IngestStreamDefinition'];
      };
    };
    responses: {
      /** @description The stream runs */
      200: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  deleteIngest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
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
          'application/json': components['schemas']['IngestStreamInfoWithName'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  pauseIngest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
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
          'application/json': components['schemas']['IngestStreamInfoWithName'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  startIngest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
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
          'application/json': components['schemas']['IngestStreamInfoWithName'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  listStandingQueries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
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
          'application/json': components['schemas']['RegisteredStandingQuery'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getStandingQuery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
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
          'application/json': components['schemas']['RegisteredStandingQuery'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  replaceStandingQuery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
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
        'application/json': components['schemas']['StandingQueryReplacement'];
      };
    };
    responses: {
      /** @description The standing query */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredStandingQuery'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  createStandingQuery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "pattern": {
         *         "type": "Cypher",
         *         "query": "MATCH (n)-[:parent]->(m) WHERE exists(n.name) RETURN DISTINCT strId(n) AS child",
         *         "mode": "DistinctId"
         *       },
         *       "outputs": {
         *         "console": {
         *           "type": "PrintToStandardOut"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['StandingQueryDefinition'];
      };
    };
    responses: {
      /** @description The query runs */
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  deleteStandingQuery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
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
          'application/json': components['schemas']['RegisteredStandingQuery'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  streamStandingResults: {
    parameters: {
      query?: {
        /** @description For clients that can not set the header, which counts more */
        'last-event-id'?: string;
      };
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events without end */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': components['schemas']['StandingQueryResult'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  createStandingOutput: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
        /** @description Chosen by whoever created it; case counts */
        output: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "PrintToStandardOut"
         *     }
         */
        'application/json': components['schemas']['StandingQueryOutput'];
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  deleteStandingOutput: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
        /** @description Chosen by whoever created it; case counts */
        output: string;
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
          'application/json': components['schemas']['StandingQueryOutput'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  propagateStandingQueries: {
    parameters: {
      query?: {
        /** @description Wake sleeping nodes too */
        'include-sleeping'?: boolean;
        /** @description How many to wake at a time */
        'wake-up-parallelism'?: number;
      };
      header?: never;
      path?: never;
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  queryCypher: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
        /** @description Milliseconds after which the query is stopped */
        timeout?: number;
      };
      header?: never;
      path?: never;
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
        'application/json': components['schemas']['CypherQuery'];
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  queryCypherNodes: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
        /** @description Milliseconds after which the query is stopped */
        timeout?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "MATCH (n) RETURN n LIMIT 10"
         *     }
         */
        'application/json': components['schemas']['CypherQuery'];
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  queryCypherEdges: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
        /** @description Milliseconds after which the query is stopped */
        timeout?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "MATCH (n)-[e]->(m) RETURN e LIMIT 10"
         *     }
         */
        'application/json': components['schemas']['CypherQuery'];
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  queryGremlin: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
        /** @description Milliseconds after which the query is stopped */
        timeout?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "g.V().has(\"name\", \"Ann\").out(\"knows\").values(\"name\")"
         *     }
         */
        'application/json': components['schemas']['CypherQuery'];
      };
    };
    responses: {
      /** @description All values, in order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown[];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  queryGremlinNodes: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
        /** @description Milliseconds after which the query is stopped */
        timeout?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "g.V().recentV(10)"
         *     }
         */
        'application/json': components['schemas']['CypherQuery'];
      };
    };
    responses: {
      /** @description All of them, in order */
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  queryGremlinEdges: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
        /** @description Milliseconds after which the query is stopped */
        timeout?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "g.V().recentV(10).outE()"
         *     }
         */
        'application/json': components['schemas']['CypherQuery'];
      };
    };
    responses: {
      /** @description All of them, in order */
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  listUserFunctions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the order of their making */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CypherFunction'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  defineUserFunction: {
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
         *       "name": "risk.score",
         *       "parameters": [
         *         "n"
         *       ],
         *       "expression": "n.a * 2"
         *     }
         */
        'application/json': components['schemas']['CypherFunction'];
      };
    };
    responses: {
      /** @description The function */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CypherFunction'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  removeUserFunction: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Chosen by whoever created it; case counts */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The function as it was */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CypherFunction'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  openQuerySocket: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  openLanguageServer: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  generateRandomWalk: {
    parameters: {
      query?: {
        /** @description Steps of a walk; default 10 */
        length?: number;
        /** @description A query over `thisNode`: what it returns is told of each node. Default: `RETURN id(thisNode)` */
        query?: string;
        /** @description The chance to go back is divided by it; 0: never. Default 1 */
        return?: number;
        /** @description The chance to leave the neighbourhood is divided by it; 0: never stay. Default 1 */
        'in-out'?: number;
        /** @description The same one again gives the same walk */
        seed?: string;
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  saveRandomWalks: {
    parameters: {
      query?: {
        /** @description Steps of a walk; default 10 */
        length?: number;
        /** @description Walks from each node; default 5 */
        count?: number;
        /** @description A query over `thisNode`: what it returns is told of each node. Default: `RETURN id(thisNode)` */
        query?: string;
        /** @description The chance to go back is divided by it; 0: never. Default 1 */
        return?: number;
        /** @description The chance to leave the neighbourhood is divided by it; 0: never stay. Default 1 */
        'in-out'?: number;
        /** @description The same one again gives the same walk */
        seed?: string;
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
        /** @description Walks at a time; default 16 */
        parallelism?: number;
      };
      header?: never;
      path?: never;
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
        'application/json': components['schemas']['SaveLocation'];
      };
    };
    responses: {
      /** @description Name of the file */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  buildInfo: {
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
          'application/json': components['schemas']['BuildInfo'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  graphHashCode: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
      };
      header?: never;
      path?: never;
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
          'application/json': components['schemas']['GraphHashCode'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  config: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  liveness: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  readiness: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  metrics: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  metaData: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  shardSizes: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  requestNodeSleep: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getLogLevels: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  putLogLevels: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  shutdown: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  backup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The backup */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  exportGraph: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The lines */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  importGraph: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was read */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportSummary'];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getSampleQueries: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  putSampleQueries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SampleQuery'][];
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getQuickQueries: {
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
          'application/json': components['schemas']['UiNodeQuickQuery'][];
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  putQuickQueries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UiNodeQuickQuery'][];
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getNodeAppearances: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  putNodeAppearances: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UiNodeAppearance'][];
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getNode: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  putNode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "properties": {
         *         "name": "Ann"
         *       },
         *       "edges": [
         *         {
         *           "edgeType": "knows",
         *           "direction": "Outgoing",
         *           "other": "3e74242e-538f-3bd1-9814-49e6761551b1"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['GivenLiteralNode'];
      };
    };
    responses: {
      /** @description It is written */
      200: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  deleteNode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is written */
      200: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getNodeVerbose: {
    parameters: {
      query?: {
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
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
          'application/json': unknown;
        };
      };
      /** @description Something failed inside the service */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  getNodeProperty: {
    parameters: {
      query: {
        /** @description Name of the property */
        key: string;
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  putNodeProperty: {
    parameters: {
      query: {
        /** @description Name of the property */
        key: string;
      };
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example Ann */
        'application/json': unknown;
      };
    };
    responses: {
      /** @description It is written */
      200: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  deleteNodeProperty: {
    parameters: {
      query: {
        /** @description Name of the property */
        key: string;
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
      /** @description It is written */
      200: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  listNodeEdges: {
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
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  addNodeEdges: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "edgeType": "knows",
         *         "direction": "Outgoing",
         *         "other": "3e74242e-538f-3bd1-9814-49e6761551b1"
         *       }
         *     ]
         */
        'application/json': components['schemas']['HalfEdge'][];
      };
    };
    responses: {
      /** @description It is written */
      200: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  deleteNodeEdges: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A node id as `strId(n)` writes it */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "edgeType": "knows",
         *         "direction": "Outgoing",
         *         "other": "3e74242e-538f-3bd1-9814-49e6761551b1"
         *       }
         *     ]
         */
        'application/json': components['schemas']['HalfEdge'][];
      };
    };
    responses: {
      /** @description It is written */
      200: {
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
  listNodeHalfEdges: {
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
        /** @description Milliseconds since the Unix epoch: read the graph as it was then */
        'at-time'?: number;
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
          'application/json': components['schemas']['Errors'];
        };
      };
    };
  };
}
