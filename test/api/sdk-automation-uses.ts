import type { Postrider } from '../../sdk/src/index.ts';
import { EMAIL } from '../support/automations.ts';

type Use = (client: Postrider) => Promise<unknown>;

async function newAutomation(client: Postrider): Promise<number> {
  const { id: list } = await client.lists.create({ name: 'News' });
  return (await client.automations.create({ title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: list })).id;
}

async function newEmail(client: Postrider): Promise<number> {
  return (await client.automations.emails(await newAutomation(client), EMAIL)).id;
}

async function newDraft(client: Postrider): Promise<number> {
  const id = await newAutomation(client);
  await client.automations.updateDraft(id, { steps: [{ type: 'wait', minutes: 90 }] });
  return id;
}

/** Functions that call the operations for automations, by operation ID. */
const USES: Readonly<Record<string, Use>> = {
  getAutomations: async (client) => client.automations.list(),
  postAutomations: newAutomation,
  getAutomationsByIdFlow: async (client) => client.automations.getFlow(await newAutomation(client)),
  patchAutomationsByIdFlow: async (client) =>
    client.automations.updateFlow(await newAutomation(client), { steps: [{ type: 'wait', minutes: 90 }] }),
  postAutomationsByIdTestRun: async (client) => {
    const { id } = await client.contacts.create({ email: 'reader@example.com' });
    return client.automations.testRun(await newAutomation(client), { contact_id: id });
  },
  getAutomationsByIdDraft: async (client) => client.automations.getDraft(await newDraft(client)),
  patchAutomationsByIdDraft: newDraft,
  deleteAutomationsByIdDraft: async (client) => client.automations.deleteDraft(await newDraft(client)),
  postAutomationsByIdDraftEmails: async (client) => client.automations.draftEmails(await newAutomation(client), EMAIL),
  postAutomationsByIdDraftPublish: async (client) =>
    client.automations.draftPublish(await newDraft(client), { dry_run: true }),
  getAutomationsByIdVersions: async (client) => client.automations.listVersions(await newAutomation(client)),
  postAutomationsByIdVersionsByVersionIdRestore: async (client) => {
    const id = await newAutomation(client);
    await client.automations.updateFlow(id, { steps: [{ type: 'wait', minutes: 90 }] });
    await client.automations.updateFlow(id, { steps: [] });
    const [version] = (await client.automations.listVersions(id)).data;
    return client.automations.restoreVersion(id, version?.id ?? 0);
  },
  getAutomationsByIdMatchingContacts: async (client) =>
    client.automations.getMatchingContacts(await newAutomation(client)),
  getAutomationsByIdStepsByStepIdContacts: async (client) => {
    const id = await newAutomation(client);
    const { id: email } = await client.automations.emails(id, EMAIL);
    return client.automations.listStepContacts(id, email);
  },
  getAutomationsById: async (client) => client.automations.get(await newAutomation(client)),
  patchAutomationsById: async (client) => client.automations.update(await newAutomation(client), { active: true }),
  deleteAutomationsById: async (client) => client.automations.delete(await newAutomation(client)),
  postAutomationsByIdDuplicate: async (client) => client.automations.duplicate(await newAutomation(client)),
  postAutomationsByIdEmails: newEmail,
  patchAutomationEmailsById: async (client) =>
    client.automationEmails.update(await newEmail(client), { delay_hours: 48, send_order: 1 }),
  deleteAutomationEmailsById: async (client) => client.automationEmails.delete(await newEmail(client)),
  postAutomationEmailsByIdDuplicate: async (client) => client.automationEmails.duplicate(await newEmail(client)),
};

/** Returns a function for each operation ID that calls the operation. Every call uses the client of a new account. */
export function automationUses(newClient: () => Promise<Postrider>): Record<string, () => Promise<unknown>> {
  return Object.fromEntries(Object.entries(USES).map(([id, use]) => [id, async () => use(await newClient())]));
}
