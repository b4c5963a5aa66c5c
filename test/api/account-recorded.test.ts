// Place in a run: slow.
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import type { TestPerson } from '../support/callers.ts';
import { newSender } from '../support/campaign-contents.ts';
import {
  CONNECTOR,
  CURL,
  EDGE,
  GO,
  JAVASCRIPT,
  PHP,
  PYTHON,
  sendRecorded,
  WORDPRESS,
  type RecordedClient,
} from '../support/recorded-requests.ts';
import { shared } from '../support/shared.ts';

// Replays, byte for byte, requests of clients that were written for another server. The requests of the JavaScript,
// Python, and connector clients were recorded. Those of the other clients are derived from their source code.

/**
 * An account with one resource of each type, and a function that replaces the placeholders in text with the IDs of
 * these resources.
 */
interface Audience {
  readonly ann: TestPerson;
  readonly named: (text: string) => string;
}

/**
 * The request of a client, the status that the client treats as a success, and the properties of the response that the
 * client reads.
 */
type Exchange = readonly [line: string, status: number, read: unknown, body?: string];

const PAGE = { data: expect.any(Array), current_page: 1, total: expect.any(Number), per_page: expect.any(Number) };
const BEA = { id: expect.any(Number), email: 'a+b@c.co', first_name: 'Bea' };
const listed = (record: object) => ({ data: [expect.objectContaining(record)] });
const HTML = '<p>Hello</p>';
const campaign = (email: string) => ({
  title: 'November',
  subject: 'What is new',
  html: HTML,
  from_name: 'Acme',
  from_email: email,
});
const itemBody = JSON.stringify({ ...campaign('SENDER'), title: undefined, delay_hours: 0 });

/**
 * Exchanges by client. Uppercase names are placeholders for IDs in the account: LIST, OTHER, CONTACT, TAG, CAMPAIGN,
 * FORM, AUTOMATION, DOMAIN.
 */
