import type { Area } from './areas.ts';
import { SHELL_PAGES, type ShellPage } from './pages.ts';
import { useSession } from './session.ts';

export type PlacedPage = ShellPage & { readonly place: NonNullable<ShellPage['place']> };

/** Returns the pages that the user's role may see. Includes pages that are not in the navigation. */
export function usePages(): readonly ShellPage[] {
  const { scopes } = useSession();
  return SHELL_PAGES.filter(({ scope }) => scope === undefined || scopes.includes(scope));
}

/** Returns the pages that the user's role may see and that are in the navigation, as an entry or as a tab. */
export function usePlaces(): readonly PlacedPage[] {
  return usePages().flatMap((page) => (page.place ? [{ ...page, place: page.place }] : []));
}

/**
 * Returns the tabs of the navigation entry to which the page at a URL below /app belongs, including that page. Returns
 * no pages if the page is the only one in its entry, or is not in the navigation.
 */
export function useTabs(pathname: string): readonly PlacedPage[] {
  const places = usePlaces();
  const path = pathname.replace(/^\/app(?=\/|$)/, '');
  const current = places.find((each) => each.path === path);
  if (!current) return [];
  const tabs = tabsOf(places, entryOf(current));
  return tabs.length > 1 ? tabs : [];
}

/** Returns the pages of an entry in the navigation: the page with this path, and its tabs. */
export function tabsOf(places: readonly PlacedPage[], path: string): readonly PlacedPage[] {
  return places.filter((each) => entryOf(each) === path);
}

function entryOf({ path, place }: PlacedPage): string {
  return place.tabOf ?? path;
}

/** Returns the area of the page at a URL below /app. If there is no page at the URL, returns the start area. */
export function areaAt(pathname: string): Area {
  const parts = pathname.replace(/^\/app(?=\/|$)/, '').split('/');
  const found = SHELL_PAGES.find(({ path }) => {
    const wanted = path.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at]);
  });
  return found?.area ?? 'start';
}
