/**
 * Outputs of a case: queries run on the case's graph. External output (files, requests, chats, standard output) is
 * written as lines instead, which the case can compare.
 */
import type { OutputDefinition, StandingOutputDefinition, Workflow } from '@weir/definitions';

export function insideOnly(output: StandingOutputDefinition): StandingOutputDefinition {
  return output.type === 'Workflow' ? workflowInside(output) : outputInside(output);
}

function outputInside(output: OutputDefinition): OutputDefinition {
  switch (output.type) {
    case 'Drop':
      return output;
    case 'CypherQuery': {
      const { andThen, onFailure: _, ...query } = output;
      return { ...query, shouldRetry: false, ...(andThen ? { andThen: outputInside(andThen) } : {}) };
    }
    default:
      return {
        type: 'PrintToStandardOut',
        logLevel: 'Info',
        logMode: 'Complete',
        structure: { type: 'Bare' },
      };
  }
}

function workflowInside({ onFailure: _, ...workflow }: Workflow): Workflow {
  const isInside = ({ type }: Workflow['destinations'][number]): boolean =>
    type === 'CypherQuery' || type === 'Drop';
  const inside = workflow.destinations.filter(isInside);
  const isSent = inside.length < workflow.destinations.length;
  return { ...workflow, destinations: isSent ? [...inside, { type: 'StandardOut' }] : inside };
}

/** Returns the data of such a line without its metadata. */
export function sentData(line: string): string {
  const json =
    line.startsWith('{') || line.startsWith('[') ? line : line.replace(/^.*? (?:match|retraction): /s, '');
  const data = /^\{"meta":\{"resultId":[^{}]*\},"data":(.*)\}$/s.exec(json);
  return data === null ? json : data[1]!;
}
