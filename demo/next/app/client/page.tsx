/** A client component: the server renders the tag, and the browser adds the handlers. */
import { Checkout } from '../checkout';

const Page = () => <Checkout id="1043" />;
export default Page;