const EXCHANGES: readonly (readonly [RecordedClient, readonly Exchange[]])[] = [
  [
    JAVASCRIPT,
    [
      ['GET /me', 200, { id: expect.any(Number), contacts_count: 1 }],
      ['GET /lists', 200, PAGE],
      ['POST /lists?name=Weekly%20news', 200, { name: 'Weekly news' }],
      ['GET /lists/LIST', 200, { name: 'News' }],
      ['GET /lists/LIST/contacts', 200, listed(BEA)],
      ['DELETE /lists/LIST/contacts/CONTACT', 200, BEA],
      ['GET /contacts?page=1', 200, { ...PAGE, ...listed(BEA), last_page: 1, next_page_url: null }],
      ['GET /contacts/CONTACT', 200, BEA],
      ['GET /contacts?email=a%2Bb%40c.co', 200, listed(BEA)],
      ['GET /contacts?email=a%2Bb@c.co', 200, listed(BEA)],
      ['GET /contacts/unsubscribed', 200, { data: [] }],
      [
        'POST /contacts?email=n%2Bb%40c.co&first_name=Ann%20Marie&last_name=O%27Hara&lists[]=LIST&lists[]=OTHER',
        200,
        { email: 'n+b@c.co', first_name: 'Ann Marie', last_name: "O'Hara", lists: [{}, {}] },
      ],
      ['GET /campaigns', 200, listed({ title: 'November' })],
      ['GET /campaigns/CAMPAIGN', 200, { title: 'November', sent_at: null }],
      ['GET /automations', 200, PAGE],
      ['GET /automations/AUTOMATION', 200, { title: 'Welcome' }],
      ['PATCH /unsubscribe?email=a%2Bb%40c.co', 200, { ...BEA, unsubscribed_at: expect.any(String) }],
    ],
  ],
  [
    PYTHON,
    [
      ['GET /me', 200, { email: expect.any(String) }],
      ['GET /lists', 200, PAGE],
      ['POST /lists', 200, { id: expect.any(Number), name: 'Weekly news' }, '{"name": "Weekly news"}'],
      ['GET /lists/LIST', 200, { name: 'News' }],
      ['DELETE /lists/LIST/contacts/CONTACT', 200, BEA],
      ['GET /contacts?email=a%2Bb%40c.co', 200, listed(BEA)],
      ['GET /contacts/CONTACT', 200, BEA],
      [
        'POST /contacts',
        200,
        { email: 'z+b@c.co', first_name: 'Zoë' },
        String.raw`{"email": "z+b@c.co", "first_name": "Zo\u00eb", "lists": ["LIST"]}`,
      ],
      ['PUT /contacts/CONTACT', 200, { first_name: 'Zoë' }, String.raw`{"first_name": "Zo\u00eb"}`],
      ['GET /campaigns?page=2', 200, { data: [], current_page: 2 }],
      ['GET /campaigns/CAMPAIGN', 200, { subject: 'What is new' }],
      ['PATCH /unsubscribe', 200, { unsubscribed_at: expect.any(String) }, '{"email": "a+b@c.co"}'],
    ],
  ],
  [
    CONNECTOR,
    [
      ['GET /contacts/CONTACT', 200, BEA],
      [
        'POST /contacts',
        200,
        { id: expect.any(Number), first_name: 'Zoë', contact_fields: [{ name: 'home_town', value: 'Kiel' }] },
        '{"email":"z+b@c.co","first_name":"Zoë","contact_fields":[{"name":"home_town","value":"Kiel"}],"lists":["LIST"]}',
      ],
      [
        'GET /contacts?page=1',
        200,
        {
          last_page: 1,
          ...listed({ updated_at: expect.any(String), lists: [{ id: expect.any(Number), name: 'News' }] }),
        },
      ],
    ],
  ],
  [
    PHP,
    [
      ['GET /me', 200, { name: expect.any(String) }],
      ['GET /user/contact-fields', 200, listed({ label: 'Home town', name: 'home_town', type: 'text' })],
      ['GET /contacts?query=bea&unsubscribed=false&email=a%2Bb%40c.co', 200, listed(BEA)],
      [
        'POST /contacts',
        200,
        { first_name: 'Zoë', ip_address: '198.51.100.7', contact_fields: [{ name: 'home_town', value: 'A/B' }] },
        String.raw`{"email":"z+b@c.co","first_name":"Zo\u00eb","ip_address":"198.51.100.7","lists":[LIST],"contact_fields":[{"name":"home_town","value":"A\/B"}]}`,
      ],
      ['POST /contacts/unsubscribe', 200, { unsubscribed_at: expect.any(String) }, '{"email":"a+b@c.co"}'],
      ['GET /contacts/unsubscribed?query=bea', 200, { data: [] }],
      ['GET /lists?query=New', 200, listed({ name: 'News' })],
      ['POST /lists', 200, { name: 'Weekly news' }, '{"name":"Weekly news"}'],
      ['GET /lists/LIST/contacts?query=bea', 200, listed(BEA)],
      ['DELETE /lists/LIST/contacts/CONTACT', 200, BEA],
      ['GET /campaigns', 200, PAGE],
      ['GET /campaigns/CAMPAIGN', 200, { html: HTML }],
      ['GET /forms?query=Sign+up', 200, listed({ title: 'Sign up' })],
      ['GET /forms/FORM', 200, { title: 'Sign up', lists: [{}] }],
      ['GET /automations', 200, PAGE],
      ['GET /automations/AUTOMATION', 200, { automation_triggers: [{}] }],
    ],
  ],
  [
    WORDPRESS,
    [
      ['GET /me', 200, { id: expect.any(Number) }],
      ['GET /lists', 200, { per_page: 10, total: 2 }],
      ['GET /lists?page=2', 200, { data: [] }],
      [
        'POST /contacts',
        200,
        { email: 'w+b@c.co', first_name: 'Ann Marie', invalid_at: null, lists: [{}, {}] },
        'email=w%2Bb%40c.co&first_name=Ann+Marie&last_name=&ip_address=198.51.100.7&lists%5B0%5D=LIST&lists%5B1%5D=OTHER',
      ],
    ],
  ],
  [
    EDGE,
    [
      ['GET /contacts?page=1', 200, listed(BEA)],
      ['GET /lists?page=1', 200, PAGE],
      ['POST /lists/LIST/contacts', 200, BEA, '{"contact_id":CONTACT}'],
      ['GET /campaigns?page=1', 200, PAGE],
      [
        'PUT /campaigns/CAMPAIGN',
        200,
        { subject: 'All that is new', from_name: 'Acme' },
        '{"subject":"All that is new","from_name":"Acme"}',
      ],
      ['DELETE /campaigns/CAMPAIGN', 200, { message: expect.any(String) }],
      ['DELETE /contacts/CONTACT', 200, { message: expect.any(String) }],
      ['DELETE /lists/OTHER', 200, { message: expect.any(String) }],
    ],
  ],
  [
    GO,
    [
      ['GET /contacts?count_only=true&filter%5Bin_list_ids%5D%5B%5D=LIST&filter%5Bstatus%5D=new', 200, { count: 1 }],
      ['GET /contacts?filter%5Bnever_opened%5D=1&filter%5Btag_ids%5D%5B0%5D=TAG&per_page=1000', 200, { total: 1 }],
      ['POST /contacts/CONTACT/tags/TAG', 200, [{}]],
      ['DELETE /contacts/CONTACT/tags/TAG', 200, []],
      ['GET /contacts/CONTACT/activity?page=1', 200, { contact: {}, deliverables: { data: [] } }],
      [
        'POST /contacts/bulk-actions',
        202,
        { status: 'pending', matched_count: null },
        '{"action":"apply_tag","target_id":TAG,"filter":{"in_list_ids":[LIST],"never_opened":true}}',
      ],
      ['POST /campaigns', 201, { title: 'November', scheduled_at: null }, JSON.stringify(campaign('SENDER'))],
      ['GET /campaigns/CAMPAIGN/stats?include_link_stats=true&link_limit=5', 200, { sent_count: 0, link_stats: [] }],
      ['GET /campaigns/CAMPAIGN/engagement?type=non_openers&per_page=1000', 200, { data: [], per_page: 1000 }],
      ['POST /campaigns/CAMPAIGN/send', 200, { title: 'November' }],
      ['GET /domains/DOMAIN', 200, { dns: expect.any(Object) }],
      [
        'POST /forms',
        201,
        { title: 'Footer', gdpr_required: true, lists: [{}] },
        '{"gdpr_required":true,"lists":[LIST],"redirect_url":"https://blog.example/thanks","title":"Footer"}',
      ],
      ['PATCH /forms/FORM', 200, { title: 'Header', redirect_url: null }, '{"redirect_url":null,"title":"Header"}'],
      ['DELETE /forms/FORM', 200, { message: expect.any(String) }],
      [
        'POST /automations',
        201,
        { title: 'Course', active: false },
        '{"active":false,"title":"Course","trigger_list_id":LIST,"trigger_type":"apply_list"}',
      ],
      ['PATCH /automations/AUTOMATION', 200, { title: 'Lessons' }, '{"title":"Lessons"}'],
      ['POST /automations/AUTOMATION/emails', 201, { delay_hours: 0, campaign: { subject: 'What is new' } }, itemBody],
      ['DELETE /automations/AUTOMATION', 200, { message: expect.any(String) }],
    ],
  ],
  [
    CURL,
    [
      ['POST /contacts', 200, { lists: [{}, {}] }, 'email=c%2Bb@c.co&lists[]=LIST&lists[]=OTHER'],
      ['POST /contacts', 200, { lists: [{}] }, 'email=c@c.co&lists[0]=LIST'],
      ['PATCH /unsubscribe', 200, { unsubscribed_at: expect.any(String) }, 'email=a%2Bb@c.co'],
      ['POST /contact-tags', 201, { name: 'VIP 2' }, 'name=VIP 2'],
      [
        'POST /contacts/batch',
        200,
        { created: 1, updated: 1 },
        'contacts[0][email]=a%2Bb@c.co&contacts[1][email]=d@c.co',
      ],
      [
        'POST /contacts/bulk-actions',
        202,
        { dry_run: true },
        'action=add_to_list&target_id=OTHER&dry_run=1&filter[in_list_ids][]=LIST',
      ],
      [
        'POST /campaigns',
        201,
        { subject: 'Hi' },
        'title=Form&subject=Hi&html=%3Cp%3EHi%3C%2Fp%3E&from_name=Acme&from_email=SENDER&lists[]=LIST',
      ],
      ['POST /forms', 201, { gdpr_required: true }, 'title=Footer&lists[]=LIST&gdpr_required=1'],
      ['POST /forms?title=Footer&lists[]=LIST&gdpr_required=0', 201, { gdpr_required: false }],
      [
        'POST /automations',
        201,
        { active: false },
        'title=Course&trigger_type=apply_list&trigger_list_id=LIST&active=0',
      ],
      [
        'POST /automations/AUTOMATION/emails',
        201,
        { delay_hours: 24 },
        'subject=Hi&html=%3Cp%3EHi%3C%2Fp%3E&from_name=Acme&from_email=SENDER&delay_hours=24',
      ],
    ],
  ],
];

