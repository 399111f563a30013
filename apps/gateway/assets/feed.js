/** What flows out: the results of one standing query as they come, each with the nodes that its ids name. */
import { API, cypher, parseExactly } from './api.js';
import { ask } from './ask.js';
import { byId, count, element, shown } from './dom.js';

const SHOWN_RESULTS = 100;
/** Properties up to this length stay in the order in which they come. */
const SHORT_TEXT = 60;
/** Nodes are looked up together, so often at most, and so many at once. */
const LOOK_UP_MILLIS = 250;
const LOOK_UP_NODES = 50;
const NODE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NODES = 'UNWIND $ids AS id MATCH (n) WHERE strId(n) = id RETURN id, labels(n), properties(n)';

let name;
let events;
let seen = 0;
let isHeld = false;
let waiting = [];

export const watched = () => name;

/** @param query the name of a standing query; `undefined` when there is none to watch. */
export function watch(query) {
  if (query === name) return;
  events?.close();
  name = query;
  seen = 0;
  waiting = [];
  lookUps.clear();
  byId('seen').textContent = '';
  byId('live').className = 'dot';
  byId('hold').hidden = name === undefined;
  if (name === undefined) {
    byId('watching').textContent = 'Live results';
    showNote('Results show here as they happen.');
    return;
  }
  byId('watching').textContent = `Live results of ${name}`;
  showNote('Waiting for the next match.');
  events = new EventSource(`${API}/query/standing/${encodeURIComponent(name)}/results`);
  events.onopen = () => (byId('live').className = 'dot live');
  events.onerror = () => (byId('live').className = 'dot lost');
  events.addEventListener('result', ({ data }) => {
    seen++;
    waiting.push({ at: new Date(), ...parseExactly(data) });
    if (waiting.length > SHOWN_RESULTS) waiting.shift();
    if (waiting.length === 1) requestAnimationFrame(showWaiting);
  });
}

function showNote(text) {
  byId('feed').replaceChildren(element('div', { className: 'empty' }, text));
}

function showWaiting() {
  byId('seen').textContent = `${count.format(seen)} since this page opened`;
  if (isHeld || waiting.length === 0) return;
  const feed = byId('feed');
  feed.querySelector('.empty')?.remove();
  feed.prepend(...waiting.reverse().map(resultRow));
  waiting = [];
  while (feed.children.length > SHOWN_RESULTS) feed.lastChild.remove();
}

function resultRow({ at, meta, data }) {
  const [style, word] = meta.isPositiveMatch ? ['good', 'match'] : ['bad', 'ended'];
  const content = element('span', { className: 'data' });
  for (const [key, value] of Object.entries(data)) {
    if (content.hasChildNodes()) content.append('  ');
    content.append(element('span', { className: 'key' }, key), ' ');
    if (typeof value === 'string' && NODE_ID.test(value)) content.append(...nodeOf(value));
    else content.append(shown(value));
  }
  return element(
    'div',
    { className: 'result new', title: meta.resultId },
    element('span', { className: 'time' }, at.toLocaleTimeString('en-GB')),
    element('span', { className: `pill ${style}` }, word),
    content,
  );
}

// The nodes behind the ids.

const lookUps = new Map();
let isLooking = false;

function nodeOf(id) {
  const link = element('a', { href: '#', title: 'Show this node and its neighbours' }, id);
  link.addEventListener('click', event => {
    event.preventDefault();
    ask(`MATCH (n) WHERE strId(n) = '${id}'\nOPTIONAL MATCH (n)-[r]-(m)\nRETURN n, r, m LIMIT 20`);
  });
  const what = element('div', { className: 'node' });
  lookUps.set(id, [...(lookUps.get(id) ?? []), what]);
  if (!isLooking) {
    isLooking = true;
    setTimeout(lookUp, LOOK_UP_MILLIS);
  }
  return [link, what];
}

async function lookUp() {
  // The latest are at the top of the page.
  const wanted = new Map([...lookUps].slice(-LOOK_UP_NODES));
  lookUps.clear();
  try {
    const { results } = await cypher(NODES, { ids: [...wanted.keys()] });
    for (const [id, labels, properties] of results) {
      const text = nodeText(labels, properties);
      for (const place of wanted.get(id) ?? []) Object.assign(place, { textContent: text, title: text });
    }
  } catch (error) {
    console.warn(error);
  }
  isLooking = lookUps.size > 0;
  if (isLooking) setTimeout(lookUp, LOOK_UP_MILLIS);
}

/** On two lines of the page; the short values first, since a long one says the least to an eye. */
function nodeText(labels, properties) {
  const texts = Object.entries(properties).map(([key, value]) => `${key} ${shown(value)}`);
  texts.sort((a, b) => Math.max(a.length, SHORT_TEXT) - Math.max(b.length, SHORT_TEXT));
  return [labels.map(label => `:${label}`).join(''), ...texts].filter(text => text !== '').join('  ·  ');
}

byId('hold').addEventListener('click', () => {
  isHeld = !isHeld;
  byId('hold').textContent = isHeld ? 'Go on' : 'Hold';
  showWaiting();
});
