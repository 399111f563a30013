/** The definition of a resource and its figures, as the API shows them. */
import { streamTexts } from '../texts/streams.js';

export function Definition({ of }: { readonly of: object }) {
  return (
    <details>
      <summary class="small soft">{streamTexts.definition}</summary>
      <pre class="code">{JSON.stringify(of, null, 2)}</pre>
    </details>
  );
}
