/** What an output's definition says, put together: its sink, its policy, its dead letters. */
import { join } from 'node:path';
import type { Environment } from '@weir/model';
import type { StreamingGraph } from '@weir/runtime';
import type { OutputDefinition } from '../definition/output-definition.js';
import type { OutputFilePolicy } from '../files/output-file-policy.js';
import { createSink } from '../sinks/create-sink.js';
import type { ResultWriter } from '../sinks/result-writer.js';
import { DeadLetters } from './dead-letters.js';
import { OutputPump } from './output-pump.js';

export interface PumpSurroundings {
  readonly graph: StreamingGraph;
  readonly environment: Environment;
  /** Standard output. */
  readonly writer: ResultWriter;
  readonly files: OutputFilePolicy;
  /** Where results go that can't be delivered, unless an output says otherwise; absent: they are lost. */
  readonly deadLetterDirectory?: string | undefined;
}

/** @returns a pump that is not open yet. */
export function makePump(
  surroundings: PumpSurroundings,
  standingName: string,
  outputName: string,
  definition: OutputDefinition,
): OutputPump {
  const { graph, environment, writer, files } = surroundings;
  const policy = 'onFailure' in definition ? definition.onFailure : undefined;
  const pump: OutputPump = new OutputPump({
    output: outputName,
    makeSink: () => {
      const lost = (count: number): void => pump.lost(count);
      return createSink(definition, { outputName, standingName, graph, environment, writer, files, lost });
    },
    holds: policy?.type === 'Hold',
    deadLetters: deadLettersOf(),
    environment,
  });
  return pump;

  function deadLettersOf(): DeadLetters | undefined {
    const path = policy?.type === 'DeadLetter' ? policy.path : undefined;
    if (path !== undefined) return new DeadLetters(() => files.check(path), standingName, outputName);
    const directory = surroundings.deadLetterDirectory;
    if (directory === undefined) return undefined;
    const name = `${encodeURIComponent(standingName)}.${encodeURIComponent(outputName)}.jsonl`;
    return new DeadLetters(() => Promise.resolve(join(directory, name)), standingName, outputName);
  }
}
