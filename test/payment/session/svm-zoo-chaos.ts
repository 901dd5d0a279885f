/** The world of a random run with an odd SVM wallet of the zoo: real bytes, and the adapter of payers. */
import { VersionedTransaction } from '@solana/web3.js';
import { base58 } from '@scure/base';
import { walletError } from '../../support/fake-evm-wallet.js';
import { REAL_SOL, type SvmPrompt } from '../../support/svm-world.js';
import { depositIn } from '../../support/svm-ledger.js';
import type { Shown } from '../../support/world.js';
import type { SvmAnimal } from '../../support/zoo/animal.js';
import { SvmZooWorld } from '../../support/zoo/habitats.js';
import { settle } from '../../support/clock.js';
import { DAY } from '../../support/times.js';
import type { Fate, Paying } from './chaos.js';
import { SigningChaos, type Signing } from './signing-chaos.js';

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

export class SvmZooChaos extends SigningChaos {
  declare readonly world: SvmZooWorld;
  readonly asset = REAL_SOL;
  /** True if the pages cannot reach the chain. The wallet has a node of its own. */
  isNodeDown = false;
  readonly #animal: SvmAnimal;
  /** The payments that the wallet has signed in another way, and that a page has refused. */
  readonly #refused = new Set<string>();
  /** When the wallet sent payments that a page had refused. */
  readonly #sentByWallet = new Map<string, number>();

  constructor(animal: SvmAnimal) {
    const world = new SvmZooWorld(animal);
    super(true, world, world.pinned);
    this.#animal = animal;
    const sent = new Set<string>();
    world.nodes.set(world.ledger.url, (address, init) => {
      if (this.isNodeDown) throw new TypeError('Failed to fetch');
      const { method, params } = JSON.parse(init?.body as string) as { method: string; params: [string] };
      if (method === 'sendTransaction' && !sent.has(params[0])) {
        sent.add(params[0]);
        this.#checkSend(bytesOf(params[0]));
      }
      return world.ledger.fetch(address, init);
    });
  }

  override get walletId(): string {
    return this.#animal.name;
  }

  override reveals(text: string): boolean {
    return this.world.held.some((bytes) => text.includes(btoa(String.fromCharCode(...bytes)).slice(0, 60)));
  }

  override executed(): string[] {
    return this.world.ledger.executed().map(({ orderId }) => orderId.slice(2));
  }

  override stageBefore({ method }: Shown): string {
    return method === 'signAndSendTransaction' ? 'prompted' : 'prepared';
  }

  override adopt(): void {
    for (const each of this.world.signings) this.adoptAs(each.orderId.slice(2), () => each.isOpen);
  }

  override fateOf({ mark }: Paying): Fate {
    const { ledger, clock } = this.world;
    const landed = ledger.accepted().find(({ orderId }) => orderId.slice(2) === mark);
    if (landed) return landed.at > clock.now() ? 'pending' : 'mined';
    const own = this.#signingsOf(mark);
    if (own.every(({ blockhash }) => ledger.hasExpired(blockhash))) return 'gone';
    if (own.some(({ isOpen, sends }) => isOpen && sends)) return 'open';
    return ledger.attempted.has(`0x${mark}`) ? 'dropped' : 'none';
  }

  override answerAgain(): void {
    super.answerAgain();
    this.isNodeDown = false;
    this.world.ledger.drops = 0;
  }

  /** A page looks for one day for a payment that it has refused. Later, only a press finds it. */
  override isLookedUp(paying: Paying): boolean {
    const sent = this.#sentByWallet.get(paying.mark);
    return super.isLookedUp(paying) && (sent === undefined || this.world.clock.now() - sent < DAY);
  }

  /** The wallet sends the last transaction that a page refused to send. */
  async sendRefused(): Promise<void> {
    const refused = this.world.held.findLast((bytes) => this.#refused.has(markOf(bytes)));
    if (!refused) return;
    const mark = markOf(refused);
    this.#sentByWallet.set(mark, this.#sentByWallet.get(mark) ?? this.world.clock.now());
    await this.world.broadcast(refused);
    await settle();
  }

  /** The wallet can send what the page refused, as long as the chain can execute it. */
  protected override isHeld({ mark }: Paying): boolean {
    const isValid = this.#signingsOf(mark).some(({ blockhash }) => !this.world.ledger.hasExpired(blockhash));
    return isValid && this.#refused.has(mark);
  }

  protected override signings(): Signing[] {
    return this.world.signings.map((each) => ({
      isOpen: each.isOpen,
      sign: () => {
        this.#noteRefusal(each);
        each.sign();
      },
      reject: (code) => each.reject(walletError(code, code === 4001 ? 'User rejected' : 'Failed')),
    }));
  }

  #signingsOf(mark: string): SvmZooWorld['signings'] {
    return this.world.signings.filter(({ orderId }) => orderId.slice(2) === mark);
  }

  /** A page that runs refuses what this wallet signs, and must remember it. */
  #noteRefusal({ sends, orderId }: SvmPrompt): void {
    this.adopt();
    const asking = this.payings.find(({ mark }) => mark === orderId.slice(2));
    const isRunning = this.open.includes(this.world.tabs[asking?.tab ?? -1]!);
    if (this.#animal.ends === 'wallet-changed' && !sends && isRunning) this.#refused.add(orderId.slice(2));
  }

  #checkSend(bytes: Uint8Array): void {
    if (this.#animal.ends === 'wallet-changed') this.faults.push('G46: sent what the wallet had changed');
    const hash = base58.encode(VersionedTransaction.deserialize(bytes).signatures[0]!);
    this.checkSent(markOf(bytes), 'sent', ({ payment }) => payment.payingHash === hash);
  }
}

/** The order that the transaction pays, without `0x`. */
const markOf = (bytes: Uint8Array): string =>
  depositIn(VersionedTransaction.deserialize(bytes).message).orderId.slice(2);
