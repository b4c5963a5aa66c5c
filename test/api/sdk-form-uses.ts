import type { Postrider } from '../../sdk/src/index.ts';

type Use = (client: Postrider) => Promise<unknown>;

const newForm = async (client: Postrider): Promise<number> => {
  const { id: list } = await client.lists.create({ name: 'News' });
  return (await client.forms.create({ title: 'Newsletter', lists: [list], gdpr_required: true })).id;
};

/** Functions that call the operations for forms, by operation ID. */
const USES: Readonly<Record<string, Use>> = {
  getForms: (client) => client.forms.list({ query: 'news' }),
  postForms: newForm,
  getFormsById: async (client) => client.forms.get(await newForm(client)),
  patchFormsById: async (client) => client.forms.update(await newForm(client), { redirect_url: null }),
  deleteFormsById: async (client) => client.forms.delete(await newForm(client)),
  postFormsByIdDuplicate: async (client) => client.forms.duplicate(await newForm(client)),
};

/** Returns a function for each form operation, by operation ID. Each function uses a new client. */
export function formUses(newClient: () => Promise<Postrider>): Record<string, () => Promise<unknown>> {
  return Object.fromEntries(Object.entries(USES).map(([id, use]) => [id, async () => use(await newClient())]));
}
