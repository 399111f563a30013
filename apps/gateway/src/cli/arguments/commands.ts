/** Every command with its arguments, as they are parsed and as the help shows them. */
import type { OptionSpecs } from './option.js';
import { SERVER_OPTIONS } from './server-options.js';

export interface CommandSpec {
  /** Arguments other than options, as the help shows them. */
  readonly operands: string;
  /** One line, an imperative without a period. */
  readonly summary: string;
  readonly options: OptionSpecs;
  /** Further lines of the help. */
  readonly notes?: readonly string[];
}

const recipeValue = {
  type: 'string',
  short: 'x',
  alias: 'set',
  multiple: true,
  value: '<key=value>',
  meaning: 'set a variable of the recipe; repeatable',
} as const;
const config = { type: 'string', value: '<file>', meaning: 'configuration file, YAML or HOCON' } as const;

/** Options of `query` and `shell`. */
export const QUERY_OPTIONS = {
  param: {
    type: 'string',
    multiple: true,
    value: '<key=value>',
    meaning: 'set a parameter of the query; JSON, or else a string; repeatable',
  },
  params: { type: 'string', value: '<file>', meaning: 'read parameters from a file with a JSON object' },
  at: {
    type: 'string',
    value: '<time>',
    meaning: 'read the graph as of a time: ISO 8601, or milliseconds since 1970',
  },
  timeout: { type: 'string', value: '<duration>', meaning: 'time limit, such as 30s or 5m; default 20s' },
  format: {
    type: 'string',
    value: '<table|json|jsonl|csv>',
    meaning: 'format of the rows; default: table',
  },
  ...SERVER_OPTIONS,
} as const;

const APPLY_OPTIONS = {
  'recipe-value': recipeValue,
  prune: {
    type: 'boolean',
    meaning: 'also remove ingest streams, standing queries and outputs that the recipe does not name',
  },
  ...SERVER_OPTIONS,
} as const;

export const COMMANDS = {
  query: {
    operands: `'<cypher>' | --file <file> | -`,
    summary: 'run a Cypher query and print its rows',
    options: {
      file: { type: 'string', value: '<file>', meaning: 'read the query from a file' },
      ...QUERY_OPTIONS,
    },
    notes: ['A query named - is read from standard input. Ctrl-C cancels the query.'],
  },
  shell: {
    operands: '',
    summary: 'run Cypher queries interactively, or from a pipe',
    options: QUERY_OPTIONS,
    notes: ['A query ends with a semicolon. :help lists the commands of the shell.'],
  },
  watch: {
    operands: '<standing query>',
    summary: 'print matches and retractions of a standing query as they occur',
    options: {
      format: {
        type: 'string',
        value: '<table|json|jsonl>',
        meaning: 'format of the results; default: table',
      },
      count: { type: 'string', value: '<number>', meaning: 'end after this number of results' },
      ...SERVER_OPTIONS,
    },
  },
  mcp: {
    operands: '',
    summary: 'let AI assistants read a running server over the Model Context Protocol',
    options: {
      http: {
        type: 'string',
        value: '<[host:]port>',
        meaning: 'listen for HTTP instead of standard input; default host: 127.0.0.1',
      },
      'allow-host': {
        type: 'string',
        multiple: true,
        value: '<name>',
        meaning: 'with --http, also accept requests for this host name; repeatable',
      },
      ...SERVER_OPTIONS,
    },
    notes: ['Its tools only read. Use a token with the role read.'],
  },
  diff: {
    operands: '<recipe>',
    summary: 'compare a running server with a recipe',
    options: APPLY_OPTIONS,
    notes: ['The exit code is 0 if nothing differs, 1 if something does, and 2 on an error.'],
  },
  apply: {
    operands: '<recipe>',
    summary: 'bring a running server to the state that a recipe describes',
    options: {
      'dry-run': { type: 'boolean', meaning: 'print the changes without making them' },
      ...APPLY_OPTIONS,
    },
  },
  'recipe check': {
    operands: '<recipe>...',
    summary: 'report all errors of recipes',
    options: {
      'recipe-value': recipeValue,
      config,
      json: { type: 'boolean', meaning: 'print JSON' },
      strict: { type: 'boolean', meaning: 'treat warnings as errors' },
    },
  },
  'recipe test': {
    operands: '<recipe>...',
    summary: 'run the test cases next to recipes',
    options: { 'recipe-value': recipeValue, config, json: { type: 'boolean', meaning: 'print JSON' } },
  },
  backup: {
    operands: '<file>',
    summary: 'save a backup of a running server to a file',
    options: SERVER_OPTIONS,
  },
  restore: {
    operands: '<file>',
    summary: 'create a data directory from a backup',
    options: { data: { type: 'string', value: '<directory>', meaning: 'the directory to create' } },
  },
  export: {
    operands: '<file>',
    summary: 'export the graph of a running server as JSON lines',
    options: SERVER_OPTIONS,
  },
  import: {
    operands: '<file>',
    summary: 'import JSON lines into the graph of a running server',
    options: SERVER_OPTIONS,
  },
  help: { operands: '[<command>]', summary: 'print help about a command', options: {} },
  version: { operands: '', summary: 'print the version', options: {} },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

/** First words of all commands. */
export const COMMAND_WORDS: readonly string[] = [...new Set(COMMAND_NAMES.map(name => name.split(' ')[0]!))];
