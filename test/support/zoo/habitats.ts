/** The virtual worlds in which the wallets of the zoo live. */
import { VersionedTransaction } from '@solana/web3.js';
import type { SignInput } from '../fake-svm-wallet.js';
import { amounts, contracts, people, tokens } from '../quotes.js';
import { payerKey } from '../svm-quotes.js';
import { transferLog } from '../transfer-log.js';
import { PINNED, World, type Tab } from '../world.js';
import { REAL_SOL, SvmWorld } from '../svm-world.js';
import type { EvmAnimal, Habitat, SvmAnimal } from './animal.js';

/** The account that sends the payments of others. */
const RELAYER = `0x${'9e'.repeat(20)}`;

export const habitatOf = (world: World): Habitat => ({
  wallet: world.wallet,
  payer: people.payer,
  home: world.chain.id,
  clock: world.clock,
  send: (call) => world.ask(call),
  relay: (call, how) =>
    world.ask({
      ...call,
      from: RELAYER,
      reverts: how === 'reverts',
      logs: [transferLog(tokens.usdc.address, people.payer, contracts.depository, amounts.usdc)],
    }),
});

/** A new world with this wallet. */
export function homeOf({ setUp }: Pick<EvmAnimal, 'setUp'>): World {
  const world = new World();
  setUp?.(habitatOf(world));
  return world;
}

/** Opens the page of a new world with this wallet. Like the shop of `test/flows`, the page has pinned the chains. */
export function housed(animal: EvmAnimal): { world: World; tab: Tab } {
  const world = homeOf(animal);
  return { world, tab: world.open(PINNED) };
}

/** A world with this SVM wallet. Unless the payer waits, it signs at once. */
export class SvmZooWorld extends SvmWorld {
  /** The transactions that the wallet signed without sending. */
  readonly held: Uint8Array[] = [];

  constructor({ name, can, alter = (each) => each, setUp }: Pick<SvmAnimal, 'name' | 'can' | 'alter' | 'setUp'>) {
    super({ name, ...can });
    const showing =
      (sends: boolean, answer: (signed: VersionedTransaction) => unknown) =>
      ([first]: readonly unknown[]): Promise<unknown> => {
        const input = first as SignInput;
        const shown = this.shows(input, sends, () => {
          const signed = alter(VersionedTransaction.deserialize(Uint8Array.from(input.transaction)));
          signed.sign([payerKey]);
          return answer(signed);
        });
        if (this.payer === 'approves') this.signings.at(-1)!.sign();
        return shown;
      };
    this.svmWallet.always(
      'signTransaction',
      showing(false, (signed) => {
        const signedTransaction = signed.serialize();
        this.held.push(signedTransaction);
        return [{ signedTransaction }];
      }),
    );
    this.svmWallet.always(
      'signAndSendTransaction',
      showing(true, (signed) => {
        // A wallet that sends can do what it wants. It keeps its additions, and the deposit in them.
        void this.broadcast(signed.serialize());
        return [{ signature: signed.signatures[0] }];
      }),
    );
    setUp?.(this.svmWallet);
  }

  /** Sends a transaction to the chain, without the page. */
  broadcast(transaction: Uint8Array): Promise<Response> {
    const params = [btoa(String.fromCharCode(...transaction)), {}];
    const body = JSON.stringify({ id: 1, method: 'sendTransaction', params });
    return this.ledger.fetch(this.ledger.url, { body });
  }
}

/** Opens the page of a new world with this SVM wallet. */
export function svmHoused(animal: Pick<SvmAnimal, 'name' | 'can' | 'alter' | 'setUp'>): {
  world: SvmZooWorld;
  tab: Tab;
} {
  const world = new SvmZooWorld(animal);
  return { world, tab: world.open(world.pinned) };
}

/** Opens the review of a payment with this SVM wallet. */
export async function reviewing(
  animal: Pick<SvmAnimal, 'name' | 'can' | 'alter' | 'setUp'>,
): Promise<{ world: SvmZooWorld; tab: Tab }> {
  const { world, tab } = svmHoused(animal);
  await tab.do({ type: 'opened' });
  await world.clock.until(() => tab.state.name === 'selecting' && tab.state.wallets.length > 0);
  await tab.do({ type: 'wallet-picked', wallet: animal.name });
  await tab.review(REAL_SOL);
  return { world, tab };
}
