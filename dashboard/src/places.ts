import type { Area } from './areas.ts';
import { SHELL_PAGES, type ShellPage } from './pages.ts';
import { useSession } from './session.ts';

export type PlacedPage = ShellPage & { readonly place: NonNullable<ShellPage['place']> };

/** The pages that the role of who is signed in may see, those that stand in no navigation included. */
export function usePages(): readonly ShellPage[] {
  const { scopes } = useSession();
  return SHELL_PAGES.filter(({ scope }) => scope === undefined || scopes.includes(scope));
}

/** Those of them that stand in the navigation. */
export function usePlaces(): readonly PlacedPage[] {
  return usePages().flatMap((page) => (page.place ? [{ ...page, place: page.place }] : []));
}

/** The area of the page at an address below /app; that of none is where everything begins. */
export function areaAt(pathname: string): Area {
  const parts = pathname.replace(/^\/app(?=\/|$)/, '').split('/');
  const found = SHELL_PAGES.find(({ path }) => {
    const wanted = path.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at]);
  });
  return found?.area ?? 'start';
}
