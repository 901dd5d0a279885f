/** Opens the ledger when the server starts, so that its job runs. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./app/ledger')).ledger();
}
