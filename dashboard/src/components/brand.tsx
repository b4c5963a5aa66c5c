import type { ReactNode } from 'react';

/** Renders the logo and the name of the product. */
export function Brand(): ReactNode {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden>
        <rect width="32" height="32" rx="6.5" fill="var(--seal)" />
        <g fill="none" stroke="var(--surface)" strokeWidth="2.1" strokeLinecap="round" strokeLinejoin="round">
          <path d="M12 10h9a4 4 0 0 1 4 4v8H8" />
          <path d="M16 22v-8a4 4 0 0 0-8 0v8" />
          <path d="M20 14.5h2.5" />
        </g>
      </svg>
      <span className="font-title text-xl font-semibold tracking-tight">Postrider</span>
    </span>
  );
}
