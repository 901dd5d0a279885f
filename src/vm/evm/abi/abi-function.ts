/**
 * Builds ABI entries from objects, because the function `parseAbi` of viem would add about 2 kB to the code that a
 * payer loads.
 */

/** The ABI entry of a parameter of type `address`. */
export const address = { type: 'address' } as const;
/** The ABI entry of a parameter of type `uint256`. */
export const uint256 = { type: 'uint256' } as const;
/** The ABI entry of a parameter of type `bytes32`. */
export const bytes32 = { type: 'bytes32' } as const;

/**
 * Returns the ABI entry of a function. Only parameters inside a tuple need a name.
 * @example abiFunction('approve', address, uint256)
 */
export const abiFunction = <const Name extends string, const Inputs extends readonly unknown[]>(
  name: Name,
  ...inputs: Inputs
) => ({ type: 'function', name, stateMutability: 'payable', inputs, outputs: [] }) as const;
