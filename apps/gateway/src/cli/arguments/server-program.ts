/** Options of the server itself: `weir [options]`. */
import type { OptionSpecs } from './option.js';

export const RUN_OPTIONS = {
  recipe: { type: 'string', short: 'r', value: '<name, file or URL>', meaning: 'run a recipe' },
  'recipe-value': {
    type: 'string',
    short: 'x',
    alias: 'set',
    multiple: true,
    value: '<key=value>',
    meaning: 'set a variable of the recipe; repeatable; also --set',
  },
  port: {
    type: 'string',
    short: 'p',
    value: '<number>',
    meaning: 'port of the web server; default 8080; 0 means any free port',
  },
  host: { type: 'string', value: '<address>', meaning: 'address to listen on; default 127.0.0.1' },
  'disable-web-service': { type: 'boolean', short: 'W', meaning: 'do not start the web server' },
  data: {
    type: 'string',
    value: '<directory>',
    meaning: 'data directory; default weir-data, or a temporary one with a recipe',
  },
  store: {
    type: 'string',
    value: '<embedded|memory|cassandra|logged|empty>',
    meaning: 'where the graph is stored, or a store of an extension; default embedded',
  },
  'no-delete': { type: 'boolean', meaning: 'keep the temporary data directory of a recipe' },
  'force-config': { type: 'boolean', meaning: 'use the configured store, also with a recipe' },
  shards: {
    type: 'string',
    value: '<number>',
    meaning: 'number of shards; default 4; fixed for an existing data directory',
  },
  workers: {
    type: 'string',
    value: '<number>',
    meaning: 'worker threads; default one per core; 0 runs everything in one thread',
  },
  config: {
    type: 'string',
    value: '<file>',
    meaning: 'configuration file, YAML or HOCON; each key is also a variable: WEIR_...',
  },
  extension: {
    type: 'string',
    multiple: true,
    value: '<file or URL>',
    meaning: 'load functions, sources, formats, destinations or stores; repeatable',
  },
  'ignore-unknown-settings': {
    type: 'boolean',
    meaning: 'start despite settings that are unknown or have no effect',
  },
  'log-level': {
    type: 'string',
    value: '<off|error|warn|info|debug>',
    meaning: 'least severe messages in the log; default warn',
  },
  'log-format': { type: 'string', value: '<text|json>', meaning: 'format of the log; default text' },
  verbose: { type: 'boolean', meaning: 'do not shorten results on a terminal' },
  help: { type: 'boolean', short: 'h', meaning: 'print this help' },
  version: { type: 'boolean', short: 'v', meaning: 'print the version' },
} as const satisfies OptionSpecs;
