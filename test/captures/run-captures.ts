/** Replays one recording against its own gateway, and subtracts the known gaps. */
import { systemEnvironment } from '@weir/runtime';
import { SILENT } from '@weir/platform';
import { GatewayProcess } from '../support/gateway-process.js';
import { readExchanges, type Version } from './exchange.js';
import { knownGaps } from './known-gaps.js';
import { writeRecordedFiles } from './recorded-files.js';
import { type Outcome, replay, UNDOCUMENTED } from './replay.js';

export interface CaptureReport {
  readonly outcomes: readonly Outcome[];
  readonly alike: number;
  readonly known: number;
  /** Exchanges that differ without being a known gap. */
  readonly surprises: readonly Outcome[];
  /** Known gaps that no longer differ. */
  readonly closed: readonly Outcome[];
}

export async function runCaptures(folder: string, version: Version): Promise<CaptureReport> {
  const gateway = await GatewayProcess.start('--store', 'memory', '--shards', '4');
  try {
    await writeRecordedFiles(gateway.folder);
    const { scheduler } = systemEnvironment(SILENT);
    const options = { version, url: gateway.url, folder: gateway.folder, scheduler };
    return report(await replay(readExchanges(folder, version), options), version);
  } finally {
    await gateway.kill();
  }
}

function report(outcomes: readonly Outcome[], version: Version): CaptureReport {
  const gaps = knownGaps(version);
  const isKnown = ({ exchange, differences: [first = ''] }: Outcome): boolean =>
    gaps.has(exchange.n) && !first.startsWith(UNDOCUMENTED);
  const differing = outcomes.filter(({ differences }) => differences.length > 0);
  const alike = outcomes.filter(({ differences }) => differences.length === 0);
  return {
    outcomes,
    alike: alike.length,
    known: differing.filter(isKnown).length,
    surprises: differing.filter(outcome => !isKnown(outcome)),
    closed: alike.filter(({ exchange }) => gaps.get(exchange.n)?.maybe === false),
  };
}

/** Maximum differences shown per exchange. */
const SHOWN = 6;

/** `v1 23 POST /api/v1/...  label`, followed by the differences. */
export function outcomeText(version: Version, { exchange, differences }: Outcome): string {
  const { n, method, path, label } = exchange;
  const lines = differences.slice(0, SHOWN).map(line => `    ${line}`);
  const more = differences.length > SHOWN ? [`    and ${differences.length - SHOWN} more`] : [];
  return [`${version} ${n} ${method} ${path}  (${label})`, ...lines, ...more].join('\n');
}
