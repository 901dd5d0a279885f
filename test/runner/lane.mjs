/** Runs test files one after the other in one process: `node --import tsx test/runner/lane.mjs <file> <file> …`. */
import { describe } from 'node:test';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
// The hooks of this module belong to the lane, because they are declared before the first file.
import './at-end.mjs';

// A suite for each file gives its hooks the file as their scope, and its seconds to the reporter.
for (const file of process.argv.slice(2)) describe(file, () => import(pathToFileURL(file).href));
