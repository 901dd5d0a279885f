/** A world in which the payer pays with instructions, on a scripted SVM chain. */
import { HubPayError } from '../../src/errors.js';
import type { SessionOptions } from '../../src/payment/session/session.js';
import { settleUntil } from '../support/clock.js';
import { FakeSvmChain, type FakeMessage } from '../support/fake-svm-chain.js';
import { tokens } from '../support/quotes.js';
import { TOY_CHAIN, TOY_VM, toyFamily } from '../support/fakes/toy-family.js';
import { orderOf, worldChains } from '../support/world-service.js';
import { World, type Tab } from '../support/world.js';
import { pressed } from './reviewing.js';
import { shownId } from './sent.js';

export const SOL = { chainId: TOY_CHAIN, currency: tokens.eth.address } as const;

/** A signature in base58, which is the hash of its transaction. */
const hashOf = (serial: number): string => `5${'Ab'.repeat(42)}xx${serial + 1}`;

export type Signing = {
  isOpen: boolean;
  /** The order that the transaction pays, and its blockhash. */
  orderId: string;
  blockhash: string;
  from: string;
  /** Signs the transaction. If the wallet sends, also sends it. Returns the hash. */
  sign: () => string;
  reject: (code?: string) => void;
};

const record = (url: string): SessionOptions['registry'] => ({
  chains: [
    ...worldChains(),
    { ...worldChains()[0]!, id: TOY_CHAIN, name: 'toy', vmType: TOY_VM, erc20Currencies: [], httpRpcUrl: url },
  ],
});

export class InstructionsWorld extends World {
  readonly svm = new FakeSvmChain(this.clock);
  readonly toy = toyFamily();
  readonly signings: Signing[] = [];

  constructor() {
    super();
    const { svm, service } = this;
    this.nodes.set(svm.url, svm.fetch);
    this.wallet.always('svm_sign', ([text]: readonly unknown[]) => this.#ask(String(text)));
    service.listing = () => record(svm.url)!.chains;
    service.depositsOf = (requestId) =>
      Promise.resolve(
        svm
          .executed()
          .filter(({ orderId }) => orderId === orderOf(requestId))
          .map(({ hash }) => hash),
      );
    service.attestation = { originChainId: TOY_CHAIN };
    service.tamper = (text) =>
      service.bodies.at(-1)?.['originChainId'] === TOY_CHAIN
        ? text.replaceAll('"chainId":8453', `"chainId":${TOY_CHAIN}`)
        : text;
  }

  /** The options of a merchant who pins the chains. */
  get pinned(): Partial<SessionOptions> {
    return { registry: record(this.svm.url)! };
  }

  override deposits(): Promise<number> {
    return Promise.resolve(this.svm.executed().length);
  }

  /** Waits until the wallet has asked this many times. */
  prompted(times: number): Promise<void> {
    return settleUntil(() => this.signings.length >= times);
  }

  #ask(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = JSON.parse(text) as Omit<FakeMessage, 'hash'>;
      const prompt: Signing = {
        isOpen: true,
        orderId: asked.orderId,
        blockhash: asked.blockhash,
        from: asked.from,
        sign: () => {
          prompt.isOpen = false;
          const message = { ...asked, hash: hashOf(this.signings.indexOf(prompt)) };
          if (!this.toy.signsOnly) this.svm.execute(message);
          resolve(JSON.stringify(message));
          return message.hash;
        },
        reject: (code = 'wallet-rejected') => {
          prompt.isOpen = false;
          reject(new HubPayError(code as 'wallet-rejected', 'The wallet signs nothing.'));
        },
      };
      this.signings.push(prompt);
      if (this.payer === 'approves') prompt.sign();
    });
  }
}

/** The wallet asks the payer to sign. */
export async function asked(
  prepare?: (world: InstructionsWorld) => void,
): Promise<{ world: InstructionsWorld; tab: Tab }> {
  const world = new InstructionsWorld();
  const { tab } = await pressed(world, SOL, world.pinned, prepare);
  await world.prompted(1);
  return { world, tab };
}

/** The payer has signed. The service reports nothing. */
export async function signed(
  prepare?: (world: InstructionsWorld) => void,
): Promise<{ world: InstructionsWorld; tab: Tab; requestId: string; hash: string }> {
  const { world, tab } = await asked(prepare);
  const hash = world.signings[0]!.sign();
  await tab.reach('processing');
  return { world, tab, requestId: shownId(tab), hash };
}
