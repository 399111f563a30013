/** Placeholder for an empty page, with advice on what to do. */
import type { ComponentChildren } from 'preact';
import type { LucideIcon } from 'lucide-preact';

export function Empty(props: { readonly icon: LucideIcon; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <props.icon size={26} />
      <p>{props.children}</p>
    </div>
  );
}
