/** The help: of the program, or of one command. */
import { type CommandName, COMMAND_NAMES, COMMANDS, type CommandSpec } from './arguments/commands.js';
import type { OptionSpecs } from './arguments/option.js';
import { RUN_OPTIONS } from './arguments/server-program.js';

/** @param command a command, or the group `recipe`. */
export function usage(command?: string): string {
  if (command === undefined) return programUsage();
  const names = COMMAND_NAMES.filter(name => name === command || name.startsWith(`${command} `));
  return names.map(commandUsage).join('\n');
}

function programUsage(): string {
  const rows = COMMAND_NAMES.map((name): Row => {
    const { operands } = COMMANDS[name];
    return [`  ${name}${operands === '' ? '' : ` ${operands}`}`, COMMANDS[name].summary];
  });
  return [
    'Weir streaming graph',
    '',
    'Usage: weir [options]             start the server',
    '       weir <command> [options]   run a command',
    '',
    'Commands:',
    ...aligned(rows),
    '',
    'A file named - means standard output or standard input. weir help <command> lists the options of a command.',
    'The page /docs of a running server lists the types of sources and destinations, with their fields.',
    '',
    'Options of the server:',
    ...aligned(optionRows(RUN_OPTIONS)),
    '',
  ].join('\n');
}

function commandUsage(name: CommandName): string {
  const { operands, summary, options, notes = [] }: CommandSpec = COMMANDS[name];
  const optionLines = aligned(optionRows({ ...options, ...HELP }));
  return [
    `Usage: weir ${[name, operands, Object.keys(options).length > 0 ? '[options]' : ''].filter(Boolean).join(' ')}`,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    ...notes,
    '',
    'Options:',
    ...optionLines,
    '',
  ].join('\n');
}

const HELP: OptionSpecs = { help: { type: 'boolean', short: 'h', meaning: 'print this help' } };

type Row = readonly [left: string, right: string];

function optionRows(options: OptionSpecs): Row[] {
  return Object.entries(options).map(([name, { short, value, meaning }]) => [
    `  ${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    meaning,
  ]);
}

/** Long left sides overhang, so that one of them does not push away all right sides. */
const WIDEST = 36;

function aligned(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length).filter(length => length <= WIDEST));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}
