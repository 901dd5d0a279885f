/**
 * Tells whether the guard refused a quote only because of the form of a signature. Some tokens use a domain or types
 * that the guard does not know. The payer can still pay with such a token by a transaction. A signature that would pay
 * somebody else is not of this kind.
 */
import type { GuardNote } from '../../types.js';

/** The parts of typed data whose form a token or the service chooses. The guard names each by its path. */
const FORM = /\.sign(?:\.(?:signatureKind|primaryType|types|domain|domain\.name|domain\.version))?$/;

/**
 * Matches the paths of the signed message. A message of an unknown type has other members, so the guard reports these
 * too.
 */
const MESSAGE = /\.sign\.value(?:[.[]|$)/;

/** Only these rules judge the form. `G33` judges the form of a signature for Permit2. */
const FORM_RULES: readonly string[] = ['G30', 'G31', 'G33'];

/** Returns true if every rule that blocked the quote is about the form of a signature. */
export function isUnguardablePermit(blocks: readonly GuardNote[]): boolean {
  const isForm = ({ rule, path }: GuardNote): boolean => FORM_RULES.includes(rule) && FORM.test(path);
  // The message can have other members only if its types are unknown. With known types, a wrong member breaks a rule.
  const isOtherType = blocks.some((block) => isForm(block) && /\.(?:primaryType|types)$/.test(block.path));
  return blocks.some(isForm) && blocks.every((block) => isForm(block) || (isOtherType && isOtherMessage(block)));
}

const isOtherMessage = ({ rule, path }: GuardNote): boolean => rule === 'G31' && MESSAGE.test(path);
