import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Dialog as Base } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import { SHELL_PAGES, type PageRow } from '../pages.ts';
import { useLiveState } from '../live.ts';
import { useSession } from '../session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { IconButton } from './button.tsx';

const GROUPS = ['Transactional', 'Account', 'Installation'] as const;

/** The pages that the role of who is signed in may see, in their groups. */
export function usePlaces(): readonly (PageRow & { readonly place: NonNullable<PageRow['place']> })[] {
  const { scopes } = useSession();
  return SHELL_PAGES.flatMap((page) => {
    const { place } = page;
    return place && (place.scope === undefined || scopes.includes(place.scope)) ? [{ ...page, place }] : [];
  });
}

/** The list of pages, with the account above and what is below it. */
export function Navigation({ onSearch }: { readonly onSearch: () => void }): ReactNode {
  const places = usePlaces();
  return (
    <div className="flex h-full flex-col gap-3 px-3 pt-4 pb-3">
      <div className="px-2">
        <Brand />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="flex h-8 items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink-3 hover:text-ink max-sm:h-10"
      >
        <Search className="size-3.5" aria-hidden />
        Search and go to
        <kbd className="ml-auto font-mono text-xs max-sm:hidden">Ctrl K</kbd>
      </button>
      <nav aria-label="Pages" className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pt-1">
        {GROUPS.map((group) => {
          const rows = places.filter(({ place }) => place.group === group);
          return rows.length === 0 ? null : <Group key={group} name={group} rows={rows} />;
        })}
      </nav>
      <div className="flex flex-col gap-1 pt-1">
        <LiveMark />
        <AccountMenu />
      </div>
    </div>
  );
}

function Group({ name, rows }: { readonly name: string; readonly rows: ReturnType<typeof usePlaces> }): ReactNode {
  return (
    <div>
      <h2 className="px-2 pb-1 text-sm text-ink-3">{name}</h2>
      <ul className="flex flex-col gap-px">
        {rows.map(({ path, place }) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: path === '/' }}
              activeProps={{ className: 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)]' }}
              inactiveProps={{ className: 'text-ink-2 hover:text-ink' }}
              className="flex h-7.5 items-center gap-2 rounded-control px-2 max-sm:h-10"
            >
              <place.icon className="size-4" aria-hidden strokeWidth={1.75} />
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const LIVE_WORDS = {
  connecting: 'Connecting',
  live: 'Live',
  polling: 'Updates every few seconds',
} as const;

function LiveMark(): ReactNode {
  const state = useLiveState();
  return (
    <p className="flex items-center gap-2 px-2 text-sm text-ink-3">
      <span className={`size-1.5 rounded-full ${state === 'live' ? 'bg-ok' : 'bg-line-strong'}`} aria-hidden />
      {LIVE_WORDS[state]}
    </p>
  );
}

/** The navigation of a telephone. */
export function Drawer(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Base.Root open={props.isOpen} onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.16_0.02_270/0.45)]" />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 w-[min(18rem,84vw)] overflow-y-auto border-r border-line bg-sunken outline-hidden">
          <Base.Title className="sr-only">Menu</Base.Title>
          <Base.Close render={<IconButton label="Close" className="absolute top-3 right-2" />}>
            <X aria-hidden />
          </Base.Close>
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
