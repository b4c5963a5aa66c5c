import type { ReactNode } from 'react';

/** As `EmptyState`, within a card that has a heading, and what can be done, of its own. */
export function EmptyNote({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="max-w-prose px-6 pt-1 pb-6 max-sm:px-4">
      <p className="font-medium">{title}</p>
      <div className="text-ink-2">{children}</div>
    </div>
  );
}
