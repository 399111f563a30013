/** Checks an output of either version, or the destination of bad records: queries, files, addresses. */
import type { DeadLetterDestination, OutputDefinition, StandingOutputDefinition, Workflow, WorkflowDestination } from '@weir/definitions';
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
    await checkFile(what, policy.path, [...path, 'onFailure', 'path'], checks);
  }
}

async function checkOutput(
  what: string,
  output: OutputDefinition,
  path: FilePath,
  checks: RecipeChecks,
): Promise<void> {
  switch (output.type) {
    case 'CypherQuery':
      await checkQuery(what, output, path, checks);
      if (output.andThen) await checkOutput(what, output.andThen, [...path, 'andThen'], checks);
      break;
    case 'WriteToFile':
      await checkFile(what, output.path, [...path, 'path'], checks);
      break;
    case 'PostToEndpoint':
      checkAddress(what, output.url, [...path, 'url'], checks);
      break;
    case 'PostToSlack':
      checkAddress(what, output.hookUrl, [...path, 'hookUrl'], checks);
      break;
    default:
  }
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
    switch (destination.type) {
      case 'CypherQuery':
        await checkQuery(what, destination, itemPath, checks);
        break;
      case 'File':
        await checkFile(what, destination.path, [...itemPath, 'path'], checks);
        break;
      case 'HttpEndpoint':
        checkAddress(what, destination.url, [...itemPath, 'url'], checks);
        break;
      case 'Slack':
        checkAddress(what, destination.hookUrl, [...itemPath, 'hookUrl'], checks);
        break;
      case 'WebSocket':
        checkAddress(what, destination.url, [...itemPath, 'url'], checks, 'ws');
        break;
      default:
    }
  }
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

function checkFile(what: string, file: string, path: FilePath, checks: RecipeChecks): Promise<void> {
  return checks.of(what, path, () => checks.probe.outputFile(file));
}

function checkAddress(what: string, url: string, path: FilePath, checks: RecipeChecks, kind = 'http'): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === `${kind}:` || protocol === `${kind}s:`) return;
  checks.say('error', what, path, `Invalid url: '${shownUrl(url)}' is not a valid ${kind} or ${kind}s URL.`);
}
