/** Renders what needs a person as an HTML table, for a merchant's own page that has no framework. */
import type { Registry } from '../../types.js';
import { ASK_FIRST, describeAttention, minuteOf, type AttentionDescription } from './describe-attention.js';
import type { Attention } from './attention-types.js';

/**
 * Returns an HTML table with a row for each entry. It has no scripts and no styles of its own, so the styles of your
 * page apply. All texts are escaped, and the names in them cannot change the direction of the text around them. The
 * table is English and left to right, also in a page of another language.
 * @param list the result of `attention()`; for an empty list, the result is a sentence instead of a table
 * @param registry your registry, which contains the names of chains, and the tokens and explorers. Default: none; the
 *   text for a chain then contains its id
 */
export function attentionTable(list: readonly Attention[], registry?: Registry): string {
  if (list.length === 0) return '<p lang="en" dir="ltr">Nothing needs a person.</p>';
  const rows = list.map((each) => rowOf(each, describeAttention(each, registry)));
  return `<table lang="en" dir="ltr" class="hub-pay-attention">
<thead><tr>${HEADINGS.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

const HEADINGS = ['Order', 'What happened', 'What to do', 'Amounts', 'Payment'];

function rowOf({ kind }: Attention, text: AttentionDescription): string {
  const cells = [
    `<strong>${escaped(text.title)}</strong><br>${broken(text.what)}<br>${timeOf(text.at)}`,
    broken(text.advice),
    text.amounts.map(amountLine).join('<br>'),
    [
      `Id: ${codeOf(text.requestId)}`,
      ...(text.payer ? [payerLine(text.payer)] : []),
      ...text.transactions.map(transactionLine),
    ].join('<br>'),
  ];
  return `<tr data-kind="${escaped(kind)}"><th scope="row">${nameOf(text.orderId)}</th>${cells
    .map((cell) => `<td>${cell}</td>`)
    .join('')}</tr>`;
}

const timeOf = (at: string): string => `<time datetime="${escaped(at)}">${escaped(minuteOf(at))}</time>`;

const amountLine = ({ name, text, currency, chain }: AttentionDescription['amounts'][number]): string =>
  [`${name}: ${nameOf(text)}`, chain && `on ${nameOf(chain)}`, currency && codeOf(currency)].filter(Boolean).join(' ');

const payerLine = ({ address, chain }: NonNullable<AttentionDescription['payer']>): string =>
  `Paid from ${codeOf(address)} on ${nameOf(chain)} ${ASK_FIRST}`;

function transactionLine({ hash, chain, url }: AttentionDescription['transactions'][number]): string {
  const link = url === null ? codeOf(hash) : `<a href="${escaped(url)}" rel="noreferrer">${codeOf(hash)}</a>`;
  return `${chain ? nameOf(chain) : 'Transaction'}: ${link}`;
}

/** Isolates the direction of a name, which can be in any script. */
const nameOf = (text: string): string => `<bdi>${broken(text)}</bdi>`;

/** Writes a value of digits and letters, which is left to right in any text. */
const codeOf = (text: string): string => `<code><bdi dir="ltr">${broken(text)}</bdi></code>`;

/**
 * Escapes the text, and allows a line break after every 8 characters of a word of 25 or more characters, such as a
 * hash. A copied text contains no additional character.
 */
const broken = (text: string): string =>
  text
    .replaceAll(/\S{25,}/gu, (word) => word.replaceAll(/.{8}(?=.)/gu, '$&\n'))
    .split('\n')
    .map(escaped)
    .join('<wbr>');

const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
