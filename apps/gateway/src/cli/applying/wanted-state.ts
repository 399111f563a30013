/** The state that a recipe describes. */
import { ingestSettingsV2, standingSettingsV2 } from '@weir/api';
import { maskedIngest, maskedOutput, type NewStanding } from '@weir/definitions';
import type { Recipe } from '@weir/recipes';
import { withResolvedIcon } from '../../ui/ui-settings.js';
import type { StandingState, WantedState } from './graph-state.js';
import { asJson, type Json } from './settings-difference.js';

export function wantedState(recipe: Recipe): WantedState {
  const { ingestStreams, standingQueries, ui, version } = recipe;
  const body = version === 1 ? bodyV1 : bodyV2;
  return {
    version,
    ingests: new Map(
      ingestStreams.map(({ name, definition }) => [
        name,
        { shown: asJson(ingestSettingsV2(name, maskedIngest(definition))) },
      ]),
    ),
    standing: new Map(
      standingQueries.map(({ name, definition }) => [name, standingState(body(name, masked(definition)))]),
    ),
    ui: {
      nodeAppearances: asJson(ui.nodeAppearances.map(withResolvedIcon)),
      edgeAppearances: asJson(ui.edgeAppearances),
      layouts: asJson(ui.layouts),
      quickQueries: asJson(ui.quickQueries),
      sampleQueries: asJson(ui.sampleQueries),
    },
    bodies: {
      ingests: new Map(
        ingestStreams.map(({ name, definition }) => [name, ingestSettingsV2(name, definition)]),
      ),
      standing: new Map(
        standingQueries.map(({ name, definition }) => [
          name,
          {
            ...body(name, definition),
            ...(definition.provenance ? { provenance: true } : {}),
            ...(version === 1 && definition.shouldCalculateResultHashCode
              ? { shouldCalculateResultHashCode: true }
              : {}),
          },
        ]),
      ),
      outputs: new Map(
        standingQueries.map(({ name, definition }) => [
          name,
          outputsByName(body(name, definition)) as ReadonlyMap<string, object>,
        ]),
      ),
    },
  };
}

/** A standing query as either version of the API shows it. */
export function standingState(shown: object): StandingState {
  const { pattern, includeCancellations, inputBufferSize } = shown as Readonly<Record<string, unknown>>;
  const settings = asJson({ pattern, includeCancellations, inputBufferSize });
  const outputs = [...outputsByName(shown)].map(([name, output]) => [name, asJson(output)] as const);
  return { shown: settings as StandingState['shown'], outputs: new Map<string, Json>(outputs) };
}

/** Version 1 shows outputs as an object, version 2 as a list. */
function outputsByName(shown: object): ReadonlyMap<string, unknown> {
  const { outputs } = shown as { readonly outputs: object | readonly { readonly name: string }[] };
  if (!Array.isArray(outputs)) return new Map(Object.entries(outputs));
  return new Map((outputs as readonly { readonly name: string }[]).map(output => [output.name, output]));
}

function masked(definition: NewStanding): NewStanding {
  const outputs = Object.entries(definition.outputs).map(
    ([name, output]) => [name, maskedOutput(output)] as const,
  );
  return { ...definition, outputs: Object.fromEntries(outputs) };
}

function bodyV1(_name: string, definition: NewStanding): object {
  const { pattern, outputs, includeCancellations, inputBufferSize } = definition;
  return { pattern, outputs, includeCancellations, inputBufferSize };
}

function bodyV2(name: string, definition: NewStanding): object {
  return standingSettingsV2(name, definition);
}
