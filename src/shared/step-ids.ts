/** Classifies a step by its id: an approval, a nonce mapping, or a step that pays. */

/** True if the step approves a token. */
export const isApproval = (stepId: string): boolean => stepId === 'approve' || stepId === 'approval';

/** The id of the step whose signature maps the nonce of a venue transfer to its request. This step moves no money. */
export const MAPPING_STEP = 'authorize';

/** True if the step moves the payer's money: every step that is neither an approval nor a nonce mapping. */
export const isPaying = (stepId: string): boolean => !isApproval(stepId) && stepId !== MAPPING_STEP;
