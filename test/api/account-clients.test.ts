import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { describeWith } from '../support/loud-skip.ts';
import { pythonWith } from '../support/python.ts';

// Runs clients of the account API as their users install them. Only the base URL is changed. account-recorded.test.ts
// covers clients that are not in any registry.

const DEADLINE_MS = 60_000;

/**
 * Program that calls the methods of python-sendfox-api and prints the results. It leaves out methods whose requests the
 * client builds incorrectly.
 */
const PROGRAM = `
import json, sys
from sendfox.client import Client, SendfoxAPIError
from sendfox.endpoints.campaigns import Campaigns
from sendfox.endpoints.contacts import Contacts
from sendfox.endpoints.lists import Lists
from sendfox.endpoints.me import Me

client = Client(access_token=sys.argv[2])
client.base_url = sys.argv[1] + '/'
lists, contacts, campaigns, given = Lists(client), Contacts(client), Campaigns(client), {}
given['me'] = Me(client).get()
given['list'] = lists.create({'name': 'Weekly news'})
given['lists'] = lists.get_all()
given['same list'] = lists.get(given['list']['id'])
person = {'email': 'z+b@c.co', 'first_name': 'Zo\\u00eb', 'lists': [given['list']['id']]}
given['contact'] = contacts.create(person)
given['same contact'] = contacts.get(contacts.contact_id)
given['contacts'] = contacts.get_all(email='z+b@c.co')
given['left'] = lists.delete_contact(given['list']['id'], given['contact']['id'])
given['unsubscribed'] = client._patch('unsubscribe', {'email': 'z+b@c.co'})
given['renamed'] = client._put('contacts/%d' % given['contact']['id'], {'first_name': 'Zoe'})
given['campaigns'] = campaigns.get_all(page=1)
given['campaign'] = campaigns.get(given['campaigns']['data'][0]['id'])
try:
    contacts.create({'email': 'nobody'})
except SendfoxAPIError as error:
    given['refused'] = error.args[0]
given['deleted'] = client._delete('contacts/%d' % given['contact']['id'])
print(json.dumps(given))
`;

const python = pythonWith(['sendfox.endpoints.me']);

let app: TestApp;
let sender: Sender;

beforeAll(async () => {
  app = await startApp();
  sender = await newSender(app);
  const draft = { title: 'November', subject: 'What is new', html: '<p>Hi</p>', from_name: 'Acme' };
  await sender.ann.call('POST', '/campaigns', { ...draft, from_email: `news@${sender.domain}` });
});
afterAll(() => app.close());

describeWith(python)('python-sendfox-api', () => {
  it('works with all its methods against our base URL', async () => {
    const { stdout } = await promisify(execFile)(python ?? '', ['-c', PROGRAM, app.api.baseUrl, sender.ann.token], {
      timeout: DEADLINE_MS,
    });
    const given: unknown = JSON.parse(stdout);
    const contact = { email: 'z+b@c.co', first_name: 'Zoë' };
    expect(given).toMatchObject({
      me: { id: expect.any(Number), email: sender.ann.email },
      list: { name: 'Weekly news' },
      lists: { data: [{ name: 'Weekly news' }], current_page: 1, total: 1 },
      'same list': { name: 'Weekly news' },
      contact: { ...contact, lists: [{ name: 'Weekly news' }] },
      'same contact': contact,
      contacts: { data: [contact], total: 1 },
      left: { ...contact, lists: [] },
      unsubscribed: { ...contact, unsubscribed_at: expect.any(String) },
      renamed: { first_name: 'Zoe' },
      campaigns: { data: [{ title: 'November' }] },
      campaign: { subject: 'What is new', sent_at: null },
      refused: { message: expect.any(String), errors: { email: [expect.any(String)] } },
      deleted: { message: expect.any(String) },
    });
  });
});
