import type { Choice } from '../../components/choice.ts';
import { useRead } from '../../reading.ts';

const MOST = '1000';
const MAX_IMAGES = '100';

interface Offered {
  readonly choices: readonly Choice[];
  readonly isThere: boolean;
}

/** Returns choices for the account's forms that no other landing page uses. */
export function useFreeForms(pageId?: number): Offered {
  const { data } = useRead('GET /forms', { query: { per_page: MOST } });
  const free = data?.data.filter(({ landing_page_id: shownBy }) => shownBy === null || shownBy === pageId) ?? [];
  return { choices: free.map(({ id, title }) => ({ value: String(id), label: title })), isThere: data !== undefined };
}

/**
 * Returns choices for the images of the account, newest first, and a choice for no image. Also returns the alt texts of
 * the images.
 */
export function useImages(): Offered & { readonly altOf: (id: string) => string } {
  const { data } = useRead('GET /images', { query: { per_page: MAX_IMAGES } });
  const images = data?.data.map(({ id, name }) => ({ value: String(id), label: name || `Image ${id}` })) ?? [];
  return {
    choices: [{ value: '', label: 'None' }, ...images],
    altOf: (id) => data?.data.find((image) => String(image.id) === id)?.alt ?? '',
    isThere: data !== undefined,
  };
}
