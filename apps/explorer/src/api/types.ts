/** What the service answers, as far as the pages read it. */
export interface Rates {
  readonly count: number;
  readonly oneMinute: number;
  readonly overall: number;
}

export interface StandingQuery {
  readonly name: string;
  readonly pattern?: { readonly type: string; readonly query: string; readonly mode: string };
  readonly outputs: readonly { readonly name: string }[];
  readonly stats: {
    readonly local?: {
      readonly rates: Rates;
      readonly startTime: string;
      readonly bufferSize: number;
      readonly expressionFailures: number;
    };
  };
}

export interface IngestStream {
  readonly name: string;
  readonly status: string;
  readonly message?: string | null;
  readonly settings: { readonly source?: { readonly type: string } } & Readonly<Record<string, unknown>>;
  readonly stats: {
    readonly ingestedCount: number;
    readonly readCount?: number;
    readonly rejectedCount?: number;
    readonly rates: Rates;
    readonly byteRates: Rates;
    readonly startTime: string;
    readonly totalRuntime: string;
  };
}

export interface OutputState {
  readonly name: string;
  readonly delivered: number;
  readonly failed: number;
  readonly queued: number;
  readonly deadLetters?: { readonly path?: string; readonly bytes?: number } | string | null;
  readonly deadLettersError?: string;
  readonly lastFailure?: string;
}

export interface Backpressure {
  readonly globalValve: {
    readonly isOpen: boolean;
    readonly closedCount: number;
    readonly oneMinuteClosures: number;
  };
  readonly ingests: readonly {
    readonly name: string;
    readonly sourceType: string;
    readonly status: string;
    readonly rate: number;
    readonly totalCount: number;
    readonly stages: Readonly<Record<string, string>>;
  }[];
  readonly standingQueries: readonly {
    readonly name: string;
    readonly queue: {
      readonly bufferCount: number;
      readonly backpressureThreshold: number;
      readonly thresholdRatio: number;
      readonly totalProduced: number;
      readonly productionRate: number;
    };
    readonly outputs: readonly {
      readonly name: string;
      readonly rate: number;
      readonly totalCount: number;
      readonly destinations: readonly { readonly type: string; readonly state: string }[];
    }[];
  }[];
}

export interface Metrics {
  readonly counters: readonly { readonly name: string; readonly count: number }[];
  readonly timers: readonly ({ readonly name: string } & Readonly<Record<string, number>>)[];
  readonly gauges: readonly { readonly name: string; readonly value: number }[];
}
