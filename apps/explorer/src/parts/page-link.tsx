/** A link to another page that keeps the state of this one. */
import type { ComponentChildren } from 'preact';
import type { PageName } from '../shell/address.js';
import { go, hrefOf } from '../shell/router.js';

export function PageLink(props: { readonly page: PageName; readonly children: ComponentChildren }) {
  return (
    <a
      href={hrefOf(props.page)}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(props.page);
      }}
    >
      {props.children}
    </a>
  );
}
