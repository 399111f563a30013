/** The log by module: each has a level of its own, or the one of all; both can be changed while the program runs. */
import type { Environment, Logger, LogLevel } from '@weir/model';

export const LOG_MODULES = ['service', 'http', 'access', 'ingest', 'outputs', 'graph'] as const;
export type LogModule = (typeof LOG_MODULES)[number];

export const LOG_LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;
export type LogThreshold = (typeof LOG_LEVELS)[number];

export type ModuleLevels = Readonly<Partial<Record<LogModule, LogThreshold>>>;

export interface LogLevels {
  /** Of modules that are not named. */
  readonly level: LogThreshold;
  readonly modules: ModuleLevels;
}

/** Takes what is to be shown. */
export type LogSink = (
  level: LogLevel,
  module: LogModule,
  message: string,
  fields: Readonly<Record<string, unknown>> | undefined,
) => void;

export class ModuleLogs {
  private current: LogLevels;

  constructor(
    private readonly sink: LogSink,
    levels: LogLevels,
  ) {
    this.current = levels;
  }

  get levels(): LogLevels {
    return this.current;
  }

  set levels(levels: LogLevels) {
    this.current = levels;
  }

  shows(module: LogModule, level: LogLevel): boolean {
    const threshold = this.current.modules[module] ?? this.current.level;
    return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(threshold);
  }

  loggerOf(module: LogModule): Logger {
    return {
      log: (level, message, fields) => {
        if (this.shows(module, level)) this.sink(level, module, message, fields);
      },
    };
  }

  /** The same, with the logger of that module. */
  environmentOf(module: LogModule, environment: Environment): Environment {
    return { ...environment, logger: this.loggerOf(module) };
  }
}
