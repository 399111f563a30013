/** A form that the streams page opens once it is shown; consumed once. */
import { signal } from '@preact/signals';

export const wantedForm = signal<'ingest' | 'standing' | undefined>(undefined);
