/** The frame of every page. */
import Link from 'next/link';
import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <title>Acme Coffee</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <nav>
          <Link href="/">Server component</Link> <Link href="/client">Client component</Link>{' '}
          <Link href="/late">Only in the browser</Link>
        </nav>
        {children}
      </body>
    </html>
  );
}
