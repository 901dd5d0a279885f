import { expect } from 'chai';
import { AccountHolder } from '../../src/wallets/account-holder.js';
import type { Wallet, WalletEvent } from '../../src/wallets/wallet.js';
import { settle, VirtualClock } from '../support/clock.js';

const [A, B, C] = ['0xa', '0xb', '0xc'] as const;
const SECOND = 1_000;

/** A wallet whose answers a test sets, and a holder of its accounts. */
class Bench {
  readonly clock = new VirtualClock();
  readonly stop = new AbortController();
  readonly changes: (string | null)[] = [];
  readonly holder = new AccountHolder(this.clock, this.stop.signal, (address) => this.changes.push(address));
  /** The answer to the next questions. An error is thrown, and with `silent` no answer comes. */
  answer: readonly string[] | Error | 'silent' = [];
  questions = 0;

  readonly #wallet = {
    addresses: () => {
      this.questions += 1;
      const { answer } = this;
      if (answer === 'silent') return new Promise<readonly string[]>(() => undefined);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as Wallet;

  start(): Promise<string> {
    return this.holder.start(this.#wallet);
  }

  tell(...addresses: string[]): void {
    this.holder.report({ type: 'accounts-changed', addresses });
  }

  report(type: 'disconnected' | 'back'): void {
    this.holder.report({ type } satisfies WalletEvent);
  }
}

/** A bench whose wallet has named these accounts in its prompt `ago` milliseconds ago. */
async function connected(named: readonly string[] = [A, B], ago = 10 * SECOND): Promise<Bench> {
  const bench = new Bench();
  bench.answer = named;
  bench.holder.report({ type: 'connect-answered', addresses: named });
  await bench.start();
  await bench.clock.advance(ago);
  return bench;
}

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('AccountHolder', () => {
  it('P-45 takes the first account of the prompt’s answer, without a question', async () => {
    const bench = await connected([B, A]);
    expect([bench.holder.address, bench.questions]).to.deep.equal([B, 0]);
  });

  it('P-45 keeps the account in any order of accounts, in events and in answers', async () => {
    const bench = await connected();
    bench.tell(B, A);
    bench.answer = [C, B, A];
    expect(await bench.holder.read()).to.deep.equal([C, B, A]);
    expect([bench.holder.address, bench.changes]).to.deep.equal([A, []]);
  });

  it('P-45 takes another account as soon as the wallet reports a list without the account', async () => {
    for (const ago of [0, 10 * SECOND]) {
      const bench = await connected([A, B], ago);
      bench.tell(C, B);
      expect(bench.changes).to.deep.equal([C]);
    }
  });

  it('P-45 believes an empty list at once, except in the seconds after the prompt', async () => {
    const late = await connected([A], 0);
    late.answer = [];
    late.tell();
    await late.clock.advance(4 * SECOND);
    expect(late.changes).to.deep.equal([]);
    await late.clock.advance(2 * SECOND);
    expect(late.changes).to.deep.equal([null]);
    const usual = await connected([A]);
    usual.answer = [];
    usual.tell();
    expect(usual.changes).to.deep.equal([null]);
  });

  it('P-45 keeps the account when the list is empty only for a while after the prompt', async () => {
    const bench = await connected([A], 0);
    bench.answer = [];
    bench.tell();
    const read = bench.holder.read();
    await bench.clock.advance(2 * SECOND);
    bench.answer = [B, A];
    await bench.clock.advance(SECOND);
    expect(await read).to.deep.equal([B, A]);
    expect([bench.holder.address, bench.changes]).to.deep.equal([A, []]);
    await bench.clock.advance(10 * SECOND);
    expect(bench.clock.pending).to.equal(0);
  });

  it('P-45 takes the account that is shared again, not the first of the list', async () => {
    const bench = await connected();
    bench.tell();
    bench.tell(C, A);
    expect(bench.changes).to.deep.equal([null, A]);
  });

  it('P-45 asks again when an answer right after the prompt lacks the account, and believes it in the end', async () => {
    const bench = await connected([B], 0);
    bench.answer = [A];
    const read = bench.holder.read();
    await bench.clock.advance(6 * SECOND);
    expect(await read).to.deep.equal([A]);
    expect(bench.questions).to.be.greaterThan(5);
    expect(bench.holder.address, 'the payer must learn it first').to.equal(B);
    bench.holder.follow();
    expect(bench.changes).to.deep.equal([A]);
  });

  it('P-45 does not follow a list that contains the account', async () => {
    const bench = await connected();
    bench.answer = [B, A];
    await bench.holder.read();
    bench.holder.follow();
    expect(bench.changes).to.deep.equal([]);
  });

  describe('when the wallet disconnects', () => {
    it('P-45 keeps an account that the wallet still shares', async () => {
      const bench = await connected();
      bench.report('disconnected');
      await bench.clock.advance(10 * SECOND);
      expect([bench.changes, bench.clock.pending]).to.deep.equal([[], 0]);
    });

    for (const answer of [[], new Error('Disconnected'), 'silent'] as const) {
      const what = answer instanceof Error ? 'fails' : answer === 'silent' ? 'gives no answer' : 'shares none';
      it(`P-45 drops the account when the wallet ${what} for seconds, and takes it again when it is back`, async () => {
        const bench = await connected();
        bench.answer = answer;
        bench.report('disconnected');
        await bench.clock.advance(4 * SECOND);
        expect(bench.changes).to.deep.equal([]);
        await bench.clock.advance(6 * SECOND);
        expect(bench.changes).to.deep.equal([null]);
        bench.answer = [B, A];
        bench.report('back');
        await settle();
        expect(bench.changes).to.deep.equal([null, A]);
      });
    }

    it('P-45 hears a second disconnection after the first', async () => {
      const bench = await connected();
      bench.report('disconnected');
      await bench.clock.advance(10 * SECOND);
      bench.answer = [];
      bench.report('disconnected');
      await bench.clock.advance(10 * SECOND);
      expect(bench.changes).to.deep.equal([null]);
    });
  });

  it('P-45 waits for the first account after a prompt whose answer names none, by event or by question', async () => {
    for (const come of [(bench: Bench) => bench.tell(A), (bench: Bench) => void (bench.answer = [A])]) {
      const bench = new Bench();
      bench.holder.report({ type: 'connect-answered', addresses: [] });
      const started = bench.start();
      await bench.clock.advance(2 * SECOND);
      come(bench);
      await bench.clock.advance(SECOND);
      expect(await started).to.equal(A);
    }
  });

  it('throws wallet-locked when no account comes, after a prompt only after some seconds', async () => {
    const bench = new Bench();
    expect(await failure(bench.start())).to.have.property('code', 'wallet-locked');
    const asked = new Bench();
    asked.holder.report({ type: 'connect-answered', addresses: [] });
    const started = failure(asked.start());
    await asked.clock.advance(6 * SECOND);
    expect(await started).to.have.property('code', 'wallet-locked');
  });

  it('throws the error of the wallet when it cannot be read', async () => {
    const bench = await connected();
    bench.answer = new Error('no');
    expect(await failure(bench.holder.read())).to.have.property('message', 'no');
  });

  it('I24 asks nothing after the end', async () => {
    const bench = await connected([A], 0);
    bench.answer = [];
    bench.tell();
    await settle();
    bench.stop.abort();
    await settle();
    const { questions } = bench;
    bench.report('back');
    await bench.clock.advance(60 * SECOND);
    expect([bench.questions - questions, bench.changes, bench.clock.pending]).to.deep.equal([0, [], 0]);
  });
});
