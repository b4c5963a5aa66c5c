import type { Postrider } from '../../sdk/src/index.ts';

const TEXT = '0abe5601-7738-43c8-858f-81911ecf89ee';

type Use = (client: Postrider) => Promise<unknown>;

const newContact = async (client: Postrider): Promise<number> =>
  (await client.contacts.create({ email: 'bea@x.example' })).id;
const newList = async (client: Postrider): Promise<number> => (await client.lists.create({ name: 'News' })).id;
const newTopic = async (client: Postrider): Promise<number> => (await client.topics.create({ name: 'News' })).id;
const newTag = async (client: Postrider): Promise<number> => (await client.contactTags.create({ name: 'VIP' })).id;
const newField = async (client: Postrider): Promise<number> =>
  (await client.contactFields.create({ label: 'City', contact_field_type_id: TEXT })).id;

const newImport = async (client: Postrider): Promise<string> =>
  (await client.contactImports.create('email\nbea@x.example\n')).id;

const newSegment = async (client: Postrider): Promise<number> =>
  (await client.contactSegments.create({ name: 'Engaged', filter: { status: 'engaged' } })).id;

const newBulkAction = async (client: Postrider): Promise<number> => {
  const target = await newTag(client);
  return (await client.contacts.createBulkAction({ action: 'apply_tag', target_id: target, dry_run: true })).id;
};

const newErasure = async (client: Postrider): Promise<string> =>
  (await client.privacy.erase({ email: 'bea@x.example' })).id;

/**
 * Functions that call the operations for events, contacts, imports, lists, topics, tags, fields, segments, privacy, and
 * campaign settings, by operation ID. Each call uses a client with a separate account.
 */
