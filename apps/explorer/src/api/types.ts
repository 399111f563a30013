/**
 * Requests and responses of the service, from the OpenAPI document of version 2. Types only: no code of the client is
 * bundled.
 */
import type { V2Components } from '@weir/client';

type Schemas = V2Components['schemas'];

export type IngestStream = Schemas['IngestInfoV2'];
export type OutputStatus = Schemas['OutputStatus'];
export type Backpressure = Schemas['BackpressureSnapshot'];
export type Cluster = Schemas['Cluster'];
export type Metrics = Schemas['MetricsReport'];
export type StandingQuery = Schemas['RegisteredStandingQueryV2'];
export type Explanation = Schemas['StandingQueryExplanation'];
export type Audit = Schemas['AuditReport'];
export type CheckedQuery = Schemas['CheckedQuery'];
export type Completions = Schemas['QueryCompletions'];
export type SampleQuery = Schemas['SampleQuery'];
export type TapQuery = Schemas['TapQuery'];
export type QuickQuery = Schemas['QuickQueryV2'];
export type NodePredicate = Schemas['UiNodePredicate'];
export type ValueScale = NonNullable<NodeAppearance['colorBy']>;
export type BundledRecipe = Schemas['BundledRecipe'];
export type Redelivery = Schemas['Redelivery'];

/** The document says only that a rule's label has two forms. */
export type NodeAppearance = Omit<Schemas['NodeAppearanceV2'], 'label'> & {
  readonly label?: AppearanceLabel | null;
};

export type EdgeAppearance = Schemas['EdgeAppearance'];
export type SceneSummary = Schemas['SceneSummary'];
export type SharedScene = Schemas['SharedScene'];

export type AppearanceLabel =
  | { readonly type: 'Constant'; readonly value: string }
  | { readonly type: 'Property'; readonly key: string; readonly prefix?: string | null };

export type ExplainedPatternNode = NonNullable<Explanation['onNode']>[number];
