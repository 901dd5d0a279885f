/**
 * The error that ends a transaction whose work may still use the client. So the client must not serve another
 * transaction.
 */
export class Abandoned extends Error {}
