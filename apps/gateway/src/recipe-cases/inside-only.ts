/**
 * Outputs of a case: queries run on the case's graph; what would leave the program (files, requests, chats, standard
 * output) is written as a line instead, for the case to look at.
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

/** What one of those lines says of the result, without what is said about it. */
export function sentData(line: string): string {
  const json =
    line.startsWith('{') || line.startsWith('[') ? line : line.replace(/^.*? (?:match|retraction): /s, '');
  const data = /^\{"meta":\{"resultId":[^{}]*\},"data":(.*)\}$/s.exec(json);
  return data === null ? json : data[1]!;
}
