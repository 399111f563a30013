/** Loads a file of the user's machine: a form with a stream derived from it, which then receives it. */
import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/http.js';
import { ResourceDialog } from '../schema/resource-dialog.js';
import { note, showError } from '../shell/toasts.js';
import { startTexts } from '../texts/start.js';
import { streamOfFile, type FileStream } from './file-stream.js';
import { upload } from './upload.js';

const INGESTS = 'api/v2/graph/quine/ingests';
/** Contains the first line. */
const BEGINNING_BYTES = 64 * 1024;

export function FileDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const [stream, setStream] = useState<FileStream>();
  useEffect(() => {
    file
      .slice(0, BEGINNING_BYTES)
      .text()
      .then(beginning => setStream(streamOfFile(file.name, beginning)), showError);
  }, [file]);
  if (stream === undefined) return null;
  return (
    <ResourceDialog
      title={startTexts.load(file.name)}
      path="/api/v2/graph/{graph}/ingests"
      initial={stream.definition}
      notice={<p class="soft">{startTexts.loadHint}</p>}
      action={startTexts.loadAction}
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
