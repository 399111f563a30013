/** The interactive API reference, drawn from the OpenAPI document. */
const contents = document.getElementById('contents');
const operations = document.getElementById('operations');
const METHODS = ['get', 'post', 'put', 'delete'];

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const VERSIONS = {
  v1: { document: '/docs/openapi.json', other: ['/v2docs', 'Version 2'] },
  v2: { document: '/openapi.json', other: ['/v1docs', 'Version 1'] },
};
const version = VERSIONS[await versionAsked()];
const [otherPage, otherName] = version.other;
document
  .getElementById('versions')
  .append(
    element('a', { href: otherPage }, otherName),
    element('a', { href: version.document }, 'openapi.json'),
  );

const api = await (await fetch(version.document)).json();
document.getElementById('title').textContent = `${api.info.title} (${api.info.version})`;
operations.replaceChildren();

const groups = new Map();
for (const [path, item] of Object.entries(api.paths)) {
  for (const method of METHODS) {
    const operation = item[method];
    if (!operation) continue;
    const [tag] = operation.tags;
    groups.set(tag, [...(groups.get(tag) ?? []), { path, method, operation }]);
  }
}
for (const [tag, entries] of groups) {
  contents.append(element('h3', {}, tag));
  operations.append(element('h2', { className: 'group' }, tag));
  for (const entry of entries) {
    contents.append(element('a', { href: `#${entry.operation.operationId}` }, entry.operation.summary));
    operations.append(drawOperation(entry));
  }
}

function openNamed() {
  const named = document.getElementById(location.hash.slice(1));
  if (!named) return;
  named.open = true;
  named.scrollIntoView();
}
addEventListener('hashchange', openNamed);
openNamed();

/** The address says it, or leaves it to the configuration. */
async function versionAsked() {
  const [, named] = /^\/(v[12])docs$/.exec(location.pathname) ?? [];
  if (named) return named;
  const { defaultApiVersion } = await (await fetch('/api/v1/admin/config')).json();
  return defaultApiVersion;
}

function drawOperation({ path, method, operation }) {
  const details = element(
    'details',
    { className: 'operation', id: operation.operationId },
    element(
      'summary',
      {},
      element('span', { className: `method ${method}` }, method.toUpperCase()),
      element('span', { className: 'path' }, path),
      element('span', { className: 'summary' }, operation.summary),
    ),
  );
  details.addEventListener('toggle', () => fill(details, { path, method, operation }), { once: true });
  return details;
}

function fill(details, { path, method, operation }) {
  const inside = element('div', { className: 'inside' });
  if (operation.description) inside.append(element('div', {}, ...withCode(operation.description)));
  const inputs = new Map();
  for (const parameter of operation.parameters ?? []) {
    const input = element('input', {
      id: `${operation.operationId}-${parameter.name}`,
      placeholder: parameter.description ?? parameter.schema?.description ?? '',
    });
    inputs.set(parameter, input);
    const label = element('label', { htmlFor: input.id }, parameter.name + (parameter.required ? ' *' : ''));
    inside.append(element('div', { className: 'field' }, label, input));
  }
  const body = operation.requestBody && drawBody(operation.requestBody, inside);
  inside.append(drawTry({ path, method, operation, inputs, body }));
  inside.append(element('h4', {}, 'Answers'));
  for (const [status, response] of Object.entries(operation.responses)) {
    inside.append(drawResponse(status, response));
  }
  details.append(inside);
}

/** A text whose parts between backticks are code. */
function withCode(text) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part));
}

function drawBody({ content }, inside) {
  const { schema, example } = content['application/json'];
  const text = element('textarea', { spellcheck: false, ariaLabel: 'Body' });
  text.value = JSON.stringify(example ?? sampleOf(schema), null, 2);
  inside.append(
    element('h4', {}, `Body, as ${Object.keys(content).join(', ')}`),
    text,
    element(
      'details',
      {},
      element('summary', { className: 'soft' }, 'Fields'),
      element('pre', {}, describe(schema)),
    ),
  );
  return text;
}

