import { useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronLeft, Search, Settings2, SquareTerminal } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { AREAS, type Area } from '../areas.ts';
import { useLiveState } from '../live.ts';
import { areaAt, usePlaces, type PlacedPage } from '../places.ts';
import { keepCollapsed, readCollapsed } from '../collapsed-groups.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';

/** Icons of the areas that have a separate navigation. */
const PLACE_ICONS: Readonly<Partial<Record<Area, LucideIcon>>> = { settings: Settings2, installation: SquareTerminal };

/** Renders the navigation: the search, the list of pages, and the account menu. */
export function Navigation({ onSearch }: { readonly onSearch: () => void }): ReactNode {
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
        Search
        <kbd className="ml-auto font-mono text-xs max-sm:hidden">Ctrl K</kbd>
      </button>
      <PageList />
      <div className="flex flex-col gap-1 pt-1">
        <LiveMark />
        <AccountMenu />
      </div>
    </div>
  );
}

/**
 * Renders the groups of pages. Inside an area with a separate navigation, renders the pages of the area and a link
 * back.
 */
function PageList(): ReactNode {
  const places = usePlaces();
  const { pathname } = useLocation();
  /**
   * Path of the page on which the user last used the link back to the main navigation. On this page, the main
   * navigation is shown although the page belongs to an area with a separate navigation.
   */
  const [leftAt, setLeftAt] = useState<string>();
  const list = useRef<HTMLElement>(null);
  const current = areaAt(pathname);
  const inside = AREAS.find(({ isPlace, name }) => isPlace === true && name === current && leftAt !== pathname);
  const leave = (): void => {
    setLeftAt(pathname);
    list.current?.focus();
  };
  return (
    <nav
      ref={list}
      tabIndex={-1}
      aria-label={inside?.title ?? 'Pages'}
      className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pt-1 outline-hidden"
    >
      {inside ? (
        <>
          <button
            type="button"
            onClick={leave}
            className="flex h-7.5 shrink-0 items-center gap-2 rounded-control px-2 text-left text-ink-2 hover:text-ink max-sm:h-10"
          >
            <ChevronLeft className="size-4" aria-hidden strokeWidth={1.75} />
            All pages
          </button>
          <Group title={inside.title} rows={placesOf(places, inside.name)} />
        </>
      ) : (
        <>
          {AREAS.filter(({ isPlace }) => isPlace !== true).map(({ name, title }) => (
            <Group key={name} title={title} rows={placesOf(places, name)} mayCollapse />
          ))}
          <Destinations places={places} current={current} onEnter={() => setLeftAt(undefined)} />
        </>
      )}
    </nav>
  );
}

function placesOf(places: readonly PlacedPage[], area: Area): readonly PlacedPage[] {
  return places.filter((each) => each.area === area);
}

/** Renders the entries of an area below its title. The browser stores which groups the user has collapsed. */
function Group(props: {
  readonly title: string | undefined;
  readonly rows: readonly PlacedPage[];
  readonly mayCollapse?: boolean;
}): ReactNode {
  const { mayCollapse = false, rows, title = '' } = props;
  const [isOpen, toggle] = useGroup(title);
  const { pathname } = useLocation();
  if (rows.length === 0) return null;
  return (
    <div>
      {title !== '' && !mayCollapse && <h2 className={HEADING}>{title}</h2>}
      {title !== '' && mayCollapse && (
        <h2>
          <button type="button" aria-expanded={isOpen} onClick={toggle} className={`${HEADING} hover:text-ink`}>
            {title}
            <ChevronDown className={`size-3 ${isOpen ? '' : '-rotate-90'}`} aria-hidden />
          </button>
        </h2>
      )}
      {(isOpen || !mayCollapse) && (
        <ul className="flex flex-col gap-px">
          {rows
            .filter(({ place }) => place.tabOf === undefined)
            .map(({ label, path, place }) => (
              <li key={path}>
                <Link
                  to={path}
                  activeOptions={{
                    exact: rows.some((other) => path === '/' || other.path.startsWith(`${path}/`)),
                    includeSearch: false,
                  }}
                  activeProps={{}}
                  className={`${ENTRY} ${isCurrent(pathname, path, rows) ? CURRENT : OTHER}`}
                >
                  <place.icon className="size-4" aria-hidden strokeWidth={1.75} />
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Returns whether the navigation entry with this path contains the current page: the page itself, one of its tabs, or
 * the page of a single object. If several paths match, such as /account and /account/audit, only the longest one
 * counts.
 */
function isCurrent(pathname: string, path: string, rows: readonly PlacedPage[]): boolean {
  const at = pathname.replace(/^\/app(?=\/|$)/, '') || '/';
  const containing = rows.filter((row) => at === row.path || (row.path !== '/' && at.startsWith(`${row.path}/`)));
  const closest = containing.toSorted((a, b) => b.path.length - a.path.length)[0];
  return closest !== undefined && (closest.place.tabOf ?? closest.path) === path;
}

/** Returns whether a group is open, and a function that opens or collapses it. */
function useGroup(title: string): [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(() => !readCollapsed().includes(title));
  const toggle = (): void => {
    const others = readCollapsed().filter((each) => each !== title);
    keepCollapsed(isOpen ? [...others, title] : others);
    setOpen(!isOpen);
  };
  return [isOpen, toggle];
}

const HEADING = 'flex items-center gap-1 px-2 pb-1 text-sm text-ink-3';
const ENTRY = 'flex h-7.5 items-center gap-2 rounded-control px-2 max-sm:h-10';
const CURRENT = 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)]';
const OTHER = 'text-ink-2 hover:text-ink';

/** Renders the entries of the areas that have a separate navigation. Each entry links to the first page of its area. */
function Destinations(props: {
  readonly places: readonly PlacedPage[];
  readonly current: Area;
  readonly onEnter: () => void;
}): ReactNode {
  return (
    <ul className="mt-auto flex flex-col gap-px border-t border-line pt-2">
      {AREAS.map(({ isPlace, name, title }) => {
        const [first] = placesOf(props.places, name);
        const Icon = PLACE_ICONS[name];
        if (isPlace !== true || !first || !Icon) return null;
        return (
          <li key={name}>
            <Link
              to={first.path}
              onClick={props.onEnter}
              activeProps={{}}
              className={`${ENTRY} ${name === props.current ? CURRENT : OTHER}`}
            >
              <Icon className="size-4" aria-hidden strokeWidth={1.75} />
              {title}
            </Link>
          </li>
        );
      })}
    </ul>
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
