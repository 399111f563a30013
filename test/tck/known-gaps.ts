/**
 * Scenarios that are known to fail, one per line: `feature scenario | reason`. A scenario that passes must be removed
 * from the file.
 */
import { readFileSync } from 'node:fs';
import type { Scenario } from './scenario.js';

export function scenarioKey(scenario: Scenario): string {
  return `${scenario.feature} ${scenario.name}`;
}

/** @returns reasons keyed by scenario. */
export function readKnownGaps(file: string): Map<string, string> {
  const gaps = new Map<string, string>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const bar = line.lastIndexOf(' | ');
    if (bar < 0) throw new Error(`a known gap without a reason: ${line}`);
    gaps.set(line.slice(0, bar).trim(), line.slice(bar + 3).trim());
  }
  return gaps;
}
