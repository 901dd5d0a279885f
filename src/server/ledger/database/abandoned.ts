/** Rejects a transaction whose work may still use its client, so the client must not serve another transaction. */
export class Abandoned extends Error {}