const USES: Readonly<Record<string, Use>> = {
  async postEvents(client) {
    await newContact(client);
    await client.events.create({ name: 'visit', email: 'bea@x.example', properties: { page: '/prices' } });
  },
  postEventsBatch: (client) =>
    client.events.batch({ events: [{ name: 'visit', email: 'bea@x.example', create_contact: true }] }),
  getEvents: (client) => client.events.list({ name: 'visit' }),
  postContacts: newContact,
  postContactsBatch: (client) => client.contacts.batch({ contacts: [{ email: 'bea@x.example' }] }),
  getContactsById: async (client) => client.contacts.get(await newContact(client)),
  patchContactsById: async (client) => client.contacts.update(await newContact(client), { first_name: 'Bea' }),
  deleteContactsById: async (client) => client.contacts.delete(await newContact(client)),
  getContactsByIdActivity: async (client) => client.contacts.getActivity(await newContact(client), { page: 1 }),
  async postContactsByIdMerge(client) {
    const { id } = await client.contacts.create({ email: 'bea@old.example' });
    await client.contacts.merge(await newContact(client), { contact_id: id });
  },
  async patchUnsubscribe(client) {
    await newContact(client);
    await client.contacts.unsubscribe({ email: 'bea@x.example' });
  },
  async postContactsUnsubscribe(client) {
    await newContact(client);
    await client.contacts.postContactsUnsubscribe({ email: 'bea@x.example' });
  },
  getContactsByContactIdTags: async (client) => client.contacts.listTags(await newContact(client)),
  postContactsByContactIdTagsByTagId: async (client) =>
    client.contacts.addTag(await newContact(client), await newTag(client)),
  deleteContactsByContactIdTagsByTagId: async (client) =>
    client.contacts.removeTag(await newContact(client), await newTag(client)),
  postListsByListIdContacts: async (client) =>
    client.lists.addContact(await newList(client), { contact_id: await newContact(client) }),
  deleteListsByListIdContactsByContactId: async (client) =>
    client.lists.removeContact(await newList(client), await newContact(client)),
  getContacts: (client) => client.contacts.list({ 'filter[status]': 'active' }),
  getContactsUnsubscribed: (client) => client.contacts.listUnsubscribed(),
  getListsByListIdContacts: async (client) => client.lists.listContacts(await newList(client)),
  getContactsExport: (client) => client.contacts.export({ format: 'json', 'filter[status]': 'active' }),
  postContactsImports: newImport,
  getContactsImports: (client) => client.contactImports.list(),
  getContactsImportsById: async (client) => client.contactImports.get(await newImport(client)),
  getContactsImportsByIdPreview: async (client) => client.contactImports.preview(await newImport(client)),
  postContactsImportsByIdStart: async (client) =>
    client.contactImports.start(await newImport(client), { mapping: ['email'] }),
  postContactsImportsByIdCancel: async (client) => client.contactImports.cancel(await newImport(client)),
  getContactsImportsByIdRejects: async (client) => client.contactImports.getRejects(await newImport(client)),
  getCampaignSettings: (client) => client.campaignSettings.get(),
  getCampaignSettingsDrafts: (client) => client.campaignSettings.countDrafts(),
  postCampaignSettingsDrafts: (client) => client.campaignSettings.applyToDrafts(),
  patchCampaignSettings: (client) => client.campaignSettings.update({ postal_address: '1 High Street' }),
  getContactSegments: (client) => client.contactSegments.list(),
  postContactSegments: newSegment,
  getContactSegmentsById: async (client) => client.contactSegments.get(await newSegment(client), { count: 'true' }),
  patchContactSegmentsById: async (client) => client.contactSegments.update(await newSegment(client), { name: 'Few' }),
  deleteContactSegmentsById: async (client) => client.contactSegments.delete(await newSegment(client)),
  postContactsBulkActions: newBulkAction,
  getContactsBulkActionsById: async (client) => client.contacts.getBulkAction(await newBulkAction(client)),
  getContactsByIdConsents: async (client) => client.privacy.listContactConsents(await newContact(client)),
  getContactsByIdData: async (client) => client.privacy.getContactData(await newContact(client)),
  postContactsByIdErase: async (client) =>
    client.privacy.eraseContact(await newContact(client), { email: 'bea@x.example' }),
  postPrivacyErase: newErasure,
  getPrivacyErasuresById: async (client) => client.privacy.getErasure(await newErasure(client)),
  getLists: (client) => client.lists.list({ query: 'news' }),
  postLists: newList,
  getListsById: async (client) => client.lists.get(await newList(client)),
  patchListsById: async (client) => client.lists.update(await newList(client), { name: 'Weekly' }),
  deleteListsById: async (client) => client.lists.delete(await newList(client)),
  getTopics: (client) => client.topics.list(),
  postTopics: (client) => client.topics.create({ name: 'News' }),
  getTopicsById: async (client) => client.topics.get(await newTopic(client)),
  patchTopicsById: async (client) => client.topics.update(await newTopic(client), { name: 'Other news' }),
  deleteTopicsById: async (client) => client.topics.delete(await newTopic(client)),
  getContactTags: (client) => client.contactTags.list(),
  postContactTags: newTag,
  getContactTagsById: async (client) => client.contactTags.get(await newTag(client)),
  patchContactTagsById: async (client) => client.contactTags.update(await newTag(client), { color: '#475569' }),
  deleteContactTagsById: async (client) => client.contactTags.delete(await newTag(client)),
  getContactFields: (client) => client.contactFields.list({ per_page: 5 }),
  getUserContactFields: (client) => client.user.listContactFields({ per_page: 5 }),
  postContactFields: newField,
  getContactFieldsById: async (client) => client.contactFields.get(await newField(client)),
  patchContactFieldsById: async (client) => client.contactFields.update(await newField(client), { label: 'Town' }),
  deleteContactFieldsById: async (client) => client.contactFields.delete(await newField(client)),
};

/**
 * Returns the SDK calls by operation ID. Each call uses the client of a different user, because each user is limited to
 * 60 requests per minute.
 */
export function audienceUses(newClient: () => Promise<Postrider>): Record<string, () => Promise<unknown>> {
  return Object.fromEntries(Object.entries(USES).map(([id, use]) => [id, async () => use(await newClient())]));
}
