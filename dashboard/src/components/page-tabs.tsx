import type { ReactNode } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useTabs } from '../places.ts';

/** Renders links to the pages that share a navigation entry with the current page, if there are any. */
export function PageTabs(): ReactNode {
  const { pathname } = useLocation();
  const tabs = useTabs(pathname);
  if (tabs.length === 0) return null;
  return (
    <nav aria-label="Related pages" className="-mt-1 overflow-x-auto border-b border-line">
      <ul className="flex">
        {tabs.map(({ label, path }) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ className: 'border-accent text-ink' }}
              inactiveProps={{ className: 'border-transparent text-ink-3 hover:text-ink' }}
              className="block border-b-2 px-3 py-2 font-medium whitespace-nowrap outline-offset-[-2px] max-sm:py-3"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
