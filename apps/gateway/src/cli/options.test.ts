import { WeirError } from '@weir/platform';
import { parseCommandLine } from './options.js';

test.each<[string[], Record<string, unknown>]>([
  [[], { kind: 'run', recipe: undefined, forceConfig: false, noDelete: false, settings: {} }],
  [['-h'], { kind: 'help' }],
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
    ['-r', 'r', '-x', 'a=1', '--recipe-value', 'b=x=y,c=,d=a,b'],
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
  [['--port', 'x'], `Option --port expects a number but was given 'x'`],
  [['-p', '-1'], `Option --port expects a number but was given '-1'`],
  [['--shards', '1.5'], `Option --shards expects a number but was given '1.5'`],
  [['-r'], 'Option --recipe expects a value'],
  [['--port', '--recipe', 'a'], 'Option --port expects a value'],
  [['-x', 'a'], `Option --recipe-value expects a key=value pair but was given 'a'`],
  [['--force-config=1'], 'Option --force-config takes no value'],
  [['extra'], 'Unexpected argument extra'],
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
  [['recipe', 'test', 'a', '--nope'], "Unknown option '--nope'"],
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
