/**
 * Whether a transaction can still disappear. `final`: it cannot, as far as was asked. `waiting`: it is in a block, and
 * can. `failed`: it is in a block, and changed nothing. `absent`: the node does not know it, or no block contains it.
 */
export type Finality = 'final' | 'waiting' | 'failed' | 'absent';
