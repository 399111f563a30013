/** The error of a form or dialog: it scrolls into view and receives the focus, also if the same error is repeated. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { messageOfError } from '../api/http.js';
import { visible } from '../graph/visible-text.js';

/** One failed attempt. Each attempt has its own object. */
export interface Failure {
  readonly message: string;
}

export function failureOf(thrown: unknown): Failure {
  return { message: messageOfError(thrown) };
}

/** @param props.keepsFocus for an error that a field shows too: the field receives the focus. */
export function FormError(props: { readonly of: Failure | undefined; readonly keepsFocus?: boolean }) {
  const shown = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    if (props.of === undefined || props.keepsFocus) return;
    shown.current?.scrollIntoView({ block: 'nearest' });
    shown.current?.focus();
  }, [props.of]);
  if (props.of === undefined) return null;
  return (
    <pre class="query-error" role="alert" tabIndex={-1} ref={shown}>
      {visible(props.of.message)}
    </pre>
  );
}
