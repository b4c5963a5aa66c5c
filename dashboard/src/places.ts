import type { Area } from './areas.ts';
import { SHELL_PAGES, type ShellPage } from './pages.ts';
import { useSession } from './session.ts';

export type PlacedPage = ShellPage & { readonly place: NonNullable<ShellPage['place']> };

/** Returns the pages that the user's role may see. Includes pages that are not in the navigation. */
export function usePages(): readonly ShellPage[] {
  const { scopes } = useSession();
  return SHELL_PAGES.filter(({ scope }) => scope === undefined || scopes.includes(scope));
}

/** Returns the pages that the user's role may see and that are in the navigation. */
export function usePlaces(): readonly PlacedPage[] {
  return usePages().flatMap((page) => (page.place ? [{ ...page, place: page.place }] : []));
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
