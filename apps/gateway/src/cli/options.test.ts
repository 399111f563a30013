import { WeirError } from '@weir/platform';
import { parseCommandLine } from './options.js';

test.each<[string[], Record<string, unknown>]>([
  [[], { kind: 'run', recipe: undefined, forceConfig: false, noDelete: false, settings: {} }],
  [['-h'], { kind: 'help' }],
  [['help', 'query'], { kind: 'help', command: 'query' }],
  [['recipe', 'check', '--help'], { kind: 'help', command: 'recipe check' }],
  [['version'], { kind: 'version' }],
  [
    ['query', 'RETURN 1', '--param', 'x=1'],
    { kind: 'query', source: { text: 'RETURN 1' }, parameters: ['x=1'] },
  ],
  [['query', '-'], { kind: 'query', source: { file: '-' }, format: 'table' }],
  [['--log-format=json'], { settings: { 'log-format': 'json' } }],
  [['--version', '-W'], { kind: 'version' }],
  [['-r', 'demo', '-p', '0'], { recipe: 'demo', settings: { 'webserver.port': 0 } }],
  [
    ['--recipe=a.yaml', '--port=81', '--host', '::1'],
    { recipe: 'a.yaml', settings: { 'webserver.port': 81, 'webserver.address': '::1' } },
  ],
  [['-W', '--data', 'd'], { data: 'd', settings: { 'webserver.enabled': false, 'store.filepath': 'd' } }],
  [
    ['--store', 'memory', '--shards', '2', '--workers', '0'],
    { settings: { 'store.type': 'memory', 'shard-count': 2, workers: 0 } },
  ],
  [['-r', 'r', '--no-delete', '--config', 'c.yaml'], { noDelete: true, configFile: 'c.yaml' }],
  [['-r', 'r', '--force-config'], { forceConfig: true, isVerbose: false }],
  [['--verbose'], { isVerbose: true }],
  [
    ['-Dconfig.file=c.yaml', '-Dquine.webserver.port=81', '-Duser.home=x'],
    { configFile: 'c.yaml', properties: new Map([['webserver.port', '81']]) },
  ],
  [
    ['-r', 'r', '-x', 'a=1', '--set', 'b=x=y,c=,d=a,b'],
    {
      recipeValues: new Map([
        ['a', '1'],
        ['b', 'x=y'],
        ['c', ''],
        ['d', 'a,b'],
      ]),
    },
  ],
])('%j', (args, expected) => {
  expect(parseCommandLine(args)).toMatchObject(expected);
});

test.each<[string[], string]>([
  [['--prot', '1'], 'Unknown option --prot; did you mean --port?'],
  [['-z'], 'Unknown option -z'],
  [['--port', 'x'], `Option --port expects a number from 0 to 65535 but was given 'x'`],
  [['-p', '-1'], `Option --port expects a number from 0 to 65535 but was given '-1'`],
  [['--shards', '1.5'], `Option --shards expects a number but was given '1.5'`],
  [['-r'], 'Option --recipe expects a value'],
  [['--port', '--recipe', 'a'], 'Option --port expects a value'],
  [['-x', 'a'], `Option --recipe-value expects a key=value pair but was given 'a'`],
  [['--force-config=1'], 'Option --force-config takes no value'],
  [['extra'], 'Unknown command extra'],
  [['qury', 'RETURN 1'], 'Unknown command qury; did you mean query?'],
  [['-p', '1', 'backup', 'f'], 'The command backup must come first: weir backup [options]'],
  [['query'], `The command query expects a query, such as weir query 'MATCH (n) RETURN count(n)'`],
  [['query', 'RETURN', '1'], 'The command query expects one query; put quotes around it'],
  [['query', '--file', 'f', 'RETURN 1'], 'use only one: a query, or --file'],
  [
    ['query', 'RETURN 1', '--format', 'xml'],
    `Option --format expects table, json, jsonl or csv but was given 'xml'`,
  ],
  [
    ['watch', 'q', '--url', 'nowhere'],
    `Option --url expects a URL such as http://127.0.0.1:8080 but was given 'nowhere'`,
  ],
  [['watch', 'q', '--count', '0'], `Option --count expects a number of at least 1 but was given '0'`],
  [['apply'], 'The command apply expects one recipe'],
  [['help', 'aply'], 'Unknown command aply; did you mean apply?'],
  [
    ['--log-level', 'loud'],
    `Option --log-level expects off, error, warn, info or debug but was given 'loud'`,
  ],
  [['extra.yaml'], 'Unexpected argument extra.yaml; a recipe is run with --recipe extra.yaml'],
  [['-r=a.yaml'], `Option -r takes its value without a '=': -r a.yaml`],
  [['--port'], 'Option --port expects a value'],
  [['--no-delete'], '--no-delete has no effect without --recipe'],
  [['--force-config'], '--force-config has no effect without --recipe'],
  [['-r', 'a', '--data', 'd', '--no-delete'], 'use only one: --data, or --no-delete'],
  [['-r', 'a', '--data', 'd', '--force-config'], 'use only one: --data, or --force-config'],
  [['recipe'], 'The command recipe is followed by check or test'],
  [['recipe', 'chek', 'a.yaml'], 'The command recipe is followed by check or test'],
  [['recipe', 'check'], 'The command recipe check expects a recipe'],
  [['recipe', 'test', 'a', '--nope'], 'Unknown option --nope'],
  [['--force-config', '--no-delete'], 'use only one: --force-config, or --no-delete'],
  [['-W', '-p', '81'], 'use only one: --disable-web-service, or --port'],
  [['--no-delete', '--store', 'memory'], 'use only one: --no-delete, or --store memory'],
  [['-x', 'a=1'], '--recipe-value has no effect without --recipe'],
  [['--data', 'd', '--store', 'memory'], 'use only one: --data, or --store memory'],
])('rejects %j', (args, message) => {
  let thrown: unknown;
  try {
    parseCommandLine(args);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(WeirError);
  expect(thrown).toMatchObject({ code: 'cli.invalid', message });
});
