import type { ReactNode } from 'react';

/** Renders an empty state inside a card that has its own heading and actions. Otherwise like `EmptyState`. */
export function EmptyNote({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="max-w-prose px-6 pt-1 pb-6 max-sm:px-4">
      <p className="font-medium">{title}</p>
      <div className="text-ink-2">{children}</div>
    </div>
  );
}
