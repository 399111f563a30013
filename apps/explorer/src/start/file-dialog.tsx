/** Loads a file of the user's machine: a form with a stream derived from it, which then receives it. */
import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/http.js';
import { wizardOf } from '../ingest-wizard/opened-wizard.js';
import { ResourceDialog } from '../schema/resource-dialog.js';
import { note, showError } from '../shell/toasts.js';
import { startTexts } from '../texts/start.js';
import { streamOfFile, type FileStream } from './file-stream.js';
import { upload } from './upload.js';

const INGESTS = 'api/v2/graph/quine/ingests';
/** Contains the first line, and the records that the form shows. */
const BEGINNING_BYTES = 256 * 1024;

export function FileDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const [stream, setStream] = useState<FileStream>();
  const [sample, setSample] = useState('');
  useEffect(() => {
    file
      .slice(0, BEGINNING_BYTES)
      .text()
      .then(beginning => {
        const found = streamOfFile(file.name, beginning);
        setSample(sampleOf(beginning, found.skipped, file.size > BEGINNING_BYTES));
        setStream(found);
      }, showError);
  }, [file]);
  if (stream === undefined) return null;
  return (
    <ResourceDialog
      title={startTexts.load(file.name)}
      path="/api/v2/graph/{graph}/ingests"
      initial={stream.definition}
      notice={<p class="soft">{startTexts.loadHint}</p>}
      action={startTexts.loadAction}
      extra={(definition, change) =>
        wizardOf(definition, change, { sample, replaceable: stream.definition.query })
      }
      submit={async definition => {
        await request('POST', INGESTS, definition);
        const { name } = definition as { name: string };
        // The dialog closes: the records appear while they arrive.
        upload(`${INGESTS}/${encodeURIComponent(name)}:upload`, file.slice(stream.skipped)).then(
          ({ accepted, rejected }) => note(startTexts.loaded(file.name, accepted, rejected)),
          showError,
        );
      }}
      onClose={onClose}
    />
  );
}

/** Returns whole lines without the head. @param skipped bytes of the head. */
function sampleOf(beginning: string, skipped: number, isCut: boolean): string {
  const rest = new TextDecoder().decode(new TextEncoder().encode(beginning).subarray(skipped));
  return isCut ? rest.slice(0, rest.lastIndexOf('\n') + 1) : rest;
}
