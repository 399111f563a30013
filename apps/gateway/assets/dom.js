/** Elements and numbers, as all parts of the first page make them. */
export const byId = id => document.getElementById(id);
export const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
export const rate = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Values as they were sent: strings without quotes, everything else as JSON. */
export function shown(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Keeps the rows of a table through refreshes, so that a click or the keyboard's place is not lost in the middle.
 * @param make from a key to a row and what brings it up to date.
 */
export function keyedRows(body, make) {
  const rows = new Map();
  return entries => {
    for (const [key, { row }] of rows) {
      if (entries.some(([name]) => name === key)) continue;
      row.remove();
      rows.delete(key);
    }
    entries.forEach(([key, value], place) => {
      if (!rows.has(key)) rows.set(key, make(key));
      const { row, update } = rows.get(key);
      if (body.children[place] !== row) body.insertBefore(row, body.children[place] ?? null);
      update(value);
    });
  };
}

/** Touches the page only where something changed. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
