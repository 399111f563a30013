/** Checks an output of either version, or the destination of bad records: queries, files, addresses. */
import {
  type DeadLetterDestination,
  type OutputDefinition,
  type StandingOutputDefinition,
  targetField,
  type Workflow,
  type WorkflowDestination,
} from '@weir/definitions';
import { shownUrl } from '@weir/platform';
import type { RecipeChecks } from './recipe-checks.js';
import type { FilePath } from './recipe.js';

export async function outputChecks(
  what: string,
  output: StandingOutputDefinition,
  path: FilePath,
  checks: RecipeChecks,
): Promise<void> {
  if (output.type === 'Workflow') await checkWorkflow(what, output, path, checks);
  else await checkOutput(what, output, path, checks);
  const policy = 'onFailure' in output ? output.onFailure : undefined;
  if (policy?.type === 'DeadLetter' && policy.path !== undefined) {
    const { path: file } = policy;
    await checks.of(what, [...path, 'onFailure', 'path'], () => checks.probe.outputFile(file));
  }
}

async function checkOutput(
  what: string,
  output: OutputDefinition,
  path: FilePath,
  checks: RecipeChecks,
): Promise<void> {
  if (output.type === 'CypherQuery') {
    await checkQuery(what, output, path, checks);
    if (output.andThen) await checkOutput(what, output.andThen, [...path, 'andThen'], checks);
  } else await checkTarget(what, output, path, checks);
}

async function checkWorkflow(
  what: string,
  { resultEnrichment, destinations }: Workflow,
  path: FilePath,
  checks: RecipeChecks,
): Promise<void> {
  if (resultEnrichment) await checkQuery(what, resultEnrichment, [...path, 'resultEnrichment'], checks);
  await destinationChecks(what, destinations, [...path, 'destinations'], checks);
}

/** Checks a destination of results or of unreadable records. */
export async function destinationChecks(
  what: string,
  destinations: readonly (WorkflowDestination | DeadLetterDestination)[],
  path: FilePath,
  checks: RecipeChecks,
): Promise<void> {
  for (const [i, destination] of destinations.entries()) {
    const itemPath = [...path, i];
    if (destination.type === 'CypherQuery') await checkQuery(what, destination, itemPath, checks);
    else await checkTarget(what, destination, itemPath, checks);
  }
}

/** Checks the file or address of a destination. */
async function checkTarget(
  what: string,
  destination: { readonly type: string },
  path: FilePath,
  checks: RecipeChecks,
): Promise<void> {
  const target = targetField(destination.type);
  if (target === undefined) return;
  const value = (destination as Readonly<Record<string, unknown>>)[target.field] as string;
  const fieldPath = [...path, target.field];
  if (target.is === 'file') await checks.of(what, fieldPath, () => checks.probe.outputFile(value));
  else checkAddress(what, value, fieldPath, checks, target.is);
}

interface OutputQuery {
  readonly query: string;
  readonly parameter: string;
  readonly allowAllNodeScan: boolean;
}

async function checkQuery(
  what: string,
  { query, parameter, allowAllNodeScan }: OutputQuery,
  path: FilePath,
  checks: RecipeChecks,
): Promise<void> {
  const itemPath = [...path, 'query'];
  const facts = await checks.query(what, itemPath, query, text => checks.probe.query(text, [parameter]));
  if (facts?.mayScanAllNodes !== true || allowAllNodeScan) return;
  const advice = 'find nodes by id(n) = idFrom(...) or id(n) = $that..., or set allowAllNodeScan';
  checks.say('error', what, itemPath, `the query may scan all nodes each time it runs; ${advice}`);
}

function checkAddress(what: string, url: string, path: FilePath, checks: RecipeChecks, scheme: 'http' | 'ws'): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === `${scheme}:` || protocol === `${scheme}s:`) return;
  checks.say('error', what, path, `Invalid url: '${shownUrl(url)}' is not a valid ${scheme} or ${scheme}s URL.`);
}
