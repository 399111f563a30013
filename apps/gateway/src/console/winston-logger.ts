/** The log: one line per message on standard error, through winston. */
import { Writable } from 'node:stream';
import type { Logger } from '@weir/model';
import { createLogger, format, transports } from 'winston';
import type { ProgramConsole } from './program-console.js';

export function winstonLogger(console: ProgramConsole, level: string): Logger {
  const sink = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      console.line(String(text).trimEnd());
      done();
    },
  });
  const winston = createLogger({
    ...(level === 'off' ? { silent: true } : { level }),
    format: format.combine(
      format.timestamp(),
      format.printf(({ timestamp, level: importance, message, fields }) => {
        const shown = fields === undefined ? '' : ` ${JSON.stringify(fields, plain)}`;
        return `${String(timestamp)} ${importance.toUpperCase()} ${String(message)}${shown}`;
      }),
    ),
    transports: [new transports.Stream({ stream: sink })],
  });
  return {
    log: (importance, message, fields) => {
      winston.log(importance, message, fields === undefined ? {} : { fields });
    },
  };
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
