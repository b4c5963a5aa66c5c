import type { Postrider } from '../../sdk/src/index.ts';
import { pngOf } from '../support/tiny-images.ts';
import type { CampaignUser } from './sdk-campaign-uses.ts';

type Use = (user: CampaignUser) => Promise<unknown>;

async function newImage(client: Postrider): Promise<number> {
  return (await client.images.create(pngOf(), { name: 'safeguard.png' })).id;
}

async function newPage(client: Postrider): Promise<number> {
  const { id: list } = await client.lists.create({ name: 'News' });
  const { id: form } = await client.forms.create({ title: 'Sign up', lists: [list] });
  return (await client.landingPages.create({ title: 'The Garden Post', form_id: form })).id;
}

async function newCampaign({ client, domain }: CampaignUser): Promise<number> {
  const sender = { from_name: 'Acme', from_email: `news@${domain}` };
  return (await client.campaigns.create({ title: 'May', subject: 'What is new', html: '<p>Hello</p>', ...sender })).id;
}

const newTemplate = async (client: Postrider): Promise<number> =>
  (await client.emailTemplates.create({ name: 'Receipt', subject: 'Order {{ number }}', html: '<p>{{ number }}</p>' }))
    .id;

/**
 * Functions that call the operations for images, email templates, starting designs, landing pages, and the archive, by
 * operation ID.
 */
const USES: Readonly<Record<string, Use>> = {
  getImages: ({ client }) => client.images.list({ per_page: '10' }),
  postImages: async ({ client }) => newImage(client),
  postImagesCopies: async ({ client }) => {
    const { url } = await client.images.get(await newImage(client));
    return client.images.copy({ url });
  },
  getImagesById: async ({ client }) => client.images.get(await newImage(client)),
  patchImagesById: async ({ client }) => client.images.update(await newImage(client), { alt: 'A safeguard' }),
  deleteImagesById: async ({ client }) => client.images.delete(await newImage(client)),
  getStartingDesigns: ({ client }) => client.startingDesigns.list(),
  getEmailTemplates: ({ client }) => client.emailTemplates.list({ query: 'receipt' }),
  postEmailTemplates: async ({ client }) => newTemplate(client),
  getEmailTemplatesById: async ({ client }) => client.emailTemplates.get(await newTemplate(client)),
  patchEmailTemplatesById: async ({ client }) =>
    client.emailTemplates.update(await newTemplate(client), { name: 'Invoice' }),
  postEmailTemplatesByIdDuplicate: async ({ client }) => client.emailTemplates.duplicate(await newTemplate(client)),
  deleteEmailTemplatesById: async ({ client }) => client.emailTemplates.delete(await newTemplate(client)),
  getLandingPages: ({ client }) => client.landingPages.list({ query: 'garden' }),
  postLandingPages: async ({ client }) => newPage(client),
  getLandingPagesById: async ({ client }) => client.landingPages.get(await newPage(client)),
  patchLandingPagesById: async ({ client }) =>
    client.landingPages.update(await newPage(client), { is_published: true }),
  deleteLandingPagesById: async ({ client }) => client.landingPages.delete(await newPage(client)),
  getCampaignsByIdArchive: async (user) => user.client.campaigns.getArchive(await newCampaign(user)),
  patchCampaignsByIdArchive: async (user) =>
    user.client.campaigns.updateArchive(await newCampaign(user), { is_archived: false }),
};

/** Returns a map from operation ID to a function that creates a user and calls the operation as this user. */
export function pageUses(newUser: () => Promise<CampaignUser>): Record<string, () => Promise<unknown>> {
  return Object.fromEntries(Object.entries(USES).map(([id, use]) => [id, async () => use(await newUser())]));
}
