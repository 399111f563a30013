/** Texts of the recipes page. */
import { format } from './en.js';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export const recipeTexts = {
  title: 'Recipes',
  hint: 'A recipe has the streams, standing queries and styles for one use case.',
  none: 'No recipes are included.',
  queries: (count: number) => format.many(count, 'standing query', 'standing queries'),
  all: 'All recipes',
  unknown: (name: string) => `There is no recipe named ${name}.`,
  isStopped: 'not running',
  isRunning: 'running',
  since: (at: Date, isOption: boolean) =>
    `since ${moment.format(at)}${isOption ? '; it ends with the server, which was started with it' : ''}`,
  details: 'Details',
  detailsOf: (title: string) => `Details of ${title}`,
  start: 'Start',
  startOf: (title: string) => `Start ${title}`,
  started: (title: string) => `${title} is running`,
  openGraph: 'Open the graph',
  stop: 'Stop',
  stopOf: (title: string) => `Stop ${title}`,
  stopped: (title: string) => `${title} was stopped`,
  confirmStop: (title: string) => `Stop ${title}?`,
  confirmStopDetail:
    'Its ingest streams, standing queries, styles and queries will be removed, with their outputs and results. The data stays in the graph.',
  makes: (names: readonly string[]) =>
    `Creates ${names.join(', ')}. If anything is invalid, nothing is created.`,
  variable: {
    file: 'a file on the server',
    address: 'an address',
    secret: 'a secret',
    text: 'a text',
  },
  example: { file: 'access.log', address: 'https://…', secret: '', text: '' },
  samples: 'Sample queries',
  ask: (name: string) => `Run: ${name}`,
  file: 'Recipe file',
};
