/** Stores the request id before the wallet is asked, and answers with the status of an order. */
import { ledger } from '../../../ledger';
export const GET = async (request: Request) => (await ledger()).handler(request);
export const POST = GET;
