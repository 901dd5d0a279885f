/** A client component: the server renders the tag, and the browser adds the handlers. */
import { Checkout } from '../checkout';

export default function Page() {
  return <Checkout />;
}
