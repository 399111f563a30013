/** The wizard as part of a form, loaded when it is shown. */
import { Suspense } from 'preact/compat';
import { laterPart } from '../shell/later-part.js';
import type { WizardProps } from './ingest-wizard.js';

const IngestWizard = laterPart<WizardProps>(async () => (await import('./ingest-wizard.js')).IngestWizard);

/** See `ResourceDialogProps.extra`. */
export function wizardOf(
  definition: Readonly<Record<string, unknown>>,
  change: (properties: object) => void,
  ofFile: Pick<WizardProps, 'sample' | 'replaceable'> = {},
) {
  return (
    <Suspense fallback={null}>
      <IngestWizard definition={definition} onQuery={query => change({ query })} {...ofFile} />
    </Suspense>
  );
}
