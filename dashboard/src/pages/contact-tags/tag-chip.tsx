import type { ReactNode } from 'react';

/**
 * Renders the name of a tag on a background of the tag's color. The text has the same color as other text on the page.
 */
export function TagChip({ children, colour }: { readonly colour: string; readonly children: ReactNode }): ReactNode {
  return (
    <span
      className="inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 text-sm leading-6 text-ink"
      style={{
        background: `color-mix(in oklab, ${colour} 14%, var(--surface))`,
        borderColor: `color-mix(in oklab, ${colour} 45%, var(--line))`,
      }}
    >
      <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: colour }} />
      <span className="truncate">{children}</span>
    </span>
  );
}
