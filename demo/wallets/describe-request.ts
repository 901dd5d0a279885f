/** Describes in plain text what a wallet request would do. */
import { decodeFunctionData, formatUnits, hexToBigInt, hexToString, isHex, maxUint256, parseAbi, type Hex } from 'viem';
import { registry } from '../shop/devnet-data.js';
import type { PendingRequest } from './wallet-state.js';
import type { RequestSummary } from './request-dialog.js';

type SummaryRow = RequestSummary['rows'][number];
/** Parameters of `eth_sendTransaction` (EIP-1193). */
export type TransactionParameters = { from: Hex; to?: Hex; data?: Hex; value?: Hex; chainId?: Hex };

export function describeRequest({ method, params, chainId }: PendingRequest, address: string): RequestSummary {
  const account: SummaryRow = ['Account', address];
  switch (method) {
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain': {
      const next = Number((params[0] as { chainId: Hex }).chainId);
      const title = method === 'wallet_switchEthereumChain' ? 'Switch network' : 'Add a network';
      return {
        method,
        title,
        rows: [
          ['From', networkName(chainId)],
          ['To', networkName(next)],
        ],
      };
    }
    case 'eth_sendTransaction':
      return transaction(params[0] as TransactionParameters, chainId);
    case 'wallet_sendCalls': {
      const { calls } = params[0] as { calls: TransactionParameters[] };
      const parts = calls.map((call) => transaction(call, chainId));
      const rows = parts.flatMap(({ title, rows: each }, index): SummaryRow[] => [
        [`${index + 1}.`, title],
        ...each.slice(1),
      ]);
      return { method, title: 'Send several calls: all or none', rows: [['Network', networkName(chainId)], ...rows] };
    }
    case 'personal_sign': {
      const message = params[0] as string;
      const text = isHex(message) ? hexToString(message) : message;
      return { method, title: 'Sign a message', rows: [account, ['Message', text]] };
    }
    case 'eth_signTypedData_v4': {
      const typed = typedDataOf(params);
      const { domain, primaryType, message } = typed;
      const rows =
        permission(typed, chainId) ?? Object.entries(message).map(([name, value]): SummaryRow => [name, plain(value)]);
      return { method, title: `Sign ${primaryType}`, rows: [account, ['For', plain(domain['name'])], ...rows] };
    }
    default:
      return { method, title: 'Connect to this page', rows: [['Page', location.host], account] };
  }
}

/** Returns the typed data of a request, which can be a JSON string or an object. */
export function typedDataOf(params: readonly unknown[]): TypedDataRequest {
  const data = params[1];
  return (typeof data === 'string' ? JSON.parse(data) : data) as TypedDataRequest;
}

type TypedDataRequest = {
  domain: Record<string, unknown>;
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
};

/** Describes the transfer that the signature permits. Returns undefined if this kind of permit is not supported. */
function permission({ domain, primaryType, message }: TypedDataRequest, chainId: number): SummaryRow[] | undefined {
  const contract = plain(domain['verifyingContract']);
  const amount = (token: string, value: unknown): string => amountOf(chainId, token, BigInt(plain(value)));
  const until = (seconds: unknown): SummaryRow => ['Until', new Date(Number(seconds) * 1_000).toLocaleTimeString()];
  switch (primaryType) {
    case 'TransferWithAuthorization':
    case 'ReceiveWithAuthorization': {
      const { to, value, validBefore } = message;
      return [['Sends', amount(contract, value)], ['Receiver', plain(to)], until(validBefore)];
    }
    case 'Permit': {
      const { spender, value, deadline } = message;
      return [['Up to', amount(contract, value)], ['By', plain(spender)], until(deadline)];
    }
    case 'PermitBatchWitnessTransferFrom': {
      const { permitted, spender, deadline, witness } = message as Record<string, unknown> & {
        permitted: { token: string; amount: string }[];
        witness: { huber: string; refundTo: string };
      };
      return [
        ...permitted.map((each): SummaryRow => ['Sends', amount(each.token, each.amount)]),
        ['By', plain(spender)],
        ['Used by', witness.huber],
        ['Remainder goes to', witness.refundTo],
        until(deadline),
      ];
    }
    case 'VenueTransaction:SendAsset': {
      const { amount: sent, token, destination } = message;
      return [
        ['Sends', `${plain(sent)} ${plain(token).split(':')[0]}`],
        ['Receiver', plain(destination)],
      ];
    }
    default:
      return undefined;
  }
}

const SEND = { method: 'eth_sendTransaction' };

function transaction({ to, data = '0x', value = '0x0' }: TransactionParameters, chainId: number): RequestSummary {
  const rows: SummaryRow[] = [
    ['Network', networkName(chainId)],
    ['To', to ?? 'A new contract'],
  ];
  const coins = hexToBigInt(value);
  if (coins > 0n) rows.push(['Sends', amountOf(chainId, NATIVE, coins)]);
  const call = data === '0x' ? undefined : decoded(data);
  switch (call?.functionName) {
    case 'approve': {
      const [spender, amount] = call.args;
      const limit = amount === maxUint256 ? 'Unlimited' : amountOf(chainId, to, amount);
      return {
        ...SEND,
        title: 'Allow a contract to spend a token',
        rows: [...rows, ['Up to', limit], ['By', spender]],
      };
    }
    case 'transfer': {
      const [receiver, amount] = call.args;
      const more: SummaryRow[] = [
        ['Sends', amountOf(chainId, to, amount)],
        ['Receiver', receiver],
      ];
      return { ...SEND, title: 'Send a token', rows: [...rows, ...more] };
    }
    case 'depositNative':
      return { ...SEND, title: 'Pay', rows: [...rows, ['Order', call.args[1]]] };
    case 'depositErc20': {
      const [, token, amount, order] = call.args;
      return { ...SEND, title: 'Pay', rows: [...rows, ['Sends', amountOf(chainId, token, amount)], ['Order', order]] };
    }
    default:
      return { ...SEND, title: 'Send a transaction', rows: data === '0x' ? rows : [...rows, ['Data', data]] };
  }
}

const NATIVE = '0x0000000000000000000000000000000000000000';
const DECODED_CALLS = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function depositNative(address depositor, bytes32 id)',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
]);

function decoded(data: Hex): ReturnType<typeof decodeFunctionData<typeof DECODED_CALLS>> | undefined {
  try {
    return decodeFunctionData({ abi: DECODED_CALLS, data });
  } catch {
    return undefined;
  }
}

function amountOf(chainId: number, token: string | undefined, amount: bigint): string {
  const chain = registry.chains.find(({ id }) => id === chainId);
  const currencies = [chain?.currency, ...(chain?.erc20Currencies ?? [])];
  const currency = currencies.find((each) => each?.address.toLowerCase() === token?.toLowerCase());
  if (!currency) return `${amount} units of ${token ?? 'an unknown token'}`;
  return `${formatUnits(amount, currency.decimals)} ${currency.symbol}`;
}

export function networkName(chainId: number): string {
  const chain = registry.chains.find(({ id }) => id === chainId);
  return chain?.displayName ?? chain?.name ?? `network ${chainId}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
