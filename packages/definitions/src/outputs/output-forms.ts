/**
 * Converts outputs to the other version of the API. Some have no equivalent: in version 1, a workflow of several
 * destinations and lines without a prefix; in version 2, a query whose rows keep their metadata.
 */
import { unreachable } from '@weir/platform';
import { awsOfVersion1, version1Aws } from '@weir/aws';
import type { CypherQueryOutput, OutputDefinition, WriteToFileOutput } from './output-definition.js';
import type { OutputStructure } from '@weir/formats/forms';
import type { WorkflowDestination } from '../destinations/workflow-destination.js';
import type { Workflow } from './workflow.js';

const INLINE = { type: 'InlineData' } as const;
const BARE: OutputStructure = { type: 'Bare' };
const WITH_METADATA: OutputStructure = { type: 'WithMetadata' };

/**
 * Returns the version 1 form of a workflow's destination.
 * @returns undefined if there is none: bare lines on standard output, and destinations added later.
 */
export function asVersion1Output(
  destination: WorkflowDestination,
  structure: OutputStructure,
): OutputDefinition | undefined {
  switch (destination.type) {
    case 'File':
      return { ...destination, type: 'WriteToFile', structure };
    case 'HttpEndpoint': {
      const { type: _, preset, template, values: _values, ...endpoint } = destination;
      if ((preset ?? template) !== undefined) return undefined;
      return { type: 'PostToEndpoint', ...endpoint, onlyPositiveMatchData: false, structure };
    }
    case 'CypherQuery':
      return { ...destination, structure };
    case 'Slack': {
      const { hookUrl, interval } = destination;
      return { type: 'PostToSlack', hookUrl, onlyPositiveMatchData: false, intervalSeconds: interval / 1000 };
    }
    case 'Kafka':
      return { ...destination, type: 'WriteToKafka', structure };
    case 'Kinesis':
      return { ...destination, ...version1Aws(destination), type: 'WriteToKinesis', structure };
    case 'SNS':
      return { ...destination, ...version1Aws(destination), type: 'WriteToSNS', structure };
    case 'SQS':
      return { ...destination, ...version1Aws(destination), type: 'WriteToSQS', structure };
    case 'Drop':
      return { type: 'Drop' };
    default:
      return undefined;
  }
}

/** Returns the structure of results for the first step after the transformation, and for the destinations. */
export function structuresOf(workflow: Workflow): { first: OutputStructure; last: OutputStructure } {
  const first = workflow.preEnrichmentTransformation === undefined ? WITH_METADATA : BARE;
  return { first, last: workflow.resultEnrichment === undefined ? first : BARE };
}

/** @returns `undefined` if version 1 cannot express it. */
export function version1Form(workflow: Workflow): OutputDefinition | undefined {
  const { filter, resultEnrichment, destinations, onFailure } = workflow;
  const { first, last } = structuresOf(workflow);
  if (destinations.length !== 1) return undefined;
  let output = asVersion1Output(destinations[0]!, last);
  if (output === undefined) return undefined;
  if (filter !== undefined) {
    if (output.type !== 'PostToSlack' || resultEnrichment !== undefined) return undefined;
    output = { ...output, onlyPositiveMatchData: true };
  }
  if (resultEnrichment !== undefined) {
    output = { type: 'CypherQuery', ...resultEnrichment, andThen: output, structure: first };
  }
  if (onFailure === undefined) return output;
  return output.type === 'Drop' || output.type === 'PostToSlack' ? undefined : { ...output, onFailure };
}

/** @returns `undefined` if version 2 cannot express it. */
export function version2Form(output: OutputDefinition): Workflow | undefined {
  const workflow = (
    destination: WorkflowDestination,
    isBare: boolean,
    fields: Partial<Workflow> = {},
  ): Workflow => ({
    type: 'Workflow',
    ...(isBare ? { preEnrichmentTransformation: INLINE } : {}),
    ...fields,
    destinations: [destination],
    ...('onFailure' in output && output.onFailure !== undefined ? { onFailure: output.onFailure } : {}),
  });
  switch (output.type) {
    case 'PrintToStandardOut':
      // Its lines begin with a time and a name; their content is the same.
      return workflow({ type: 'StandardOut' }, isBare(output.structure));
    case 'WriteToFile':
      return workflow(fileOf(output), isBare(output.structure));
    case 'PostToEndpoint': {
      const { url, parallelism, headers, signingSecret, batch, onlyPositiveMatchData, structure } = output;
      const signing = signingSecret === undefined ? {} : { signingSecret };
      const batching = batch === undefined ? {} : { batch };
      const endpoint = { type: 'HttpEndpoint', url, parallelism, headers, ...signing, ...batching } as const;
      return workflow(endpoint, onlyPositiveMatchData || isBare(structure));
    }
    case 'WriteToKafka': {
      const { structure, onFailure: _, ...target } = output;
      return workflow({ ...target, type: 'Kafka' }, isBare(structure));
    }
    case 'WriteToKinesis': {
      const { structure, onFailure: _, region: __, ...target } = output;
      return workflow({ ...target, ...awsOfVersion1(output), type: 'Kinesis' }, isBare(structure));
    }
    case 'WriteToSNS': {
      const { structure, onFailure: _, region: __, ...target } = output;
      return workflow({ ...target, ...awsOfVersion1(output), type: 'SNS' }, isBare(structure));
    }
    case 'WriteToSQS': {
      const { structure, onFailure: _, region: __, ...target } = output;
      return workflow({ ...target, ...awsOfVersion1(output), type: 'SQS' }, isBare(structure));
    }
    case 'PostToSlack': {
      const { hookUrl, onlyPositiveMatchData, intervalSeconds } = output;
      const interval = Math.max(1, intervalSeconds) * 1000;
      const filter = onlyPositiveMatchData ? ({ filter: { type: 'OnlyPositiveMatch' } } as const) : {};
      return workflow({ type: 'Slack', hookUrl, interval, onlyPositiveMatchData: false }, false, filter);
    }
    case 'CypherQuery':
      return version2OfQuery(output, workflow);
    case 'Drop':
      return workflow({ type: 'Drop' }, false);
    default:
      return unreachable(output);
  }
}

function version2OfQuery(
  { query, parameter, parallelism, allowAllNodeScan, shouldRetry, structure, andThen }: CypherQueryOutput,
  workflow: (destination: WorkflowDestination, isBare: boolean, fields?: Partial<Workflow>) => Workflow,
): Workflow | undefined {
  const run = { query, parameter, parallelism, allowAllNodeScan, shouldRetry };
  if (andThen === undefined) return workflow({ type: 'CypherQuery', ...run }, isBare(structure));
  if (andThen.type === 'CypherQuery' && andThen.andThen !== undefined) return undefined;
  const next = version2Form(andThen);
  const destination = next?.destinations[0];
  // In version 2 rows are bare from here on; only outputs that pass on bare data, or nothing, are equivalent.
  if (destination === undefined || next?.filter !== undefined || next?.onFailure !== undefined)
    return undefined;
  const isSame = next?.preEnrichmentTransformation !== undefined || destination.type === 'Drop';
  return isSame ? workflow(destination, isBare(structure), { resultEnrichment: run }) : undefined;
}

function fileOf({ path, rotate }: WriteToFileOutput): WorkflowDestination {
  return rotate === undefined ? { type: 'File', path } : { type: 'File', path, rotate };
}

function isBare({ type }: OutputStructure): boolean {
  return type === 'Bare';
}
