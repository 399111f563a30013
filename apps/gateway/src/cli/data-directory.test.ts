import { resolve } from 'node:path';
import { loadConfig } from '../config/load-config.js';
import { chooseDataDirectory } from './data-directory.js';
import { parseCommandLine, type RunOptions } from './options.js';

test.each([
  ['', [], { type: 'embedded', path: resolve('weir-data') }],
  ['', ['--data', 'd'], { type: 'embedded', path: resolve('d') }],
  ['memory', [], { type: 'memory' }],
  ['memory', ['--data', 'd'], { type: 'embedded', path: resolve('d') }],
  ['cassandra', [], { type: 'cassandra', contactPoints: ['localhost:9042'] }],
  // An image sets a data directory, but the configuration decides where the graph is.
  ['cassandra', ['--data', 'd'], { type: 'cassandra', contactPoints: ['localhost:9042'] }],
  ['', ['--store', 'cassandra', '--data', 'd'], { type: 'cassandra' }],
])('store.type %j, options %j', (type, args, store) => {
  const options = parseCommandLine(args) as RunOptions;
  const config = loadConfig({
    options: options.settings,
    properties: options.properties,
    environment: type === '' ? {} : { WEIR_STORE_TYPE: type },
  }).config;
  expect(chooseDataDirectory(options, config).store).toMatchObject(store);
  if (args.includes('--data')) expect(config['store.filepath']).toBe('d');
});
