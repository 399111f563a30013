/** Properties of all query editors. */
import type { CompletionSource } from '@codemirror/autocomplete';
import type { LintSource } from '@codemirror/lint';

export interface EditorProps {
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (text: string) => void;
  readonly onRun?: () => void;
  /**
   * Returns another text for Up in the first line, or Down in the last; `undefined`: the key moves the cursor as usual.
   */
  readonly onOlder?: () => string | undefined;
  readonly onNewer?: () => string | undefined;
  /** Called when the editor can take the focus. */
  readonly onReady?: () => void;
  readonly complete?: CompletionSource;
  readonly check?: LintSource;
}
