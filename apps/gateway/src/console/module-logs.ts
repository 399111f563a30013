/** The log by module: each has a level of its own, or the one of all; both can be changed while the program runs. */
import { type Environment, isError, type Logger, type LogLevel, maskedText, printable } from '@weir/model';

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

/** Accepts what is to be logged: message and fields are masked, and without characters that a terminal acts on. */
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

  /** The same, with the logger of that module. */
  environmentOf(module: LogModule, environment: Environment): Environment {
    return { ...environment, logger: this.loggerOf(module) };
  }
}

/**
 * The one place where text is prepared for the log: names and messages of others must not forge lines, control the
 * terminal or show the secrets of an address.
 */
function loggable(text: string): string {
  return printable(maskedText(text));
}

function loggableFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [printable(name), loggableValue(value)]),
  );
}

/** Plain lists and maps, as the log shows values. */
function loggableValue(value: unknown): unknown {
  if (typeof value === 'string') return loggable(value);
  if (isError(value)) return loggable(value.stack ?? value.message);
  if (Array.isArray(value)) return value.map(loggableValue);
  if (typeof value !== 'object' || value === null) return value;
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  return isPlain ? loggableFields(value as Record<string, unknown>) : value;
}
