/** The first page: what flows in, what is watched, what flows out. Talks to the public API alone. */
const API = '/api/v1';
const REFRESH_MILLIS = 1000;
const SHOWN_RESULTS = 100;

const byId = id => document.getElementById(id);
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const rate = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

async function getJson(path) {
  const response = await fetch(API + path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

// What is there: streams, queries, totals.

const STATUS_STYLE = {
  Running: 'good',
  Completed: '',
  Failed: 'bad',
  Terminated: 'bad',
  Paused: 'warn',
  Restored: 'warn',
};

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
    byId('service').textContent = 'running';
    byId('service').className = 'pill good';
  } catch {
    byId('service').textContent = 'not reachable';
    byId('service').className = 'pill bad';
  }
  setTimeout(refresh, REFRESH_MILLIS);
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
    byId('record-rate').textContent = count.format(
      ((records - earlier.records) * 1000) / (now - earlier.now),
    );
  }
  earlier = { records, now };
  byId('records').textContent = count.format(records);
  byId('matches').textContent = count.format(matches);
  byId('nodes').textContent = count.format(nodes);
}

function showStreams(streams) {
  const entries = Object.entries(streams);
  byId('no-streams').hidden = entries.length > 0;
  byId('streams').hidden = entries.length === 0;
  byId('stream-count').textContent = entries.length > 0 ? String(entries.length) : '';
  byId('streams').tBodies[0].replaceChildren(
    ...entries.map(([name, { status, message, settings, stats }]) => {
      const where = settings.path ?? settings.url ?? settings.type;
      return element(
        'tr',
        {},
        element('td', {}, name, element('div', { className: 'detail' }, message ?? where)),
        element('td', {}, element('span', { className: `pill ${STATUS_STYLE[status] ?? ''}` }, status)),
        element('td', { className: 'number' }, count.format(stats.ingestedCount)),
        element('td', { className: 'number' }, rate.format(stats.rates.oneMinute)),
        element('td', {}, ...streamButton(name, status)),
      );
    }),
  );
}

function streamButton(name, status) {
  const action = { Running: 'pause', Paused: 'start', Restored: 'start' }[status];
  if (!action) return [];
  const button = element('button', { className: 'quiet' }, action === 'pause' ? 'Pause' : 'Start');
  button.addEventListener('click', () =>
    fetch(`${API}/ingest/${encodeURIComponent(name)}/${action}`, { method: 'PUT' }),
  );
  return [button];
}

let watched;

function showQueries(queries) {
  byId('no-queries').hidden = queries.length > 0;
  byId('queries').hidden = queries.length === 0;
  byId('queries').tBodies[0].replaceChildren(
    ...queries.map(({ name, pattern, stats }) => {
      const { rates } = stats.local;
      const row = element(
        'tr',
        {
          className: name === watched ? 'choice chosen' : 'choice',
          tabIndex: 0,
          ariaSelected: String(name === watched),
        },
        element('td', {}, name, element('div', { className: 'detail', title: pattern.query }, pattern.query)),
        element('td', { className: 'number' }, count.format(rates.count)),
        element('td', { className: 'number' }, rate.format(rates.oneMinute)),
      );
      row.addEventListener('click', () => {
        watch(name);
        showQueries(queries);
      });
      row.addEventListener('keydown', event => {
        if (event.key === 'Enter') watch(name);
      });
      return row;
    }),
  );
  if (watched !== undefined && !queries.some(({ name }) => name === watched)) unwatch();
  if (watched === undefined && queries.length > 0) watch(queries[0].name);
}

// What flows out: the results of one query.

let events;
let seen = 0;
let isHeld = false;
let waiting = [];

function watch(name) {
  if (name === watched) return;
  unwatch();
  watched = name;
  byId('watching').textContent = `Live results of ${name}`;
  byId('feed').replaceChildren(element('div', { className: 'empty' }, 'Waiting for the next match.'));
  byId('hold').hidden = false;
  events = new EventSource(`${API}/query/standing/${encodeURIComponent(name)}/results`);
  events.onopen = () => (byId('live').className = 'dot live');
  events.onerror = () => (byId('live').className = 'dot lost');
  events.addEventListener('result', ({ data }) => {
    seen++;
    waiting.push({ at: new Date(), ...JSON.parse(data) });
    if (waiting.length > SHOWN_RESULTS) waiting.shift();
    if (waiting.length === 1) requestAnimationFrame(showWaiting);
  });
}

function unwatch() {
  events?.close();
  watched = undefined;
  seen = 0;
  waiting = [];
  byId('seen').textContent = '';
  byId('live').className = 'dot';
  byId('watching').textContent = 'Live results';
  byId('feed').replaceChildren(element('div', { className: 'empty' }, 'Results show here as they happen.'));
}

function showWaiting() {
  byId('seen').textContent = `${count.format(seen)} since this page opened`;
  if (isHeld) return;
  const feed = byId('feed');
  feed.querySelector('.empty')?.remove();
  feed.prepend(...waiting.reverse().map(resultRow));
  waiting = [];
  while (feed.children.length > SHOWN_RESULTS) feed.lastChild.remove();
}

function resultRow({ at, meta, data }) {
  const kind = meta.isPositiveMatch ? ['good', 'match'] : ['bad', 'ended'];
  const fields = Object.entries(data).flatMap(([key, value], i) => [
    i > 0 ? '  ' : '',
    element('span', { className: 'key' }, key),
    ` ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ]);
  return element(
    'div',
    { className: 'result new', title: meta.resultId },
    element('span', { className: 'time' }, at.toLocaleTimeString('en-GB')),
    element('span', { className: `pill ${kind[0]}` }, kind[1]),
    element('span', { className: 'data' }, ...fields),
  );
}

byId('hold').addEventListener('click', () => {
  isHeld = !isHeld;
  byId('hold').textContent = isHeld ? 'Go on' : 'Hold';
  if (!isHeld && waiting.length > 0) showWaiting();
});

// Questions.

byId('ask').addEventListener('submit', async event => {
  event.preventDefault();
  const started = performance.now();
  byId('run').disabled = true;
  try {
    const response = await fetch(`${API}/query/cypher`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: byId('text').value,
    });
    const body = await response.json();
    const millis = count.format(performance.now() - started);
    if (response.ok) showTable(body);
    else byId('answer').replaceChildren(element('pre', {}, body.join('\n')));
    byId('took').textContent = response.ok ? `${count.format(body.results.length)} rows, ${millis} ms` : '';
  } catch (error) {
    byId('answer').replaceChildren(element('pre', {}, String(error)));
  }
  byId('answer').hidden = false;
  byId('run').disabled = false;
});

byId('text').addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) byId('ask').requestSubmit();
});

function showTable({ columns, results }) {
  if (columns.length === 0) {
    byId('answer').replaceChildren(element('div', { className: 'empty' }, 'Done.'));
    return;
  }
  const cell = value => element('td', {}, typeof value === 'string' ? value : JSON.stringify(value));
  byId('answer').replaceChildren(
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...columns.map(column => element('th', {}, column)))),
      element('tbody', {}, ...results.map(row => element('tr', {}, ...row.map(cell)))),
    ),
  );
}

async function loadSamples() {
  const samples = await getJson('/query-ui/sample-queries');
  byId('samples').append(...samples.map(({ name, query }) => element('option', { value: query }, name)));
}

byId('samples').addEventListener('change', ({ target }) => {
  if (target.value !== '') byId('text').value = target.value;
});

refresh();
loadSamples().catch(error => console.warn(error));
