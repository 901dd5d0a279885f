/**
 * Ends this process at the nth chunk that it sends to a socket, as a power failure would. The variable `END` or a
 * message of the parent process says at which one, and whether it is still sent. The count begins then.
 */
import { Socket } from 'node:net';
import process from 'node:process';

/** @typedef {{ chunk: number, sent: boolean }} End */
/** @typedef {(this: Socket, ...rest: any[]) => void} Write */

/** How many chunks are left. Nobody counts at first. */
let left = Infinity;
let isSent = false;

/** @param {End} end */
function count({ chunk, sent }) {
  left = chunk;
  isSent = sent;
}
if (process.env['END']) count(JSON.parse(process.env['END']));
process.on('message', (end) => count(/** @type {End} */ (end)));
process.on('disconnect', () => process.exit());

const end = () => process.kill(process.pid, 'SIGKILL');

// The driver of the database writes a statement in parts, which leave the process as one chunk.
const own = /** @type {Record<string, Write>} */ (/** @type {unknown} */ (Socket.prototype));
for (const name of ['_write', '_writev']) {
  const write = /** @type {Write} */ (own[name]);
  own[name] = function (...rest) {
    const isLog = this === process.stdout || this === process.stderr;
    if (!isLog) left -= 1;
    if (isLog || left > 0) return write.apply(this, rest);
    if (!isSent) end();
    return write.call(this, ...rest.slice(0, -1), end);
  };
}
