/** Runs test files one after the other in one process: `node --import tsx test/support/lane.mjs <file> <file> …`. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
