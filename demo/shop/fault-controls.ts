/** Connects the controls of the page to the fault switches of the devnet. */
import { attacks, serviceUrl } from './devnet-data.js';

/**
 * The fault switches of each option. A chosen option turns on its own switches, and turns off the switches of the other
 * options in the same `<select>`.
 */
const SWITCHES: Record<string, Record<string, object>> = {
  solver: { slow: { fillDelayMs: 10_000 }, refuse: { failFills: true }, blind: { ignoreDeposits: true } },
  service: {
    slow: { delayMs: 3_000 },
    down: { answer: { path: '/', status: 503, body: { message: 'The service is down.' } } },
    busy: {
      answer: { path: '/', status: 429, body: { message: 'Too many requests.' }, headers: { 'retry-after': '5' } },
    },
    'price-impact': { priceImpact: 800 },
  },
  svm: {
    drop: { svm: 'drop' },
    expire: { svm: 'expire' },
    simulation: { svm: 'fail-simulation' },
    large: { svmTooLarge: { fitsAt: 3, refuse: true } },
    busy: { svmNode: 'busy' },
    down: { svmNode: 'down' },
  },
  venue: {
    refuse: { venue: 'refuse' },
    lose: { venue: 'lose' },
    slow: { venueDelayMs: 10_000 },
    nonce: { venueNonce: 'wrong' },
    down: { venue: 'down' },
  },
};

export function bindFaults(): void {
  const form = document.querySelector<HTMLFormElement>('#faults');
  const tamper = form?.querySelector<HTMLSelectElement>('[name=tamper]');
  if (!form || !tamper) return;
  tamper.append(...attacks.map((name) => new Option(`are falsified: ${name}`, name)));
  const send = async (method: 'POST' | 'DELETE', switches?: object): Promise<void> => {
    const result = document.querySelector<HTMLOutputElement>('#faults-result');
    const response = await fetch(`${serviceUrl}/devnet/faults`, {
      method,
      ...(switches && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(switches) }),
    });
    if (result) result.value = response.ok ? 'Done.' : `Failed: ${await response.text()}`;
  };
  form.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLSelectElement;
    void send('POST', name === 'tamper' ? { tamper: value || null } : choiceOf(SWITCHES[name] ?? {}, value));
  });
  form.addEventListener('reset', () => void send('DELETE'));
}

function choiceOf(choices: Record<string, object>, value: string): object {
  const names = Object.values(choices).flatMap(Object.keys);
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...choices[value] };
}
