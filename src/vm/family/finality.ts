/**
 * Whether a transaction can still disappear from the chain.
 * `final`: it has as many blocks as asked for, or the chain has finalized it.
 * `waiting`: it is in a block, but not final yet.
 * `failed`: it is in a block, but its execution failed.
 * `absent`: the node does not know it, or no block contains it.
 */
export type Finality = 'final' | 'waiting' | 'failed' | 'absent';
