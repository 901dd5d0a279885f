import { expect } from 'chai';
import { HubPayError } from '../../../../src/errors.js';
import type { ChainRecord, WalletRequest } from '../../../../src/types.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../../src/wallets/evm-wallet.js';
import type { Wallet } from '../../../../src/wallets/wallet.js';
import { NotAskedError } from '../../../../src/wallets/wallet-errors.js';
import { VirtualClock } from '../../../support/clock.js';
import type { FakeEvmWallet } from '../../../support/fake-evm-wallet.js';
import { fakeEvmWallet, PAYER, silence, walletError } from '../../../support/fake-evm-wallet.js';
import { chain } from './chain-to-add.js';

const OTHER = `0x${'b2'.repeat(20)}`;

const request: WalletRequest = {
  kind: 'transaction',
  step: 'deposit',
  chainId: 8453,
  from: PAYER,
  to: OTHER,
  data: '0x',
  value: '1',
};

describe('switchChain', () => {
  let fake: FakeEvmWallet;
  let wallet: Wallet;
  let clock: VirtualClock;
  let phases: string[];
  let stop: AbortController;

  beforeEach(() => {
    fake = fakeEvmWallet({ connected: true });
    fake.chains = [1, 8453];
    wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
    clock = new VirtualClock();
    phases = [];
    stop = new AbortController();
  });
  afterEach(() => {
    stop.abort();
  });

  const prepare = (o: Partial<{ chain: ChainRecord; mayAdd: boolean; request: WalletRequest }> = {}): Promise<void> =>
    evmAdapter.prepare(o.request ?? request, wallet, {
      chain: o.chain ?? chain,
      mayAdd: o.mayAdd ?? true,
      signal: stop.signal,
      clock,
      onPhase: (phase) => void phases.push(phase),
    });

  const refusal = async (preparing: Promise<void>, ms = 10_000): Promise<HubPayError> => {
    const settled = preparing.catch((reason: unknown) => reason);
    await clock.advance(ms);
    const error = await settled;
    expect(error).to.be.instanceOf(HubPayError);
    return error as HubPayError;
  };

  const methods = (): string[] => fake.requests.map(({ method }) => method);

  it('sends no prompt when chain and account are correct', async () => {
    fake.chainId = 8453;
    await prepare();
    expect(methods()).to.deep.equal(['eth_chainId', 'eth_accounts']);
    expect(phases).to.deep.equal([]);
  });

  it('G05 switches, reports the phase and reads the chain again when the wallet is on another chain', async () => {
    await prepare();
    expect(fake.chainId).to.equal(8453);
    expect(methods()).to.deep.equal(['eth_chainId', 'wallet_switchEthereumChain', 'eth_chainId', 'eth_accounts']);
    expect(fake.requests[1]?.params).to.deep.equal([{ chainId: '0x2105' }]);
    expect(phases).to.deep.equal(['switching']);
  });

  for (const answer of [8453, '8453', '0x2105', '0x02105']) {
    it(`accepts the chain id when the wallet reports it as ${JSON.stringify(answer)}`, async () => {
      fake.always('eth_chainId', answer);
      await prepare();
      expect(phases).to.deep.equal([]);
    });
  }

  it('G05 throws `wrong-network` without a wallet call when the request is for another chain', async () => {
    fake.chainId = 8453;
    expect((await refusal(prepare({ request: { ...request, chainId: 1 } }))).code).to.equal('wrong-network');
    expect(fake.requests).to.deep.equal([]);
  });

  const unknownChain: Record<string, Error> = {
    'code 4902': walletError(4902, 'Unrecognized chain ID "0x2105".'),
    'code 4902 inside': walletError(-32603, 'Internal JSON-RPC error.', {
      originalError: { code: 4902, message: 'x' },
    }),
    '-32603 and words': walletError(
      -32603,
      'Unrecognized chain ID "0x2105". Try adding the chain using wallet_addEthereumChain first.',
    ),
  };
  for (const [what, error] of Object.entries(unknownChain)) {
    it(`F-46 adds the chain when the wallet reports it as unknown by ${what}`, async () => {
      fake.chains = [1];
      fake.once('wallet_switchEthereumChain', error);
      await prepare();
      expect(fake.chainId).to.equal(8453);
    });
  }

  it('T52 adds the chain with values of the pinned record only', async () => {
    fake.chains = [1];
    await prepare();
    expect(fake.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params).to.deep.equal([
      {
        chainId: '0x2105',
        chainName: 'Base',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://pinned.example/rpc'],
        blockExplorerUrls: ['https://explorer.example'],
      },
    ]);
  });

  it('S-18 throws `wrong-network` without adding the chain when its record is not pinned', async () => {
    fake.chains = [1];
    expect((await refusal(prepare({ mayAdd: false }))).code).to.equal('wrong-network');
    expect(fake.count('wallet_addEthereumChain')).to.equal(0);
  });

  for (const httpRpcUrl of ['http://node.example', 'http://localhost.example', 'ws://127.0.0.1:8545']) {
    it(`S-18 throws \`wrong-network\` without adding the chain when its node is ${httpRpcUrl}`, async () => {
      fake.chains = [1];
      expect((await refusal(prepare({ chain: { ...chain, httpRpcUrl } }))).code).to.equal('wrong-network');
      expect(fake.count('wallet_addEthereumChain')).to.equal(0);
    });
  }

  it('does not switch again when adding the chain has switched the wallet', async () => {
    fake.chains = [1];
    fake.once('wallet_addEthereumChain', () => {
      fake.chainId = 8453;
      return null;
    });
    await prepare();
    expect(fake.count('wallet_switchEthereumChain')).to.equal(1);
  });

  for (const member of ['currency', 'httpRpcUrl'] as const) {
    it(`throws \`wrong-network\` without adding the chain when its record lacks ${member}`, async () => {
      fake.chains = [1];
      const { [member]: _, ...rest } = chain;
      expect((await refusal(prepare({ chain: rest }))).code).to.equal('wrong-network');
      expect(fake.count('wallet_addEthereumChain')).to.equal(0);
    });
  }

  it('F-47 waits until the wallet reports the new chain', async () => {
    fake.once('wallet_switchEthereumChain', null);
    let prepared = false;
    const preparing = prepare().then(() => (prepared = true));
    await clock.advance(4_000);
    expect(prepared).to.equal(false);
    fake.chainId = 8453;
    await clock.advance(250);
    await preparing;
  });

  it('F-47 throws `wrong-network` after five seconds when the wallet confirms but does not switch', async () => {
    fake.once('wallet_switchEthereumChain', null);
    const error = await refusal(prepare(), 5_000);
    expect(error).to.include({ code: 'wrong-network', money: 'not-sent' });
    expect(error.values).to.deep.equal({ chain: 'Base' });
  });

  it('W-11 names the chain that the wallet is on, after the wallet’s own words', async () => {
    fake.once('wallet_switchEthereumChain', null);
    expect((await refusal(prepare(), 5_000)).details).to.equal('The wallet is on chain 1.');
    fake.once('wallet_switchEthereumChain', walletError(-32000, 'Out of order'));
    expect((await refusal(prepare({ mayAdd: false }))).details).to.equal(
      '-32000: Out of order\nThe wallet is on chain 1.',
    );
    fake.always('eth_chainId', walletError(-32603, 'no'));
    fake.once('wallet_switchEthereumChain', walletError(-32000, 'Out of order'));
    expect((await refusal(prepare({ mayAdd: false }))).details).to.equal(
      '-32000: Out of order\nThe wallet is on chain unknown.',
    );
  });

  it('W-11 keeps the reason and the time of the provider’s own error when it adds the wallet’s chain', async () => {
    const values = { chain: 'Base' };
    const own = new HubPayError('wrong-network', 'Not there', { reason: 'wallet-gone', retryAfter: 7, values });
    fake.always('wallet_switchEthereumChain', new NotAskedError(4100, 'no', { cause: own }));
    const error = await refusal(prepare());
    expect(error).to.deep.include({ reason: 'wallet-gone', retryAfter: 7, values });
    expect([error.message, error.details]).to.deep.equal(['Not there', 'The wallet is on chain 1.']);
  });

  it('F-47 throws `wrong-network` when the wallet does not report its chain', async () => {
    fake.always('eth_chainId', walletError(-32603, 'no'));
    expect((await refusal(prepare())).code).to.equal('wrong-network');
  });

  it('F-48 throws `wallet-rejected` without adding the chain when the payer rejects the switch', async () => {
    fake.once('wallet_switchEthereumChain', walletError(4001, 'User rejected the request.'));
    expect((await refusal(prepare())).code).to.equal('wallet-rejected');
    expect(fake.count('wallet_addEthereumChain')).to.equal(0);
  });

  it('F-48 throws `wallet-rejected` when the payer rejects adding the chain', async () => {
    fake.chains = [1];
    fake.once('wallet_addEthereumChain', walletError(4001, 'User rejected the request.'));
    expect((await refusal(prepare())).code).to.equal('wallet-rejected');
  });

  it('F-32 throws `wallet-busy` when a request is already pending in the wallet', async () => {
    fake.once('wallet_switchEthereumChain', walletError(-32002, 'Request already pending'));
    expect((await refusal(prepare())).code).to.equal('wallet-busy');
  });

  for (const [code, message] of [
    [4200, 'Unsupported method'],
    [4200, 'Unknown chain'],
    [-32601, 'no such method'],
    [-32603, 'Internal error'],
    [undefined, 'x'],
  ] as const) {
    it(`F-49 throws \`wrong-network\` when the wallet cannot switch, and cannot add: ${code} ${message}`, async () => {
      fake.always('wallet_switchEthereumChain', walletError(code, message));
      fake.always('wallet_addEthereumChain', walletError(code, message));
      expect((await refusal(prepare())).code).to.equal('wrong-network');
      expect([fake.count('wallet_switchEthereumChain'), fake.count('wallet_addEthereumChain')]).to.deep.equal([1, 1]);
    });
  }

  const failures: Record<string, unknown> = {
    'a localized text without a code': walletError(undefined, '未识别的链'),
    '-32603': walletError(-32603, 'Internal JSON-RPC error.'),
    '-32000': walletError(-32000, 'Unrecognized chain ID'),
    'the code as text': walletError('4902', 'x'),
    'the code in data': walletError(-32603, 'x', { code: 4902 }),
    'the code in cause': Object.assign(new Error('x'), { cause: { code: 4902 } }),
    'the code in data.originalError': walletError(-32603, 'x', { originalError: { code: 4902 } }),
    'a thrown text': 'Unrecognized chain ID',
    'a thrown null': null,
    'an unsupported method': walletError(4200, 'not supported'),
    'another code of another wallet': walletError(-32602, 'Expected 0x-prefixed, unpadded, non-zero hex'),
  };
  for (const [what, error] of Object.entries(failures) as [string, Error][]) {
    it(`F-46 adds the chain once when the switch fails by ${what}`, async () => {
      fake.chains = [1];
      fake.once('wallet_switchEthereumChain', () => Promise.reject(error));
      const prepared = prepare();
      await clock.advance(2_000);
      await prepared;
      expect([fake.chainId, fake.count('wallet_addEthereumChain')]).to.deep.equal([8453, 1]);
    });
  }

  for (const [what, error] of [
    ['4001 inside', walletError(-32603, 'x', { originalError: { code: 4001 } })],
    ['the words of a decline', walletError(-32000, 'User rejected the request.')],
    ['4001 as text', walletError('4001', '')],
  ] as const) {
    it(`F-48 adds no chain when the payer declines the switch with ${what}`, async () => {
      fake.chains = [1];
      fake.once('wallet_switchEthereumChain', error);
      expect((await refusal(prepare())).code).to.equal('wallet-rejected');
      expect(fake.count('wallet_addEthereumChain')).to.equal(0);
    });
  }

  const switches = (): void => {
    fake.chainId = 8453;
  };

  it('F-47 goes on when the wallet has switched and never answers the request', async () => {
    fake.once('wallet_switchEthereumChain', () => {
      switches();
      return silence();
    });
    const prepared = prepare();
    await clock.advance(1_000);
    await prepared;
    expect([fake.listeners, clock.pending]).to.deep.equal([0, 0]);
  });

  it('F-47 goes on at once when the wallet tells the switch and never answers the request', async () => {
    fake.once('wallet_switchEthereumChain', silence);
    const prepared = prepare();
    await clock.advance(100);
    switches();
    fake.emit('chainChanged', '0x2105');
    await prepared;
    expect(clock.pending).to.equal(0);
  });

  it('F-47 goes on when the payer switches by hand while the request hangs', async () => {
    fake.once('wallet_switchEthereumChain', silence);
    const prepared = prepare();
    await clock.advance(30_000);
    switches();
    await clock.advance(1_000);
    await prepared;
  });

  for (const mayAdd of [true, false]) {
    it(`F-47 goes on when the request fails although the wallet has switched, mayAdd ${mayAdd}`, async () => {
      fake.once('wallet_switchEthereumChain', () => {
        switches();
        throw walletError(-32603, 'Internal error');
      });
      await prepare({ mayAdd });
      expect(fake.count('wallet_addEthereumChain')).to.equal(0);
    });

    it(`F-47 goes on when the wallet switches shortly after it has failed, mayAdd ${mayAdd}`, async () => {
      fake.once('wallet_switchEthereumChain', walletError(undefined, 'timeout'));
      const prepared = prepare({ mayAdd });
      await clock.advance(500);
      switches();
      await clock.advance(500);
      await prepared;
      expect(fake.count('wallet_addEthereumChain')).to.equal(0);
    });
  }

  it('F-47 goes on when adding the chain fails or hangs although the wallet is on it', async () => {
    for (const end of [silence, () => Promise.reject(new Error('late'))]) {
      fake.chains = [1];
      fake.chainId = 1;
      fake.once('wallet_addEthereumChain', () => {
        switches();
        return end();
      });
      const prepared = prepare();
      await clock.advance(2_000);
      await prepared;
    }
  });

  it('F-47 goes on when the payer declines a switch that had happened before', async () => {
    fake.once('wallet_switchEthereumChain', () => {
      switches();
      throw walletError(4001, 'User rejected');
    });
    await prepare();
  });

  it('says that the wallet lost its connection to the page when it did', async () => {
    const gone = walletError(undefined, 'Extension context invalidated.');
    fake.always('wallet_switchEthereumChain', gone);
    fake.always('wallet_addEthereumChain', gone);
    expect(await refusal(prepare())).to.include({ code: 'wallet-failed', reason: 'wallet-gone' });
  });

  for (const [what, asked] of [
    ['switch', 'wallet_switchEthereumChain'],
    ['add the chain', 'wallet_addEthereumChain'],
  ] as const) {
    it(`says that the window did not open when the browser blocked the window to ${what}, and asks for no more`, async () => {
      fake.chains = [1];
      fake.always(asked, walletError(-32603, 'Pop up window failed to open'));
      expect(await refusal(prepare())).to.include({ code: 'wallet-failed', reason: 'window-blocked' });
      expect([methods().at(-1), fake.count(asked)]).to.deep.equal(['eth_chainId', 1]);
      expect(fake.count('wallet_addEthereumChain')).to.equal(asked === 'wallet_addEthereumChain' ? 1 : 0);
    });
  }

  it('goes on when the wallet has switched although the browser blocked its window', async () => {
    fake.once('wallet_switchEthereumChain', () => {
      switches();
      throw new Error('Popup blocked');
    });
    await prepare();
  });

  it('asks for the switch only when the page has taken note of the phase, and never after an abort', async () => {
    const notes: (() => void)[] = [];
    const o = {
      chain,
      mayAdd: true,
      signal: stop.signal,
      clock,
      onPhase: () => new Promise<void>((resolve) => notes.push(resolve)),
    };
    const first = evmAdapter.prepare(request, wallet, o);
    await clock.advance(60_000);
    expect(methods()).to.deep.equal(['eth_chainId']);
    notes[0]?.();
    await first;
    fake.chainId = 1;
    const second = evmAdapter.prepare(request, wallet, o).catch((reason: unknown) => reason);
    await clock.advance(1_000);
    stop.abort('gone');
    notes[1]?.();
    expect([await second, fake.count('wallet_switchEthereumChain')]).to.deep.equal(['gone', 1]);
  });

  it('G06 F-40 throws `account-changed` when the wallet has another account', async () => {
    fake.chainId = 8453;
    fake.accounts = [OTHER];
    const error = await refusal(prepare());
    expect(error.code).to.equal('account-changed');
    expect(error.values).to.deep.equal({ old: PAYER, new: OTHER });
  });

  it('F-40 throws `account-changed` when the account changes during the switch', async () => {
    fake.once('wallet_switchEthereumChain', () => {
      fake.chainId = 8453;
      fake.accounts = [OTHER];
      return null;
    });
    expect((await refusal(prepare())).code).to.equal('account-changed');
  });

  it('F-44 throws `wallet-locked` when the wallet has no account', async () => {
    fake.chainId = 8453;
    fake.accounts = [];
    expect((await refusal(prepare())).code).to.equal('wallet-locked');
  });

  it('G06 accepts the account when only its case differs', async () => {
    fake.chainId = 8453;
    await prepare({ request: { ...request, from: PAYER.toUpperCase().replace('0X', '0x') } as WalletRequest });
  });

  for (const method of ['wallet_switchEthereumChain', 'eth_chainId', 'eth_accounts']) {
    it(`F-33 rejects with the reason of the signal when it is aborted while ${method} is unanswered`, async () => {
      fake.always(method, silence);
      const preparing = prepare().catch((reason: unknown) => reason);
      await clock.advance(60_000);
      stop.abort('gone');
      expect(await preparing).to.equal('gone');
      expect(clock.pending).to.equal(0);
    });
  }

  it('never sends a transaction', async () => {
    await prepare();
    expect(fake.count('eth_sendTransaction')).to.equal(0);
  });
});
