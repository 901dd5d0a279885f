/** Recognizes the steps of a quote that pay nothing by their ids. */

/** Whether the step approves a token. */
export const isApproval = (stepId: string): boolean => stepId === 'approve' || stepId === 'approval';

/** The step whose signature ties a transfer of the venue to its order. This signature moves no money. */
export const MAPPING_STEP = 'authorize';

/** Whether the step moves the payer's money. */
export const isPaying = (stepId: string): boolean => !isApproval(stepId) && stepId !== MAPPING_STEP;
