/**
 * Tells whether the guard refused a quote only because of the form of a signature. Some tokens use a domain or types
 * that the guard does not know, and the payer can pay with them by a transaction. A signature that would pay somebody
 * else is not of this kind.
 */
import type { GuardNote } from '../../types.js';

/** The parts of typed data whose form a token or the service chooses. The guard names each by its path. */
const FORM = /\.sign(?:\.(?:signatureKind|primaryType|types|domain|domain\.name|domain\.version))?$/;

/** The message of a type that the guard does not know has other members, too. */
const MESSAGE = /\.sign\.value(?:[.[]|$)/;

/** Only these rules judge the form. `G33` judges the form of a signature for Permit2. */
const FORM_RULES: readonly string[] = ['G30', 'G31', 'G33'];

/** Returns true if every rule that blocked the quote is about the form of a signature. */
export function isUnguardablePermit(blocks: readonly GuardNote[]): boolean {
  const isForm = ({ rule, path }: GuardNote): boolean => FORM_RULES.includes(rule) && FORM.test(path);
  // Only the types decide which members the message has. With known types, a wrong member is no other form.
  const isOtherType = blocks.some((block) => isForm(block) && /\.(?:primaryType|types)$/.test(block.path));
  return blocks.some(isForm) && blocks.every((block) => isForm(block) || (isOtherType && isOtherMessage(block)));
}

const isOtherMessage = ({ rule, path }: GuardNote): boolean => rule === 'G31' && MESSAGE.test(path);
