'use client';
/** The same component, which only the browser renders. */
import dynamic from 'next/dynamic';

const Checkout = dynamic(() => import('../checkout').then((code) => code.Checkout), { ssr: false });
const Page = () => <Checkout id="1044" />;
export default Page;
