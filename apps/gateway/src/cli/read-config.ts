/** Reads the configuration of a command from all its sources, and prints notes about it. */
import { stringify } from 'yaml';
import { loadExtensions } from '@weir/runtime';
import { extensionsOf } from '../open-configured-graph.js';
import type { ConfigSources } from '../config/gather-settings.js';
import { isHoconFile, readHoconFile } from '../config/hocon-file.js';
import { loadConfig, withoutSecrets } from '../config/load-config.js';
import type { Config } from '../config/settings.js';
import type { ProgramConsole } from '../console/program-console.js';
import type { RunOptions } from './options.js';

export type ConfigOptions = Pick<RunOptions, 'configFile' | 'settings' | 'properties' | 'otherProperties'>;

/**
 * Also loads the extensions that it names, because recipes and requests may use them.
 * @throws WeirError `config.invalid`
 */
export async function readConfig(options: ConfigOptions, console: ProgramConsole): Promise<Config> {
  const { configFile: path } = options;
  const content =
    path !== undefined && isHoconFile(path) ? { path, value: await readHoconFile(path) } : undefined;
  const sources: ConfigSources = {
    options: options.settings,
    properties: options.properties,
    otherProperties: options.otherProperties,
    environment: process.env,
    file: path,
    content,
  };
  const { config, notes } = loadConfig(sources);
  for (const note of notes) console.line(note);
  if (config['dump-config']) console.line(stringify(withoutSecrets(config)).trimEnd());
  await loadExtensions(extensionsOf(config, process.cwd()));
  return config;
}
