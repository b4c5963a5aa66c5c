import {
  GetAccountCommand,
  ListEmailIdentitiesCommand,
  SendBulkEmailCommand,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import {
  GetSendQuotaCommand,
  ListIdentitiesCommand,
  SendEmailCommand as OldSendEmailCommand,
} from '@aws-sdk/client-ses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPair, oldSesClient, sesClient, signedHeaders, vendorAccount } from '../support/ses.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('domains are listed with pages in both APIs, and a key of one domain sees only that', async () => {
  const { accountId } = await vendorAccount(app, 'ses', 'b.ses-names.test');
  for (const name of ['c.ses-names.test', 'a.ses-names.test'])
    await addDomain(domainPartsOf(app.installation), accountId, name);
  const all = await newPair(app, accountId, [SCOPES.send]);
  const client = sesClient(app.url, all);
  const { EmailIdentities, NextToken } = await client.send(new ListEmailIdentitiesCommand({ PageSize: 2 }));
  const next = await client.send(new ListEmailIdentitiesCommand({ PageSize: 2, NextToken }));
  expect([...(EmailIdentities ?? []), ...(next.EmailIdentities ?? [])]).toEqual([
    { IdentityType: 'DOMAIN', IdentityName: 'a.ses-names.test', SendingEnabled: false, VerificationStatus: 'PENDING' },
    { IdentityType: 'DOMAIN', IdentityName: 'b.ses-names.test', SendingEnabled: true, VerificationStatus: 'SUCCESS' },
    { IdentityType: 'DOMAIN', IdentityName: 'c.ses-names.test', SendingEnabled: false, VerificationStatus: 'PENDING' },
  ]);
  expect(next.NextToken).toBeUndefined();
  // Older client versions use this request.
  const url = `${app.url}/v2/email/identities`;
  const signed = { access_key_id: all.accessKeyId, secret_access_key: all.secretAccessKey };
  const page = await fetch(url, { headers: signedHeaders({ method: 'GET', url, body: '' }, signed) });
  expect(await page.json()).toMatchObject({ EmailIdentities: [{ IdentityName: 'a.ses-names.test' }, {}, {}] });
  const old = oldSesClient(app.url, all);
  const first = await old.send(new ListIdentitiesCommand({ IdentityType: 'Domain', MaxItems: 1 }));
  expect(first.Identities).toEqual(['a.ses-names.test']);
  const rest = await old.send(new ListIdentitiesCommand({ NextToken: first.NextToken }));
  expect(rest.Identities).toEqual(['b.ses-names.test', 'c.ses-names.test']);
  expect((await old.send(new ListIdentitiesCommand({ IdentityType: 'EmailAddress' }))).Identities).toEqual([]);
  const one = await newPair(app, accountId, [SCOPES.send], 'c.ses-names.test');
  const { EmailIdentities: own = [] } = await sesClient(app.url, one).send(new ListEmailIdentitiesCommand({}));
  expect(own.map(({ IdentityName }) => IdentityName)).toEqual(['c.ses-names.test']);
  expect((await oldSesClient(app.url, one).send(new ListIdentitiesCommand({}))).Identities).toEqual([
    'c.ses-names.test',
  ]);
  await expect(client.send(new ListEmailIdentitiesCommand({ PageSize: 0 }))).rejects.toMatchObject({
    name: 'BadRequestException',
  });
});

it.each([[[2]], [{ toString: 'x' }], [true], ['two']])('a page size of %j is refused', async (size) => {
  const { accountId } = await vendorAccount(app, 'ses', `${JSON.stringify(size).length}.ses-sizes.test`);
  const { accessKeyId, secretAccessKey } = await newPair(app, accountId);
  const url = `${app.url}/v2/email/list-identities`;
  const body = JSON.stringify({ PageSize: size });
  const pair = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
  const headers = { ...signedHeaders({ method: 'POST', url, body }, pair), 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(answer.headers.get('x-amzn-errortype')).toBe('BadRequestException');
  expect(await answer.json()).toEqual({ message: 'PageSize must be an integer from 1 to 1000.' });
});

it.each([
  ['a day', 2, null],
  ['a month', null, 2],
])('a used-up quota of %s is reported as paused sending, which no client retries', async (what, day, month) => {
  const { db } = app.installation;
  const domain = `quota-${what.replace('a ', '')}.test`;
  const { accountId } = await vendorAccount(app, 'ses', domain);
  const plan = domain.replaceAll('.', '-');
  await db.script(
    `insert into plan (name, daily_quota, monthly_quota) values ('${plan}', ${day}, ${month});
     update account set plan = '${plan}' where account_id = ${accountId};`,
  );
  const pair = await newPair(app, accountId);
  const from = `a@${domain}`;
  const Simple = { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } };
  const mail = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: ['x@x.test'] },
    Content: { Simple },
  });
  const client = sesClient(app.url, pair, 3);
  await client.send(mail);
  await client.send(mail);
  await expect(client.send(mail)).rejects.toMatchObject({
    name: 'SendingPausedException',
    message: expect.stringMatching(/quota/i),
    $metadata: { attempts: 1, httpStatusCode: 400 },
  });
  // A bulk call is accepted, and its response contains the result of each message.
  const bulk = await client.send(
    new SendBulkEmailCommand({
      FromEmailAddress: from,
      DefaultContent: { Template: { TemplateContent: { Subject: 'x', Text: 'x' }, TemplateData: '{}' } },
      BulkEmailEntries: [{ Destination: { ToAddresses: ['x@x.test'] } }],
    }),
  );
  expect(bulk.BulkEmailEntryResults).toMatchObject([{ Status: 'ACCOUNT_DAILY_QUOTA_EXCEEDED' }]);
  const old = oldSesClient(app.url, pair);
  await expect(
    old.send(new OldSendEmailCommand({ Source: from, Destination: { ToAddresses: ['x@x.test'] }, Message: Simple })),
  ).rejects.toMatchObject({ name: 'AccountSendingPausedException', $metadata: { httpStatusCode: 400 } });
  // The quota in the response shows the reason: both allowed emails have been sent.
  const reported = await eventually('both sends are counted', async () => {
    const { SendQuota } = await client.send(new GetAccountCommand({}));
    return SendQuota?.SentLast24Hours === 2 ? SendQuota : undefined;
  });
  expect(reported.Max24HourSend).toBe(2);
  expect(await old.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: 2, SentLast24Hours: 2 });
});
