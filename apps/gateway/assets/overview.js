/** What is there: totals, streams, standing queries. */
import { API, getJson } from './api.js';
import { byId, count, element, keyedRows, rate, setText } from './dom.js';
import { watch, watched } from './feed.js';

const REFRESH_MILLIS = 1000;
const STATUS_STYLE = {
  Running: 'good',
  Completed: '',
  Failed: 'bad',
  Terminated: 'bad',
  Paused: 'warn',
  Restored: 'warn',
};

export async function refreshForever() {
  await refresh();
  setTimeout(refreshForever, REFRESH_MILLIS);
}

async function refresh() {
  try {
    const [streams, queries, metrics] = await Promise.all([
      getJson('/ingest'),
      getJson('/query/standing'),
      getJson('/admin/metrics'),
    ]);
    showStreams(streams);
    showQueries(queries);
    showTotals(Object.values(streams), queries, metrics);
    showService('running', 'good');
  } catch (error) {
    if (error.status === 503) showService('starting or stopping', 'warn');
    else showService('not reachable', 'bad');
  }
}

function showService(text, style) {
  setText(byId('service'), text);
  byId('service').className = `pill ${style}`;
}

let earlier;

function showTotals(streams, queries, { gauges }) {
  const records = streams.reduce((sum, { stats }) => sum + stats.ingestedCount, 0);
  const matches = queries.reduce((sum, { stats }) => sum + stats.local.rates.count, 0);
  const nodes = gauges
    .filter(({ name }) => name.endsWith('.awake-nodes'))
    .reduce((sum, { value }) => sum + value, 0);
  const now = performance.now();
  if (earlier && records >= earlier.records) {
    setText(byId('record-rate'), count.format(((records - earlier.records) * 1000) / (now - earlier.now)));
  }
  earlier = { records, now };
  setText(byId('records'), count.format(records));
  setText(byId('matches'), count.format(matches));
  setText(byId('nodes'), count.format(nodes));
}

const updateStreams = keyedRows(byId('streams').tBodies[0], name => {
  const detail = element('div', { className: 'detail' });
  const status = element('span');
  const records = element('td', { className: 'number' });
  const perSecond = element('td', { className: 'number' });
  const button = element('button', { className: 'quiet' });
  let action;
  button.addEventListener('click', async () => {
    await fetch(`${API}/ingest/${encodeURIComponent(name)}/${action}`, { method: 'PUT' });
    await refresh();
  });
  return {
    row: element(
      'tr',
      {},
      element('td', {}, name, detail),
      element('td', {}, status),
      records,
      perSecond,
      element('td', {}, button),
    ),
    update: info => {
      const { settings, stats } = info;
      setText(detail, info.message ?? settings.path ?? settings.url ?? settings.type);
      setText(status, info.status);
      status.className = `pill ${STATUS_STYLE[info.status] ?? ''}`;
      setText(records, count.format(stats.ingestedCount));
      setText(perSecond, rate.format(stats.rates.oneMinute));
      action = { Running: 'pause', Paused: 'start', Restored: 'start' }[info.status];
      button.hidden = action === undefined;
      setText(button, action === 'pause' ? 'Pause' : 'Start');
    },
  };
});

function showStreams(streams) {
  const entries = Object.entries(streams);
  byId('no-streams').hidden = entries.length > 0;
  byId('streams').hidden = entries.length === 0;
  setText(byId('stream-count'), entries.length > 0 ? String(entries.length) : '');
  updateStreams(entries);
}

const updateQueries = keyedRows(byId('queries').tBodies[0], name => {
  const detail = element('div', { className: 'detail' });
  const matches = element('td', { className: 'number' });
  const perSecond = element('td', { className: 'number' });
  const row = element('tr', { tabIndex: 0 }, element('td', {}, name, detail), matches, perSecond);
  const choose = () => {
    watch(name);
    for (const other of row.parentElement.children) mark(other, other === row);
  };
  row.addEventListener('click', choose);
  row.addEventListener('keydown', event => {
    if (event.key === 'Enter') choose();
  });
  return {
    row,
    update: ({ pattern, stats }) => {
      setText(detail, pattern?.query ?? '');
      detail.title = pattern?.query ?? '';
      setText(matches, count.format(stats.local.rates.count));
      setText(perSecond, rate.format(stats.local.rates.oneMinute));
      mark(row, name === watched());
    },
  };
});

function mark(row, isChosen) {
  row.className = isChosen ? 'choice chosen' : 'choice';
  row.ariaSelected = String(isChosen);
}

function showQueries(queries) {
  byId('no-queries').hidden = queries.length > 0;
  byId('queries').hidden = queries.length === 0;
  if (!queries.some(({ name }) => name === watched())) watch(queries[0]?.name);
  updateQueries(queries.map(query => [query.name, query]));
}
