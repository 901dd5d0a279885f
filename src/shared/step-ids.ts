/** Recognizes the steps of a quote by their ids. */

/** True for an approval of a token. Every other step pays. */
export const isApproval = (stepId: string): boolean => stepId === 'approve' || stepId === 'approval';
