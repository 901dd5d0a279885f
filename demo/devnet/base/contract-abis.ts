/** ABIs of the contract functions and events that this devnet uses. */

import { parseAbi } from 'viem';

export const depositoryAbi = parseAbi([
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
  'function release(address token, address to, uint256 amount)',
  'event NativeDeposited(address indexed depositor, uint256 amount, bytes32 indexed id)',
  'event Erc20Deposited(address indexed depositor, address indexed token, uint256 amount, bytes32 indexed id)',
]);

const CALL = 'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }';
export const proxyAbi = parseAbi([
  CALL,
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct BatchTransfer { TokenPermissions[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Permit { address token; address owner; uint256 value; uint256 deadline; uint8 v; bytes32 r; bytes32 s; }',
  'function transferAndMulticall(address[], uint256[], Call[], address refundTo, address nft, bytes metadata) payable',
  'function permit2TransferAndMulticall(address user, BatchTransfer, Call[], address refundTo, address nft, bytes)',
  'function permitTransferAndMulticall(Permit, Call[], address refundTo, address nft)',
]);
export const routerAbi = parseAbi([
  CALL,
  'function multicall(Call[] calls, address refundTo, address nftRecipient, bytes metadata) payable',
  'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)',
  'function cleanupNative(uint256 amount, address recipient)',
]);
export const exchangeAbi = parseAbi([
  'function setPrice(address currency, uint256 price)',
  'function swap(address from, address to, uint256 amount, uint256 least) payable',
]);

/** `transfer` and `approve` declare no return value, because tokens like USDT return nothing. */
export const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
]);

/** Functions for permits. Some tokens have only a part of these functions. */
export const permitAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)',
]);
