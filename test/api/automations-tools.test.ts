import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newAutomationTenant } from '../support/automations.ts';

let app: TestApp;
const open: Client[] = [];
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  for (const client of open) await client.close();
  await app.close();
});

async function connect(token: string): Promise<Client> {
  const made = new Client({ name: 'tests', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await made.connect(new StreamableHTTPClientTransport(new URL(`${app.api.baseUrl}/mcp`), { requestInit }));
  // From this call on, the library checks each result against the schema of its tool.
  await made.listTools();
  open.push(made);
  return made;
}

it('assistants list automations and get one with its emails and results', async () => {
  const tenant = await newAutomationTenant(app);
  const client = await connect(tenant.ann.token);
  const { id } = await tenant.newAutomation({ active: true });
  const mail = await tenant.newEmail(id);
  const { structuredContent: page } = await client.callTool({ name: 'list-automations', arguments: {} });
  expect(page).toEqual({
    total: 1,
    data: [
      {
        id,
        title: 'Welcome',
        active: true,
        trigger_type: 'apply_list',
        entered_count: 0,
        finished_count: 0,
        left_count: 0,
      },
    ],
  });
  const { structuredContent: one } = await client.callTool({ name: 'get-automation', arguments: { id } });
  expect(one).toMatchObject({
    id,
    has_draft: false,
    automation_triggers: [{ list_id: tenant.list }],
    automation_items: [{ id: mail.id, campaign: { subject: mail.campaign.subject, stats: { sent_count: 0 } } }],
  });
  expect(JSON.stringify(one)).not.toContain('<p>');
});

it('assistants of another account cannot see the automation', async () => {
  const [tenant, other] = [await newAutomationTenant(app), await newAutomationTenant(app)];
  const { id } = await tenant.newAutomation();
  const client = await connect(other.ann.token);
  expect((await client.callTool({ name: 'list-automations', arguments: {} })).structuredContent).toMatchObject({
    total: 0,
  });
  expect(await client.callTool({ name: 'get-automation', arguments: { id } })).toMatchObject({ isError: true });
});
