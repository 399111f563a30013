/** The log: one line per message on standard error, through winston. */
import { Writable } from 'node:stream';
import { createLogger, format, transports } from 'winston';
import { isError } from '@weir/platform';
import type { LogSink } from './module-logs.js';
import type { ProgramConsole } from './program-console.js';

/** Writes all entries that it receives; they are already filtered by level. */
export function winstonSink(console: ProgramConsole): LogSink {
  const sink = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      console.line(String(text).trimEnd());
      done();
    },
  });
  const winston = createLogger({
    level: 'debug',
    format: format.combine(
      format.timestamp(),
      format.printf(({ timestamp, level: importance, message, module, fields }) => {
        const shown = fields === undefined ? '' : ` ${JSON.stringify(fields, plain)}`;
        return `${String(timestamp)} ${importance.toUpperCase()} [${String(module)}] ${String(message)}${shown}`;
      }),
    ),
    transports: [new transports.Stream({ stream: sink })],
  });
  return (importance, module, message, fields) => {
    winston.log(importance, message, fields === undefined ? { module } : { module, fields });
  };
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return isError(value) ? (value.stack ?? value.message) : value;
}
