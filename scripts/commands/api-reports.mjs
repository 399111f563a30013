/**
 * Compares the public types of every published package with the reports in `api-reports/`, one file for each entry.
 * `--write` updates the reports instead. A change of a report is a change of the public API: review it as such.
 *
 * API Extractor writes the reports from the compiled declarations. To keep reports readable, they omit types generated
 * from the OpenAPI documents, long inferred types of schemas, and notes on missing comments.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { ROOT } from '../build/prepare.mjs';
import { interfaceWidthErrors } from './interface-widths.mjs';

const REPORTS = join(ROOT, 'api-reports');
/** Entries for the project's own tests. */
const IS_TESTING = /testing|value-arbitrary/;
const GENERATED = /^((?:export )?interface \w*(?:components|operations|paths)(?:_\d)? \{)\n[\s\S]*?^\}$/gim;

const CONSTANT = /^(export const \w+: )[\s\S]*?;$(?=\n\n)/gm;
/** Lines of a constant's type that a report shows. */
const CONSTANT_LINES = 40;

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

const temporary = mkdtempSync(join(tmpdir(), 'weir-api-'));
try {
  const all = entries();
  const configs = all.map(entry => configOf(entry, all));
  // One program for all packages.
  const compilerState = CompilerState.create(configs[0], {
    additionalEntryPoints: all.map(({ file }) => file),
  });
  const reports = reportsOf(all, configs, compilerState);
  const files = all.map(({ file }) => file);
  for (const line of interfaceWidthErrors(compilerState.program, files)) {
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
  if (process.argv.includes('--write')) write(reports);
  else compare(reports);
} finally {
  rmSync(temporary, { recursive: true });
}

function entries() {
  return ['packages', 'apps'].flatMap(group =>
    readdirSync(join(ROOT, group)).flatMap(name => entriesOf(join(ROOT, group, name))),
  );
}

function entriesOf(folder) {
  const { private: isPrivate, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (isPrivate) return [];
  return Object.entries(exports)
    .filter(([name]) => !IS_TESTING.test(name))
    .map(([name, { types }]) => ({
      folder,
      file: join(folder, types),
      report: `${[basename(folder), ...name.split('/').slice(1)].join('-')}.api.md`,
    }));
}

/** Keyed by file name. */
function reportsOf(all, configs, compilerState) {
  const reports = new Map();
  for (const [index, { report }] of all.entries()) {
    Extractor.invoke(configs[index], {
      compilerState,
      localBuild: true,
      messageCallback: message => {
        message.handled = message.logLevel !== 'error';
      },
    });
    const text = readFileSync(join(temporary, report), 'utf8').replaceAll('\r\n', '\n');
    reports.set(report, readable(text));
  }
  return reports;
}

function readable(text) {
  return text
    .replace(/^ *\/\/ \(undocumented\)\n/gm, '')
    .replaceAll(' (undocumented)', '')
    .replace(GENERATED, '$1\n    // Generated from the OpenAPI documents.\n}')
    .replace(CONSTANT, (whole, start) =>
      whole.split('\n').length > CONSTANT_LINES ? `${start}unknown; // A long inferred type.` : whole,
    );
}

function configOf({ folder, file, report }, all) {
  const silent = { default: { logLevel: 'none' } };
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: file,
      compiler: {
        overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files: all.map(each => each.file) },
        skipLibCheck: true,
      },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: temporary,
        reportTempFolder: join(temporary, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
}

function write(reports) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS);
  for (const [name, text] of reports) writeFileSync(join(REPORTS, name), text);
}

function compare(reports) {
  const known = existsSync(REPORTS) ? readdirSync(REPORTS) : [];
  const changed = [...reports].filter(
    ([name, text]) => !known.includes(name) || readFileSync(join(REPORTS, name), 'utf8') !== text,
  );
  for (const [name] of changed) process.stderr.write(`api-reports/${name} is out of date\n`);
  const stale = known.filter(name => !reports.has(name));
  for (const name of stale) process.stderr.write(`api-reports/${name} belongs to no entry of a package\n`);
  if (changed.length + stale.length === 0) return;
  process.stderr.write(
    'If the change of the public API is intended, run: node scripts/dev.mjs api-reports --write\n',
  );
  process.exitCode = 1;
}
