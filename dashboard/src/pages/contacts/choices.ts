import type { Choice } from '../../components/choice.ts';
import { useRead } from '../../reading.ts';

const MOST = '1000';
/** Each comes with all of its content. */
const MOST_CAMPAIGNS = '100';

interface Offered {
  readonly choices: readonly (Choice & { readonly colour?: string })[];
  readonly isThere: boolean;
}

/** The account's lists, to be chosen from. */
export function useLists(): Offered {
  const { data } = useRead('GET /lists', { query: { per_page: MOST } });
  return offered(data?.data.map(({ id, name }) => ({ value: String(id), label: name })));
}

/** The account's tags, to be chosen from, with their colours. */
export function useTags(): Offered {
  const { data } = useRead('GET /contact-tags', { query: { per_page: MOST } });
  return offered(data?.data.map(({ color, id, name }) => ({ value: String(id), label: name, colour: color })));
}

/** The account's segments, to be chosen from. */
export function useSegments(): Offered {
  const { data } = useRead('GET /contact-segments', { query: { per_page: MOST } });
  return offered(data?.data.map(({ id, name }) => ({ value: String(id), label: name })));
}

/** The account's campaigns, newest first, to be chosen from. */
export function useCampaigns(): Offered {
  const { data } = useRead('GET /campaigns', { query: { per_page: MOST_CAMPAIGNS } });
  return offered(data?.data.map(({ id, title }) => ({ value: String(id), label: title })));
}

function offered(choices: Offered['choices'] | undefined): Offered {
  return { choices: choices ?? [], isThere: choices !== undefined };
}
