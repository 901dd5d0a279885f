/**
 * The command `hub-pay registry`. The command prints the service's list of chains, with only the fields that a registry
 * needs, and with `--chains` only these chains. With `--out`, the command writes the list into a file instead. The
 * merchant reviews the list and uses it as the registry. Notes for the merchant go to stderr, so that they are not in a
 * saved file.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { HubClient } from '../api/client.js';
import { publicPart } from '../api/input.js';
import { TEST_MODE } from '../shared/test-mode/test-mode.js';
import type { ChainRecord, Registry } from '../types.js';
import { canPayFrom } from '../vm/families.js';
import { checkRegistry, takesPayments, trimRegistry } from '../vm/registry/registry.js';
import { takesDeposits, takesTransfers } from '../vm/takes-deposits.js';
import { assertKnownOptions, messageOf, save, type Command, type Print } from './command.js';

const USAGE =
  'npx --no-install hub-pay registry --base-url https://pay.example [--chains 1,8453] [--out registry.json]';

const OPTIONS = { 'base-url': { type: 'string' }, chains: { type: 'string' }, out: { type: 'string' } } as const;

export const registryCommand: Command = {
  name: 'registry',
  usage: USAGE,
  about: 'Prints the chains of the service as a registry, which you review and save.',
  options: {
    'base-url': 'The URL of the service. Required.',
    chains: 'The ids of the chains to print, with commas between them. Default: all.',
    out: 'The file to write. Default: the terminal.',
  } satisfies Record<keyof typeof OPTIONS, string>,
  run,
};

async function run(words: string[], print: Print): Promise<number> {
  assertKnownOptions(words, OPTIONS);
  const { values } = parseArgs({ args: words, options: OPTIONS });
  if (!values['base-url']) throw new Error(`--base-url is missing: it is the address of the service. Usage: ${USAGE}`);
  if (values['base-url'] === TEST_MODE) throw new Error('Test mode has no registry: name your service by --base-url.');
  if (values.out === '') throw new Error(`--out is empty: it is the name of the file. Usage: ${USAGE}`);
  const text = `${JSON.stringify(await registryOf(values['base-url'], values.chains), null, 2)}\n`;
  await (values.out === undefined ? print(text) : save(values.out, text));
  return 0;
}

async function registryOf(baseUrl: string, chains: string | undefined): Promise<Registry> {
  const wanted = chains === undefined ? undefined : chainIdsOf(chains);
  const listing = await listingOf(baseUrl);
  const unknown = wanted?.find((id) => !listing.some((chain) => chain.id === id));
  if (unknown !== undefined) throw new Error(`--chains ${unknown}: the service lists no such chain.`);
  const registry = { takenAt: new Date().toISOString(), ...trimRegistry(listing, wanted) };
  const [problem] = checkRegistry(registry);
  if (problem)
    throw new Error(
      `${flagOf(baseUrl)}: its ${problem.path} ${problem.message}, so the list of chains cannot be the registry.`,
    );
  noteGaps(listing.filter(({ id }) => registry.chains.some((chain) => chain.id === id)));
  return registry;
}

/**
 * Writes a note about each chain of which the service lists no address for deposits, although it accepts payments from
 * the chain. The guard then refuses every deposit by a wallet from the chain.
 */
function noteGaps(chains: readonly ChainRecord[]): void {
  const gaps = chains.filter((chain) => canPayFrom(chain.vmType) && takesPayments(chain) && !takesDeposits(chain));
  for (const chain of gaps) {
    const transfers = takesTransfers(chain)
      ? 'Plain transfers to its solvers still pass, with explicitDeposit: false. '
      : '';
    process.stderr.write(
      `Chain ${chain.id}: the service lists no protocol.v2.depository, so a deposit by a wallet from this chain is ` +
        `refused. ${transfers}The chain can still receive.\n`,
    );
  }
}

async function listingOf(baseUrl: string): Promise<ChainRecord[]> {
  try {
    return await new HubClient({ baseUrl }).chains();
  } catch (cause) {
    throw new Error(`${flagOf(baseUrl)}: ${messageOf(cause)}.`, { cause });
  }
}

/** Returns the option with its value for a message. */
const flagOf = (baseUrl: string): string => `--base-url ${publicPart(baseUrl)}`.trimEnd();

function chainIdsOf(text: string): number[] {
  const ids = text.split(',');
  const wrong = ids.find((id) => !/^[1-9]\d{0,14}$/.test(id));
  if (wrong !== undefined)
    throw new Error(`--chains ${text}: "${wrong}" is not a chain id. Write chain ids as 1,8453.`);
  return ids.map(Number);
}
