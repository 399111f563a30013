// Entry point of the container image. The options of the server before `--` do not apply when a command follows:
// `docker run weir query ...`.
const words = process.argv.slice(2);
const at = words.indexOf('--');
const given = words.slice(at + 1);
const isCommand = given.length > 0 && !given[0].startsWith('-');
process.argv.splice(2, Infinity, ...(isCommand ? given : [...words.slice(0, Math.max(at, 0)), ...given]));
await import('./weir.mjs');
