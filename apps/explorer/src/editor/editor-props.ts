/** What every editor of queries is told. */
import type { CompletionSource } from '@codemirror/autocomplete';
import type { LintSource } from '@codemirror/lint';

export interface EditorProps {
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (text: string) => void;
  readonly onRun?: () => void;
  /** Another text for Up at the first line, or Down at the last; `undefined`: the key moves as always. */
  readonly onOlder?: () => string | undefined;
  readonly onNewer?: () => string | undefined;
  readonly complete?: CompletionSource;
  readonly check?: LintSource;
}