function drawResponse(status, { description, content }) {
  const line = element('div', {}, element('span', { className: 'pill' }, status), ` ${description}`);
  const [mediaType] = Object.keys(content ?? {});
  const schema = mediaType && content[mediaType].schema;
  if (!schema) return line;
  return element(
    'details',
    {},
    element('summary', {}, ...line.childNodes, element('span', { className: 'soft' }, `  ${mediaType}`)),
    element('pre', {}, describe(schema)),
  );
}

function drawTry({ path, method, operation, inputs, body }) {
  const button = element('button', {}, 'Send');
  const output = element('pre', { hidden: true });
  const isStream = Object.values(operation.responses).some(
    response => response.content?.['text/event-stream'],
  );
  let abort;
  button.addEventListener('click', async () => {
    if (abort) return abort.abort();
    abort = new AbortController();
    if (isStream) button.textContent = 'Stop';
    else button.disabled = true;
    output.hidden = false;
    output.textContent = '';
    try {
      const response = await fetch(address(path, inputs), {
        method: method.toUpperCase(),
        signal: abort.signal,
        ...(body ? { body: body.value, headers: { 'Content-Type': 'application/json' } } : {}),
      });
      const code = response.headers.get('Weir-Error-Code');
      output.textContent = `${response.status} ${response.statusText}${code ? `  ${code}` : ''}\n\n`;
      await show(response, output, isStream);
    } catch (error) {
      if (error.name !== 'AbortError') output.textContent += String(error);
    }
    abort = undefined;
    button.disabled = false;
    button.textContent = 'Send';
  });
  return element('div', {}, button, output);
}

async function show(response, output, isStream) {
  if (!isStream) {
    const text = await response.text();
    output.textContent += pretty(text);
    return;
  }
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response.body)) {
    output.textContent += decoder.decode(chunk, { stream: true });
    output.scrollTop = output.scrollHeight;
  }
}

async function* chunksOf(stream) {
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield value;
}

/** Laid out, but only where reading it as numbers of the browser changes nothing. */
function pretty(text) {
  try {
    const value = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

function address(path, inputs) {
  const query = new URLSearchParams();
  let filled = path;
  for (const [{ name, in: place }, { value }] of inputs) {
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

// Schemas in words.

function resolve(schema) {
  return schema?.$ref ? api.components.schemas[schema.$ref.split('/').at(-1)] : (schema ?? {});
}

function describe(schema, depth = 0, seen = new Set()) {
  if (schema?.$ref && seen.has(schema.$ref)) return schema.$ref.split('/').at(-1);
  const inner = schema?.$ref ? new Set([...seen, schema.$ref]) : seen;
  const {
    type,
    properties,
    items,
    oneOf,
    anyOf,
    enum: values,
    additionalProperties,
    required = [],
  } = resolve(schema);
  const pad = '  '.repeat(depth);
  const choices = oneOf ?? anyOf;
  if (choices) return choices.map(choice => describe(choice, depth, inner)).join(`\n${pad}or `);
  if (values) return values.map(value => JSON.stringify(value)).join(' | ');
  if (properties) {
    const lines = Object.entries(properties).map(([name, property]) => {
      const { description, default: fallback } = { ...resolve(property), ...property };
      const notes = [
        required.includes(name) ? '' : 'optional',
        fallback === undefined ? '' : `default ${JSON.stringify(fallback)}`,
        description ?? '',
      ].filter(note => note !== '');
      const note = notes.length > 0 ? `   // ${notes.join('; ')}` : '';
      return `${pad}  ${name}: ${describe(property, depth + 1, inner)}${note}`;
    });
    return `{\n${lines.join('\n')}\n${pad}}`;
  }
  if (type === 'array') return `[ ${describe(items, depth, inner)} ]`;
  if (type === 'object') return `{ name: ${describe(additionalProperties || {}, depth, inner)} }`;
  return type ?? 'any value';
}

function sampleOf(schema, depth = 0) {
  const { type, properties, items, oneOf, anyOf, enum: values, default: fallback } = resolve(schema);
  if (fallback !== undefined) return fallback;
  if (oneOf ?? anyOf) return sampleOf((oneOf ?? anyOf)[0], depth);
  if (values) return values[0];
  if (properties && depth < 4) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner, depth + 1)]),
    );
  }
  if (type === 'array') return depth < 3 && items ? [sampleOf(items, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return 0;
  if (type === 'boolean') return false;
  return type === 'string' ? '' : {};
}
