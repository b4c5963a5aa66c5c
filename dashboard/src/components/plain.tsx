import { Suspense, useEffect, type ReactNode } from 'react';
import { Outlet } from '@tanstack/react-router';
import { Brand } from './brand.tsx';
import { Skeleton } from './states.tsx';

/** Renders the layout of pages for users who are not signed in. */
export function Plain(): ReactNode {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-6 px-4 py-[12dvh] max-sm:py-8">
      <Brand />
      <Suspense fallback={<Skeleton />}>
        <Outlet />
      </Suspense>
    </main>
  );
}

/** Renders a page that consists of a single card, such as sign-in. */
export function PlainPage(props: {
  readonly title: string;
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { title, summary, children } = props;
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <section className="stripe card px-8 pt-8 pb-8 max-sm:px-5">
      <h1>{title}</h1>
      {summary !== undefined && <div className="mt-1 text-ink-2">{summary}</div>}
      <div className="mt-5 flex flex-col gap-4">{children}</div>
    </section>
  );
}
