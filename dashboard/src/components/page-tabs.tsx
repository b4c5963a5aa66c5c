import type { ReactNode } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useTabs } from '../places.ts';

/** Renders links to the pages that share a navigation entry with the current page, if there are any. */
export function PageTabs(): ReactNode {
  const { pathname } = useLocation();
  const tabs = useTabs(pathname);
  if (tabs.length === 0) return null;
  return <TabLinks label="Related pages" tabs={tabs} />;
}

/** Renders links to related pages as tabs. */
export function TabLinks(props: {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly path: string }[];
}): ReactNode {
  return (
    <nav aria-label={props.label} className="-mt-1 overflow-x-auto border-b border-line">
      <ul className="flex">
        {props.tabs.map(({ label, path }) => (
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