const CAMPAIGN_OF_FORM = { title: 'Sign up', gdpr_required: false };

const app = shared(startApp);

describe.each(EXCHANGES.map(([client, exchanges]) => ({ client, name: client.name, exchanges })))(
  'client of $name',
  ({ client, exchanges }) => {
    let shared: Audience;
    beforeAll(async () => {
      shared = await newAudience();
    });

    const asked = exchanges.map(([line, status, read, body]) => ({ line, status, read, body }));
    it.each(asked)('gets $status for $line', async ({ body, line, read, status }) => {
      const { ann, named } = line.startsWith('GET ') ? shared : await newAudience();
      const request = { client, line: named(line), body: body && named(body) };
      const answer = await sendRecorded(app.api.baseUrl, ann.token, request);
      expect(answer).toMatchObject({ status, type: 'application/json; charset=utf-8', body: read });
    });

    it('gets errors in JSON', async () => {
      const nothing = { client, line: 'GET /contacts/999999999' };
      const missing = await sendRecorded(app.api.baseUrl, shared.ann.token, nothing);
      expect(missing).toMatchObject({ status: 404, body: { message: expect.any(String) } });
      const stranger = await sendRecorded(app.api.baseUrl, 'wrong', { client, line: 'GET /me' });
      expect(stranger).toMatchObject({ status: 401, body: { message: expect.any(String) } });
    });
  },
);

