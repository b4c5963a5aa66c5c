import type { Installation } from '../../../src/app/installation.ts';
import { collectIds, type World } from './world.ts';

/** Objects to create. Later objects can refer to earlier ones. */
const MADE: readonly (readonly [path: string, body: (first: (kind: string) => number) => unknown, method?: string])[] =
  [
    ['/transactional/webhook', () => ({ url: 'https://receiver.example/hook' }), 'PATCH'],
    ['/lists', () => ({ name: 'Customers' })],
    ['/lists', () => ({ name: 'Readers' })],
    ['/contact-tags', () => ({ name: 'new' })],
    ['/contact-fields', () => ({ label: 'Birthday', contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee' })],
    ['/contacts', (first) => ({ email: 'ann@there.example', first_name: 'Ann', lists: [first('lists')] })],
    ['/contacts', (first) => ({ email: 'bob@there.example', lists: [first('lists')] })],
    [
      '/campaigns',
      (first) => ({
        title: 'News',
        subject: 'News for {{ contact.first_name }}',
        from_name: 'Acme',
        from_email: 'post@acme.example',
        html: '<p>Hi {{ contact.first_name }} <a href="https://acme.example/">here</a> {{ unsubscribe_url }}</p>',
        lists: [first('lists')],
      }),
    ],
    ['/contact-segments', (first) => ({ name: 'Some', filter: { in_list_ids: [first('lists')] } })],
    ['/forms', (first) => ({ title: 'Sign up', lists: [first('lists')] })],
    ['/landing-pages', (first) => ({ title: 'Welcome', headline: 'Welcome', form_id: first('forms') })],
    ['/automations', (first) => ({ title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: first('lists') })],
    [
      '/transactional/alerts',
      () => ({ kind: 'bounce_rate', tag: 'welcome', threshold_percent: 2.5, window_minutes: 60 }),
    ],
    [
      '/transactional/emails',
      () => ({ from: 'post@acme.example', to: ['ann@there.example'], subject: 'Hi', text: 'Hi' }),
    ],
    ['/transactional/suppressions', () => ({ address: 'gone@there.example' })],
    ['/dashboard/keys', () => ({ name: 'one', scopes: ['transactional:send'] })],
    ['/dashboard/tokens', () => ({ name: 'one' })],
  ];

/**
 * Creates objects through the API, so that requests with IDs find objects. Resolves with the rejected requests. None
 * are expected.
 */
export async function fillWorld({ db }: Installation, port: number, world: World): Promise<string[]> {
  const [domain] = await db.query<{ id: string }>(
    {
      name: '',
      text: `insert into domain (account_id, name, status, verified_at) values ($1, 'acme.example', 'verified', now())
        returning id`,
    },
    [world.accountId],
  );
  world.ids.set('domains', [String(domain?.id)]);
  world.ids.set('accounts', [String(world.accountId)]);
  const refused: string[] = [];
  const { cookie } = await world.person();
  const first = (kind: string): number => Number(world.ids.get(kind)?.[0]);
  for (const [path, body, method = 'POST'] of MADE) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body(first)),
    });
    const text = await answer.text();
    if (answer.ok) collectIds(world.ids, path, text);
    else refused.push(`${path} ${answer.status} ${text}`);
  }
  return refused;
}
