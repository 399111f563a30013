/**
 * Parses and checks every query of the conformance kit in the folder named by WEIR_TEST_TCK: queries that must fail at
 * compile time are rejected with the right detail, all others pass. Without a folder nothing runs.
 */
import { checkQuery, parseQuery } from '@weir/cypher';
import { WeirError } from '@weir/platform';
import { readFeatures } from './feature-reader.js';
import { procedureSignature } from './procedure-signature.js';
import type { ExpectedError, Scenario } from './scenario.js';

const folder = process.env['WEIR_TEST_TCK'];

/** Errors that need the function and procedure registries, which this test does not use. */
const NEEDS_REGISTRY: ReadonlySet<string> = new Set(['UnknownFunction']);

interface Case {
  readonly scenario: Scenario;
  readonly query: string;
  readonly expected: ExpectedError | undefined;
}

function casesOf(scenario: Scenario): Case[] {
  const setup = scenario.setup.map(query => ({ scenario, query, expected: undefined }));
  const executed = scenario.executions.map(({ query, expectation }) => {
    const error = expectation?.kind === 'error' ? expectation.error : undefined;
    return { scenario, query, expected: error?.phase === 'compile time' ? error : undefined };
  });
  return [...setup, ...executed];
}

/** `undefined` when the query passes. */
function refusal({ scenario, query }: Case): WeirError | undefined {
  const signatures = new Map(scenario.procedures.map(declared => procedureSignature(declared.signature)));
  try {
    checkQuery(parseQuery(query), { procedure: name => signatures.get(name) });
    return undefined;
  } catch (error) {
    if (error instanceof WeirError) return error;
    throw error;
  }
}

const describeTck = folder === undefined ? describe.skip : describe;

describeTck('every query of the conformance kit (skipped without WEIR_TEST_TCK)', () => {
  const cases = folder === undefined ? [] : readFeatures(folder).flatMap(casesOf);
  const valid = cases.filter(({ expected }) => expected === undefined);
  const invalid = cases.filter(({ expected }) => expected && !NEEDS_REGISTRY.has(expected.detail));

  test('accepts valid queries', () => {
    const wrong = valid.flatMap(one => {
      const error = refusal(one);
      return error ? [`${one.scenario.feature} ${one.scenario.name}\n${one.query}\n${error.message}`] : [];
    });
    process.stderr.write(`valid queries: ${valid.length - wrong.length} of ${valid.length} pass\n`);
    expect(wrong).toEqual([]);
  });

  test('rejects invalid queries with the right detail', () => {
    const wrong = invalid.flatMap(one => {
      const error = refusal(one);
      const found = error?.detail ?? (error ? 'no detail' : 'accepted');
      if (found === one.expected?.detail) return [];
      return [
        `${one.scenario.feature} ${one.scenario.name}\n${one.query}\n${one.expected?.detail}: ${found}`,
      ];
    });
    process.stderr.write(`invalid queries: ${invalid.length - wrong.length} of ${invalid.length} refused\n`);
    expect(wrong).toEqual([]);
  });
});
