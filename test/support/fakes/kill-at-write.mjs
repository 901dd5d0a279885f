/**
 * Ends this process at the nth chunk that it sends to a socket, as a power failure would. The variable `END` or a
 * message of the parent process says at which one, and whether it is still sent. The count begins then.
 */
import { Socket } from 'node:net';
import process from 'node:process';

/** @typedef {{ chunk: number, sent: boolean }} End */

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

const write = /** @type {(this: Socket, ...rest: unknown[]) => boolean} */ (
  /** @type {unknown} */ (Socket.prototype.write)
);
Socket.prototype.write = /** @type {typeof Socket.prototype.write} */ (
  /** @this {Socket} @param {unknown[]} rest */
  function (...rest) {
    const isLog = this === process.stdout || this === process.stderr;
    if (!isLog) left -= 1;
    if (isLog || left > 0) return write.apply(this, rest);
    const end = () => process.kill(process.pid, 'SIGKILL');
    if (!isSent) end();
    return write.call(this, rest[0], end);
  }
);
