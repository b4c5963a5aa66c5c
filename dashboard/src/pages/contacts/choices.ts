import { callWith } from '../../api.ts';
import { isSameName, type Choice, type Creation } from '../../components/choice.ts';
import { refreshed, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';

const ALL = { query: { per_page: '1000' } };
/** Each comes with all of its content. */
const MOST_CAMPAIGNS = '100';

interface Offered {
  readonly choices: readonly (Choice & { readonly colour?: string })[];
  readonly isThere: boolean;
  /** How one is made where it is chosen, for who may do that. */
  readonly creation?: Creation | undefined;
}

/** The account's lists, to be chosen from. */
export function useLists(): Offered {
  const { data } = useRead('GET /lists', ALL);
  const mayCreate = useMay('account');
  return {
    ...offered(data?.data.map(({ id, name }) => ({ value: String(id), label: name }))),
    creation: data && mayCreate ? NEW_LIST : undefined,
  };
}

/** The account's tags, to be chosen from, with their colours. */
export function useTags(): Offered {
  const { data } = useRead('GET /contact-tags', ALL);
  const mayCreate = useMay('account');
  return {
    ...offered(data?.data.map(({ color, id, name }) => ({ value: String(id), label: name, colour: color }))),
    creation: data && mayCreate ? NEW_TAG : undefined,
  };
}

/** The account's segments, to be chosen from. */
export function useSegments(): Offered {
  const { data } = useRead('GET /contact-segments', ALL);
  return offered(data?.data.map(({ id, name }) => ({ value: String(id), label: name })));
}

/** The account's campaigns, newest first, to be chosen from. */
export function useCampaigns(): Offered {
  const { data } = useRead('GET /campaigns', { query: { per_page: MOST_CAMPAIGNS } });
  return offered(data?.data.map(({ id, title }) => ({ value: String(id), label: title })));
}

const NEW_LIST: Creation = {
  noun: 'list',
  create: async (name) => {
    const { data } = await callWith('GET /lists', ALL);
    const { id } = named(data, name) ?? (await callWith('POST /lists', { body: { name } }));
    await refreshed(['GET /lists']);
    return String(id);
  },
};

const NEW_TAG: Creation = {
  noun: 'tag',
  create: async (name) => {
    const { data } = await callWith('GET /contact-tags', ALL);
    const { id } = named(data, name) ?? (await callWith('POST /contact-tags', { body: { name } }));
    await refreshed(['GET /contact-tags']);
    return String(id);
  },
};

/** The one that somebody else has made since the choices were read. */
function named<Group extends { readonly name: string }>(groups: readonly Group[], name: string): Group | undefined {
  return groups.find((each) => isSameName(each.name, name));
}

function offered(choices: Offered['choices'] | undefined): Offered {
  return { choices: choices ?? [], isThere: choices !== undefined };
}