async function newAudience(): Promise<Audience> {
  const sender = await newSender(app);
  const person = sender.ann;
  const from = `news@${sender.domain}`;
  const make = async (path: string, body: object): Promise<string> =>
    String((await person.call('POST', path, body)).body.id);
  const list = await make('/lists', { name: 'News' });
  const tag = await make('/contact-tags', { name: 'VIP' });
  const type = '0abe5601-7738-43c8-858f-81911ecf89ee';
  await make('/contact-fields', { label: 'Home town', contact_field_type_id: type });
  const contact = await make('/contacts', { email: 'a+b@c.co', first_name: 'Bea', lists: [Number(list)] });
  await make(`/contacts/${contact}/tags/${tag}`, {});
  const made: Record<string, string> = {
    LIST: list,
    OTHER: await make('/lists', { name: 'Other' }),
    CONTACT: contact,
    TAG: tag,
    CAMPAIGN: await make('/campaigns', { ...campaign(from), lists: [Number(list)] }),
    DOMAIN: String((await person.call('GET', '/domains')).body.data[0].id),
    SENDER: from,
  };
  made['FORM'] = await make('/forms', { ...CAMPAIGN_OF_FORM, lists: [Number(list)] });
  const trigger = { title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: Number(list) };
  made['AUTOMATION'] = await make('/automations', trigger);
  const named = (text: string): string =>
    Object.entries(made).reduce(
      (read, [name, value]) => read.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value),
      text,
    );
  return { ann: person, named };
}
