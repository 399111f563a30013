/** Log levels by module: each has its own level or uses the default one. Both can change at run time. */
import { type Environment, isError, type Logger, type LogLevel, maskedText, printable } from '@weir/platform';

export const LOG_MODULES = ['service', 'http', 'access', 'ingest', 'outputs', 'graph'] as const;
export type LogModule = (typeof LOG_MODULES)[number];

export const LOG_LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;
export type LogThreshold = (typeof LOG_LEVELS)[number];

export type ModuleLevels = Readonly<Partial<Record<LogModule, LogThreshold>>>;

export interface LogLevels {
  /** Level of modules that are not listed. */
  readonly level: LogThreshold;
  readonly modules: ModuleLevels;
}

/** Accepts log entries. Message and fields are masked and free of terminal control characters. */
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
        if (!this.shows(module, level)) return;
        this.sink(level, module, loggable(message), fields && loggableFields(fields));
      },
    };
  }

  /** Returns the environment with the logger of the module. */
  environmentOf(module: LogModule, environment: Environment): Environment {
    return { ...environment, logger: this.loggerOf(module) };
  }
}

/**
 * The only function that prepares text for the log: external names and messages must not forge lines, control the
 * terminal or reveal the secrets of an address.
 */
function loggable(text: string): string {
  return printable(maskedText(text));
}

function loggableFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [printable(name), loggableValue(value)]),
  );
}

/** Plain lists and maps, in the form that the log shows. */
function loggableValue(value: unknown): unknown {
  if (typeof value === 'string') return loggable(value);
  if (isError(value)) return loggable(value.stack ?? value.message);
  if (Array.isArray(value)) return value.map(loggableValue);
  if (typeof value !== 'object' || value === null) return value;
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  return isPlain ? loggableFields(value as Record<string, unknown>) : value;
}
