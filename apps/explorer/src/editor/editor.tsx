/** The editor of a query. It is nearly half of the page's code, so it is loaded after the code that shows the graph. */
import { Suspense } from 'preact/compat';
import { laterPart } from '../shell/later-part.js';
import type { EditorProps } from './editor-props.js';
import { firstPicture } from '../session/session.js';

/** Loaded after the first picture, when the page is idle, or after this time. */
const AT_LEAST_AFTER_MILLIS = 1000;

const CodeEditor = laterPart(async () => {
  await firstPicture.shown;
  await idle();
  return (await import('./code-editor.js')).CodeEditor;
});

export function Editor(props: EditorProps) {
  return (
    <Suspense fallback={<pre class="editor waits">{props.text === '' ? props.hint : props.text}</pre>}>
      <CodeEditor {...props} />
    </Suspense>
  );
}

function idle(): Promise<void> {
  return new Promise(resolve => {
    // Not supported by all browsers.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: AT_LEAST_AFTER_MILLIS });
    else setTimeout(resolve);
  });
}
