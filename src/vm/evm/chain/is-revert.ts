/** Tells a call that its contract refused from one that nobody has executed, for example because the node is down. */

/** True if the error says that the contract ran and refused the call. Wallets can hide this in the member `data`. */
export function isRevert(error: unknown): boolean {
  const { message = error, data } = Object(error) as Record<string, unknown>;
  const { message: inner } = Object(data) as Record<string, unknown>;
  return /revert|invalid opcode/i.test(`${String(message)} ${String(inner)}`);
}
