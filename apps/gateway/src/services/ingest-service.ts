/** What the gateway asks of the ingest streams; `IngestStreams` of @weir/ingest fits. */
import type { IngestDefinition } from '@weir/recipes';

export interface IngestService {
  create(name: string, definition: IngestDefinition): Promise<unknown>;
  list(): readonly NamedInfo[];
  get(name: string): NamedInfo;
  delete(name: string): Promise<NamedInfo>;
  pause(name: string): Promise<NamedInfo>;
  start(name: string): Promise<NamedInfo>;
}

export interface NamedInfo {
  readonly name: string;
  readonly status: string;
  readonly stats: { readonly ingestedCount: number };
}
