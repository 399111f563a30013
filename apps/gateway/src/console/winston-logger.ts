/** The log: one line per message on standard error, through winston. */
import { Writable } from 'node:stream';
import { createLogger, format, transports } from 'winston';
import { isError } from '@weir/platform';
import type { LogFormat } from './log-formats.js';
import type { LogSink } from './module-logs.js';
import type { ProgramConsole } from './program-console.js';

/** Writes all entries that it receives; they are already filtered by level. */
export function winstonSink(console: ProgramConsole, logFormat: LogFormat): LogSink {
  const sink = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      console.line(String(text).trimEnd());
      done();
    },
  });
  const winston = createLogger({
    level: 'debug',
    format: format.combine(format.timestamp(), logFormat === 'json' ? jsonLine : textLine),
    transports: [new transports.Stream({ stream: sink })],
  });
  return (importance, module, message, fields) => {
    winston.log(importance, message, fields === undefined ? { module } : { module, fields });
  };
}

const textLine = format.printf(({ timestamp, level, message, module, fields }) => {
  const shown = fields === undefined ? '' : ` ${JSON.stringify(fields, plain)}`;
  return `${String(timestamp)} ${level.toUpperCase()} [${String(module)}] ${String(message)}${shown}`;
});

const jsonLine = format.combine(inOrder(), format.json({ replacer: plain, deterministic: false }));

/** The fields of each line in the order in which they are read. */
function inOrder() {
  return format(({ timestamp, level, message, module, fields, ...symbols }) => ({
    timestamp,
    level,
    module,
    message,
    ...(fields === undefined ? {} : { fields }),
    ...symbols,
  }))();
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return isError(value) ? (value.stack ?? value.message) : value;
}
