import { callWith } from '../../api.ts';
import { isSameName, type Choice, type Creation } from '../../components/choice.ts';
import { refreshed, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';

const ALL = { query: { per_page: '1000' } };

interface Offered {
  readonly choices: readonly (Choice & { readonly colour?: string })[];
  readonly isThere: boolean;
  /** Settings for creating a new choice. Undefined if the user may not create one. */
  readonly creation?: Creation | undefined;
}

/** Returns choices for the lists of the account. */
export function useLists(): Offered {
  const { data } = useRead('GET /lists', ALL);
  const mayCreate = useMay('account');
  return {
    ...offered(data?.data.map(({ id, name }) => ({ value: String(id), label: name }))),
    creation: data && mayCreate ? NEW_LIST : undefined,
  };
}

/** Returns choices for the tags of the account, with their colors. */
export function useTags(): Offered {
  const { data } = useRead('GET /contact-tags', ALL);
  const mayCreate = useMay('account');
  return {
    ...offered(data?.data.map(({ color, id, name }) => ({ value: String(id), label: name, colour: color }))),
    creation: data && mayCreate ? NEW_TAG : undefined,
  };
}

/** Returns choices for the segments of the account. */
export function useSegments(): Offered {
  const { data } = useRead('GET /contact-segments', ALL);
  return offered(data?.data.map(({ id, name }) => ({ value: String(id), label: name })));
}

/** Returns choices for the custom fields with dates. */
export function useDateFields(): Offered {
  const { data } = useRead('GET /contact-fields', ALL);
  const dates = data?.data.filter(({ type }) => type === 'date');
  return offered(dates?.map(({ id, label }) => ({ value: String(id), label })));
}

/** Returns choices for the campaigns of the account, newest first. */
export function useCampaigns(): Offered {
  const { data } = useRead('GET /dashboard/campaigns', { query: { per_page: '1000' } });
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

/**
 * Returns the object with this name, such as a list or tag. Another user may have created it since the choices were
 * loaded.
 */
function named<Group extends { readonly name: string }>(groups: readonly Group[], name: string): Group | undefined {
  return groups.find((each) => isSameName(each.name, name));
}

function offered(choices: Offered['choices'] | undefined): Offered {
  return { choices: choices ?? [], isThere: choices !== undefined };
}
