/** Questions: a query that someone writes, chooses, or follows a link to (the address's fragment is a query). */
import { cypher, getJson } from './api.js';
import { byId, count, element, shown } from './dom.js';

const SHOWN_ROWS = 500;

/** Puts a query into the form and runs it. */
export function ask(query) {
  show(query);
  byId('ask').requestSubmit();
}

function show(query) {
  byId('text').value = query;
  byId('text').rows = Math.min(12, query.split('\n').length + 1);
  byId('ask').scrollIntoView({ block: 'nearest' });
}

async function run(query) {
  const started = performance.now();
  byId('run').disabled = true;
  byId('took').textContent = 'running';
  try {
    const { columns, results } = await cypher(query);
    const millis = count.format(performance.now() - started);
    const first = results.length > SHOWN_ROWS ? `, the first ${SHOWN_ROWS} shown` : '';
    byId('took').textContent =
      `${count.format(results.length)} ${results.length === 1 ? 'row' : 'rows'}${first}, ${millis} ms`;
    byId('answer').replaceChildren(table(columns, results.slice(0, SHOWN_ROWS)));
  } catch (error) {
    byId('took').textContent = '';
    byId('answer').replaceChildren(element('pre', {}, error.message));
  }
  byId('answer').hidden = false;
  byId('run').disabled = false;
}

function table(columns, rows) {
  if (columns.length === 0) return element('div', { className: 'empty' }, 'Done.');
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...columns.map(column => element('th', {}, column)))),
    element('tbody', {}, ...rows.map(row => element('tr', {}, ...row.map(cell)))),
  );
}

function cell(value) {
  return element('td', {}, shown(value));
}

/** Anyone can make a link, and a query can write: it runs when the reader says so. */
function showFragment() {
  if (location.hash.length < 2) return;
  show(decodeURIComponent(location.hash.slice(1)));
  byId('took').textContent = 'from the link: look at it, then run it';
  byId('run').focus();
}

async function loadSamples() {
  const samples = await getJson('/query-ui/sample-queries');
  byId('samples').append(...samples.map(({ name, query }) => element('option', { value: query }, name)));
}

byId('ask').addEventListener('submit', event => {
  event.preventDefault();
  run(byId('text').value);
});
byId('text').addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) byId('ask').requestSubmit();
});
byId('samples').addEventListener('change', ({ target }) => {
  if (target.value !== '') show(target.value);
});
addEventListener('hashchange', showFragment);
showFragment();
loadSamples().catch(error => console.warn(error));
