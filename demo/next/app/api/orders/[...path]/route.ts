/** Stores the request id before the wallet is asked, and answers with the status of an order. */
import { ledger } from '../../../ledger';

const handle = async (request: Request) => (await ledger()).handler(request);
export { handle as GET, handle as POST };
