/** Recognizes a step by its id: an approval, a nonce mapping, or a step that pays. */

/** True if the step approves a token. */
export const isApproval = (stepId: string): boolean => stepId === 'approve' || stepId === 'approval';

/** The id of the step whose signature ties a transfer of the venue to its order. This step moves no money. */
export const MAPPING_STEP = 'authorize';

/** True if the step moves the payer's money. */
export const isPaying = (stepId: string): boolean => !isApproval(stepId) && stepId !== MAPPING_STEP;
