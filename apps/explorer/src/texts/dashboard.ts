/** Texts of the dashboard. */
import { format } from './en.js';

export const dashboardTexts = {
  title: 'Dashboard',
  records: 'Records ingested',
  waits: 'waiting for the destination',
  rejected: (count: number) => `${format.number(count)} rejected`,
  perSecond: 'Records per second',
  matches: 'Results',
  nodes: 'Nodes in memory',
  unknown: 'Not connected',
  flowing: 'Flowing',
  held: 'Paused',
  quiet: 'Idle',
  flow: 'Pipeline, from records to results',
  ingests: 'Ingest',
  gate: 'Backpressure',
  open: 'open',
  closed: 'closed',
  graph: 'Graph',
  queues: 'Results',
  outputs: 'Outputs',
  failedIngests: (count: number) => `${format.many(count, 'ingest stream')} failed`,
  troubledIngests: (count: number) =>
    `${format.many(count, 'ingest stream has', 'ingest streams have')} problems`,
  failedOutputs: (count: number) =>
    `${format.many(count, 'output')} ${count === 1 ? 'fails' : 'fail'} to deliver`,
  failingWrites: 'The store rejects writes',
  failed: (count: number) => `${format.number(count)} failed`,
  noOutputs: 'no outputs',
  closures: (count: number) => `closed ${format.rate(count)} ${count === 1 ? 'time' : 'times'} a minute`,
  queue: (count: number, threshold: number) =>
    `${format.number(count)} of ${format.number(threshold)} waiting`,
  feed: 'Latest results',
  unwatched: (names: string) => `Matches of ${names} are missing: the explorer does not watch them.`,
  noFlow: 'No records yet.',
  noQueries: 'No standing query is registered yet.',
  rates: 'Records per second',
  hold: 'Pause',
  resume: 'Resume',
};
