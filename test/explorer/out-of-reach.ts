/**
 * An expression for a page that lists controls which cannot be clicked or tapped, even after scrolling, and elements
 * wider than the page.
 */
export const OUT_OF_REACH = `(() => {
  const controls = document.querySelectorAll('button, a[href], input:not([type=file]), select, textarea, summary, [role=tab]');
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
  const lost = [];
  let looked = 0;
  for (const control of controls) {
    if (dialog !== null && !dialog.contains(control)) continue;
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.skip, [aria-hidden=true]')) continue;
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, right, top, bottom, width } = control.getBoundingClientRect();
    if (width === 0) continue;
    looked++;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isHit = hit !== null && (control.contains(hit) || hit.closest('label')?.contains(control));
    if (!isHit || left < 0 || right > innerWidth + 0.5)
      lost.push((control.ariaLabel || control.textContent || control.outerHTML).slice(0, 60));
  }
  const main = document.querySelector('#content');
  if (looked < 5) lost.push('only ' + looked + ' controls');
  if (main.scrollWidth > main.clientWidth) lost.push('the page is ' + main.scrollWidth + ' wide');
  return lost;
})()`;
