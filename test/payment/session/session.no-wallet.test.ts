/** Tests that a session without a connected wallet answers instead of waiting for ever. */
import { expect } from 'chai';
import type { PaymentSession } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { USDC, World } from '../../support/world.js';
import { watched } from './watched.js';

describe('session without a wallet', () => {
  const calls: [ask: string, asked: (session: PaymentSession) => Promise<unknown>][] = [
    ['assets', (session) => session.assets()],
    ['quote', (session) => session.quote(USDC)],
  ];
  for (const [ask, asked] of calls) {
    it(`W-10 ${ask} settles with wallet-not-found when no wallet is connected, and with its answer afterwards`, async () => {
      const world = new World();
      const { session } = world.open();
      const call = (): Promise<unknown> => asked(session);
      const without = watched(call());
      await world.clock.advance(30_000);
      expect(without.error).to.include({ code: 'wallet-not-found', money: 'not-sent' });
      const connected = watched(session.connect());
      const meanwhile = watched(call());
      await world.clock.advance(5_000);
      expect([connected.error, meanwhile.error]).to.deep.equal([undefined, undefined]);
      expect(meanwhile.value, 'it waits for connect()').to.exist;
    });

    it(`W-10 ${ask} settles when the wallet rejects, is locked, or the session ends`, async () => {
      const world = new World();
      const { session } = world.open();
      const call = (): Promise<unknown> => asked(session);
      world.wallet.once('eth_requestAccounts', () => Promise.reject(walletError(4001, 'No')));
      watched(session.connect());
      const rejected = watched(call());
      await world.clock.advance(5_000);
      expect(rejected.error).to.include({ code: 'wallet-not-found' });
      world.chain.override('eth_call', () => new Promise(() => undefined));
      watched(session.connect());
      const waiting = watched(call());
      await settle();
      expect(waiting.error, 'the balances are on their way').to.equal(undefined);
      world.wallet.accounts = [];
      world.wallet.emit('accountsChanged', []);
      await world.clock.advance(6_000);
      expect(waiting.error).to.include({ code: 'wallet-locked' });
      const other = new World().open().session;
      const ended = watched(asked(other));
      other.destroy();
      await world.clock.advance(1_000);
      expect(ended.error).to.include({ code: 'invalid-state' });
    });
  }
});
