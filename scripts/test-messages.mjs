/**
 * Loaded first in each process of tests (`--import`). The runner sends its settings once, to all processes as soon as the
 * first one asks; a process whose suite loader does not listen yet would wait forever. This delivers them to it later.
 */
const SETTINGS = 'jest-light-runner-worker-data';
let settings;

process.on('newListener', (event, listener) => {
  if (event === 'message' && settings !== undefined) listener(settings);
});
// Not earlier than the first other listener: until then, Node keeps the messages.
process.once('newListener', function listen(event) {
  if (event !== 'message') process.once('newListener', listen);
  else process.on('message', keepSettings);
});

function keepSettings(message) {
  if (message?.type === SETTINGS) settings = message;
}
