/**
 * Distinguishes a call that its contract refused from a call that was not executed, for example by a node that is down.
 */

/**
 * True if the error's text means that the contract ran and refused the call. Some wallets write this text only into
 * `data`.
 */
export function isRevert(error: unknown): boolean {
  const { message = error, data } = Object(error) as Record<string, unknown>;
  const { message: inner } = Object(data) as Record<string, unknown>;
  return /revert|invalid opcode/i.test(`${String(message)} ${String(inner)}`);
}
