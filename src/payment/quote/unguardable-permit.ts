/**
 * Tells whether the guard refused a quote only because of the form of a signature. Some tokens use a domain or types
 * that the guard does not know, and the payer can pay with them by a transaction. A signature that would pay somebody
 * else is not of this kind.
 */
import type { HubPayError } from '../../errors.js';

/** The parts of typed data whose form a token or the service chooses. The guard names each by its path. */
const FORM = /\.sign(?:\.(?:signatureKind|primaryType|types|domain|domain\.name|domain\.version))?$/;

/** The message of a type that the guard does not know has other members, too. */
const MESSAGE = /\.sign\.value(?:[.[]|$)/;

/** Only these rules judge the form. `G33` judges the form of a signature for Permit2. */
const FORM_RULES: readonly string[] = ['G30', 'G31', 'G33'];

/**
 * Returns true if every rule that blocked the quote is about the form of a signature. `details` of the error names the
 * rules and the paths.
 */
export function isUnguardablePermit({ code, details }: Pick<HubPayError, 'code' | 'details'>): boolean {
  if (code !== 'quote-unsafe' || details === undefined) return false;
  const blocks = details.split('\n').map((line) => line.split(' '));
  const isForm = ([rule = '', path = '']: readonly string[]): boolean => FORM_RULES.includes(rule) && FORM.test(path);
  // Only the types decide which members the message has. With known types, a wrong member is no other form.
  const isOtherType = blocks.some((block) => isForm(block) && /\.(?:primaryType|types)$/.test(block[1] ?? ''));
  return blocks.some(isForm) && blocks.every((block) => isForm(block) || (isOtherType && isOtherMessage(block)));
}

const isOtherMessage = ([rule, path = '']: readonly string[]): boolean => rule === 'G31' && MESSAGE.test(path);
