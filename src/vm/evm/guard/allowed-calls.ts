/**
 * Lists the contract calls that a payment may contain. Also lists known harmful calls, which the message of a refusal
 * names.
 */
import { abiFunction, address, bytes32, uint256 } from '../abi/abi-function.js';

const addresses = { type: 'address[]' } as const;
const amounts = { type: 'uint256[]' } as const;
const metadata = { type: 'bytes' } as const;
const calls = {
  type: 'tuple[]',
  components: [
    { name: 'target', type: 'address' },
    { name: 'allowFailure', type: 'bool' },
    { name: 'value', type: 'uint256' },
    { name: 'callData', type: 'bytes' },
  ],
} as const;

/** Functions of ERC-20 tokens, of the depository, of the approval proxy and of the router. */
export const allowedCalls = [
  abiFunction('approve', address, uint256),
  abiFunction('transfer', address, uint256),
  abiFunction('depositNative', address, bytes32),
  abiFunction('depositErc20', address, address, uint256, bytes32),
  abiFunction('transferAndMulticall', addresses, amounts, calls, address),
  abiFunction('transferAndMulticall', addresses, amounts, calls, address, address),
  abiFunction('transferAndMulticall', addresses, amounts, calls, address, address, metadata),
  abiFunction('multicall', calls, address, address),
  abiFunction('multicall', calls, address, address, metadata),
  abiFunction('cleanupErc20s', addresses, addresses, amounts),
  abiFunction('cleanupErc20s', addresses, addresses, amounts, metadata),
  abiFunction('cleanupNative', uint256, address),
  abiFunction('cleanupNative', uint256, address, metadata),
] as const;

/**
 * The guard rule of each allowed call, and of a harmful deposit without an amount, by function selector. In a step, any
 * other selector violates G17, unless it begins the short data of a plain transfer. A router may make unknown calls.
 */
export const ruleOfCall: Readonly<Record<string, string>> = {
  '0x095ea7b3': 'G10',
  '0x49290c1c': 'G11',
  '0xe8017952': 'G12',
  '0x5a1ee3ac': 'G12',
  '0xa9059cbb': 'G16',
  '0xc2b2cbdf': 'G15',
  '0x30875056': 'G15',
  '0xf9e4bab4': 'G15',
  '0x30be5567': 'G15',
  '0xcd6e13f7': 'G15',
  '0x3b2253c8': 'G15',
  '0x9bb43718': 'G15',
  '0x5de81e3f': 'G15',
  '0xa6bd8c96': 'G15',
};

/** Harmful calls by function selector. Each of them can cost the payer more than the payment. */
export const harmfulCalls: Readonly<Record<string, string>> = {
  '0x5a1ee3ac': 'depositErc20(address,address,bytes32)',
  '0x39509351': 'increaseAllowance(address,uint256)',
  '0xa22cb465': 'setApprovalForAll(address,bool)',
  '0x23b872dd': 'transferFrom(address,address,uint256)',
  '0x42842e0e': 'safeTransferFrom(address,address,uint256)',
  '0xb88d4fde': 'safeTransferFrom(address,address,uint256,bytes)',
  '0xf242432a': 'safeTransferFrom(address,address,uint256,uint256,bytes)',
  '0x2eb2c2d6': 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  '0xd505accf': 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  '0x8fcbaf0c': 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  '0x2b67b570': 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  '0x87517c45': 'approve(address,address,uint160,uint48)',
  '0xf2fde38b': 'transferOwnership(address)',
  '0x3659cfe6': 'upgradeTo(address)',
  '0x4f1ef286': 'upgradeToAndCall(address,bytes)',
  '0x6a761202': 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  '0x610b5925': 'enableModule(address)',
  '0xac9650d8': 'multicall(bytes[])',
  '0xe9ae5c53': 'execute(bytes32,bytes)',
  '0x34fcd5be': 'executeBatch((address,uint256,bytes)[])',
  '0x4e71d92d': 'claim()',
  '0xaf347b61': 'securityUpdate()',
};

/** Transaction members that no payment needs, with the id of the rule that blocks each, such as G20 for EIP-7702. */
export const harmfulMembers: Readonly<Record<string, string>> = {
  authorizationList: 'G20',
  authorization: 'G20',
  accessList: 'G19',
  blobs: 'G19',
  blobVersionedHashes: 'G19',
  nonce: 'G19',
};
