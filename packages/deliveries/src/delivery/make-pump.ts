/** Assembles an output from its definition: its sink, its policy, its dead letters. */
import { join } from 'node:path';
import { type Environment, OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import type { StandingDefinition, StreamingGraph } from '@weir/contract';
import type { StandingOutputDefinition } from '@weir/definitions';
import { OutputFilePolicy } from '@weir/formats/files';
import { createSink } from '../sinks/create-sink.js';
import { createWorkflowSink } from '../sinks/create-workflow-sink.js';
import type { OutputTaps } from '../sinks/output-taps.js';
import { type ResultWriter, STANDARD_OUTPUT } from '@weir/formats/kinds';
import { TapSink } from '../sinks/tap-sink.js';
import { deadLetterFile } from './dead-letter-file.js';
import { DeadLetters, DEFAULT_DEAD_LETTER_BYTES } from './dead-letters.js';
import type { GatherLimits } from './gathered-results.js';
import { OutputPump } from './output-pump.js';

export interface PumpOptions {
  readonly graph: StreamingGraph;
  readonly environment: Environment;
  /** Default: the process's standard output. */
  readonly writer?: ResultWriter | undefined;
  /** Files that outputs may write; default: none. */
  readonly files?: OutputFilePolicy | undefined;
  /** Addresses to which outputs may connect; default: all except link-local and cloud metadata addresses. */
  readonly outgoing?: OutgoingPolicy | undefined;
  /** Reads schemas of formats from allowed locations; default: there are none. */
  readonly readSchema?: ((where: string) => Promise<Uint8Array>) | undefined;
  /** Directory of undeliverable results, unless an output overrides it; if absent, they are lost. */
  readonly deadLetterDirectory?: string | undefined;
  /** Maximum size of each output's dead letters in bytes; default 128 MiB. */
  readonly deadLetterLimitBytes?: number | undefined;
}

function noSchema(): Promise<never> {
  return Promise.reject(new Error('schemas cannot be read here'));
}

/** If several destinations have a batch, the strictest of their limits. */
function gatheringOf(definition: StandingOutputDefinition): GatherLimits | undefined {
  const destinations = definition.type === 'Workflow' ? definition.destinations : [definition];
  let limits: GatherLimits | undefined;
  for (const destination of destinations) {
    const batch = 'batch' in destination ? destination.batch : undefined;
    if (batch?.maxWaitMillis === undefined) continue;
    limits = {
      count: Math.min(batch.maxResults, limits?.count ?? Infinity),
      millis: Math.min(batch.maxWaitMillis, limits?.millis ?? Infinity),
    };
  }
  return limits;
}

/** @returns a pump that is not open yet. */
export function makePump(
  options: PumpOptions,
  standing: Pick<StandingDefinition, 'name' | 'includeCancellations'>,
  outputName: string,
  definition: StandingOutputDefinition,
  taps: OutputTaps,
): OutputPump {
  const { graph, environment, writer = STANDARD_OUTPUT, readSchema = noSchema } = options;
  const { files = OutputFilePolicy.nothing() } = options;
  const { outgoing = new OutgoingPolicy(OPEN_RULES) } = options;
  const { name: standingName, includeCancellations } = standing;
  const structure = 'structure' in definition ? definition.structure : ({ type: 'WithMetadata' } as const);
  const policy = 'onFailure' in definition ? definition.onFailure : undefined;
  const pump: OutputPump = new OutputPump({
    standing: standingName,
    output: outputName,
    makeSink: async () => {
      const lost = (count: number): void => pump.lost(count);
      const queryCancellations = includeCancellations === true;
      const place = { outputName, standingName, queryCancellations };
      const context = { ...place, graph, environment, writer, files, outgoing, readSchema, lost };
      return definition.type === 'Workflow'
        ? createWorkflowSink(definition, context, taps)
        : new TapSink(
            await createSink(definition, context),
            taps,
            ['preEnrichment', 'postEnrichment'],
            structure,
          );
    },
    holds: policy?.type === 'Hold',
    deadLetters: deadLettersOf(),
    gather: gatheringOf(definition),
    environment,
  });
  return pump;

  function deadLettersOf(): DeadLetters | undefined {
    const path = policy?.type === 'DeadLetter' ? policy.path : undefined;
    const place = {
      standing: standingName,
      output: outputName,
      limitBytes: options.deadLetterLimitBytes ?? DEFAULT_DEAD_LETTER_BYTES,
    };
    if (path !== undefined) return new DeadLetters({ ...place, locate: () => files.check(path) });
    const directory = options.deadLetterDirectory;
    if (directory === undefined) return undefined;
    const file = join(directory, deadLetterFile(standingName, outputName));
    return new DeadLetters({ ...place, locate: () => Promise.resolve(file) });
  }
}
