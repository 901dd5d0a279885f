import { expect } from 'chai';
import { HubPayError } from '../../../../src/errors.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { evmWallet } from '../../../../src/wallets/evm-wallet.js';
import { fakeEvmWallet, walletError } from '../../../support/fake-evm-wallet.js';
import { allowanceCase, authorizationCase, DEADLINE } from '../../../support/permit-quotes.js';
import { people } from '../../../support/quotes.js';
import { signingOf } from '../signing.js';

describe('signTypedData', () => {
  it('sends typed data with its domain type as JSON once and returns the signature', async () => {
    const fake = fakeEvmWallet({ connected: true });
    const wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
    fake.once('eth_signTypedData_v4', `0x${'AB'.repeat(65)}`);
    const request = await signingOf(authorizationCase());
    expect(await evmAdapter.typedData.sign(request, wallet)).to.equal(`0x${'ab'.repeat(65)}`);
    const [{ method, params }] = fake.requests as [{ method: string; params: [string, string] }];
    expect([method, params[0]]).to.deep.equal(['eth_signTypedData_v4', people.payer]);
    const typed = JSON.parse(params[1]) as { types: Record<string, { name: string }[]>; message: unknown };
    expect(typed.types['EIP712Domain']?.map((member) => member.name)).to.deep.equal([
      'name',
      'version',
      'chainId',
      'verifyingContract',
    ]);
    expect(typed.message).to.deep.include({ value: '25080000', validBefore: String(DEADLINE) });
    expect(fake.requests).to.have.length(1);
  });

  for (const [answer, code] of [
    [walletError(4001, 'denied'), 'wallet-rejected'],
    [walletError(4200, 'unsupported'), 'wallet-failed'],
    [walletError(-32000, 'User denied message signature'), 'wallet-rejected'],
    [walletError(-32603, 'active chainId is 0x1 but received 0x2'), 'wrong-network'],
    [walletError(-32603, 'Internal'), 'wallet-failed'],
    ['0x', 'wallet-failed'],
    [`0x${'ab'.repeat(32)}`, 'wallet-failed'],
    [null, 'wallet-failed'],
  ] as const) {
    it(`throws \`${code}\` when the wallet answers ${answer instanceof Error ? answer.message : String(answer).slice(0, 8)}`, async () => {
      const fake = fakeEvmWallet({ connected: true });
      const wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () =>
        Promise.resolve(),
      );
      fake.once('eth_signTypedData_v4', answer);
      const error: unknown = await evmAdapter.typedData
        .sign(await signingOf(allowanceCase()), wallet)
        .catch((cause: unknown) => cause);
      expect(error).to.be.instanceOf(HubPayError).and.to.include({ code, money: 'not-sent' });
      expect(fake.requests).to.have.length(1);
    });
  }
});
