import {
  CreateConfigurationSetEventDestinationCommand,
  DeleteConfigurationSetEventDestinationCommand,
  GetConfigurationSetEventDestinationsCommand,
  SendEmailCommand,
  UpdateConfigurationSetEventDestinationCommand,
  type EventDestinationDefinition,
} from '@aws-sdk/client-sesv2';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, type TestApp } from '../support/app.ts';
import { newPair, sesClient, vendorAccount } from '../support/ses.ts';
import { shared } from '../support/shared.ts';
import { startVendorStage } from '../support/vendor-stage.ts';
import { status, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SET = 'receipts';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let app: TestApp;

const stage = shared(startVendorStage);

beforeAll(async () => {
  ({ app } = stage);
});
afterEach(async () => stage.endReceivers());

/** Creates an account that sends through the official client. */
async function tenantOf(domain: string) {
  const { accountId } = await vendorAccount(app, 'ses', domain);
  const client = sesClient(app.url, await newPair(app, accountId));
  const at = { ConfigurationSetName: SET, EventDestinationName: 'mine' };
  return {
    accountId,
    create: async (EventDestination: EventDestinationDefinition, name = 'mine') =>
      client.send(
        new CreateConfigurationSetEventDestinationCommand({ ...at, EventDestinationName: name, EventDestination }),
      ),
    change: async (EventDestination: EventDestinationDefinition) =>
      client.send(new UpdateConfigurationSetEventDestinationCommand({ ...at, EventDestination })),
    remove: async () => client.send(new DeleteConfigurationSetEventDestinationCommand(at)),
    list: async () => {
      const { EventDestinations } = await client.send(
        new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: SET }),
      );
      return EventDestinations;
    },
    send: async (to: string, set: string | undefined = SET) => {
      const { MessageId = '' } = await client.send(
        new SendEmailCommand({
          FromEmailAddress: `a@${domain}`,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } } },
          EmailTags: [{ Name: 'order', Value: '7' }],
          ...(set !== '' && { ConfigurationSetName: set }),
        }),
      );
      return MessageId;
    },
  };
}

const to = (url: string, types: EventDestinationDefinition['MatchingEventTypes']): EventDestinationDefinition => ({
  Enabled: true,
  MatchingEventTypes: types,
  SnsDestination: { TopicArn: url },
});

interface Reported {
  readonly eventType: string;
  readonly mail: { readonly destination: readonly string[] };
}

/** Returns the notifications for an address. */
function reportedOf({ requests }: WebhookReceiver, address: string): Reported[] {
  return requests
    .map(({ body }) => JSON.parse((JSON.parse(body.toString()) as { Message: string }).Message) as Reported)
    .filter(({ mail }) => mail.destination.includes(address));
}

it('events of a configuration set are posted as notifications with the password in the URL', async () => {
  const tenant = await tenantOf('notified.test');
  const there = await stage.receiver();
  const secret = there.url.replace('http://', 'http://hook:s%40fe@');
  await tenant.create(to(secret, ['SEND', 'DELIVERY', 'BOUNCE']));
  expect(await tenant.list()).toEqual([
    {
      Name: 'mine',
      Enabled: true,
      MatchingEventTypes: ['SEND', 'DELIVERY', 'BOUNCE'],
      SnsDestination: { TopicArn: there.url },
    },
  ]);
  const id = await tenant.send('fine@x.test');
  await tenant.send('gone@x.test');
  await tenant.send('elsewhere@x.test', 'other');
  await tenant.send('nowhere@x.test', '');
  await eventually('both events of each message are received', async () =>
    reportedOf(there, 'fine@x.test').length === 2 && reportedOf(there, 'gone@x.test').length === 2 ? true : undefined,
  );
  const fine = reportedOf(there, 'fine@x.test');
  expect(fine.map(({ eventType }) => eventType).toSorted()).toEqual(['Delivery', 'Send']);
  expect(fine.find(({ eventType }) => eventType === 'Delivery')).toMatchObject({
    mail: {
      messageId: id,
      source: 'a@notified.test',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      tags: { order: ['7'], 'ses:configuration-set': [SET] },
      commonHeaders: { subject: 'Hello' },
    },
    delivery: { recipients: ['fine@x.test'], smtpResponse: expect.any(String) },
  });
  expect(reportedOf(there, 'gone@x.test').find(({ eventType }) => eventType === 'Bounce')).toMatchObject({
    bounce: {
      bounceType: 'Permanent',
      bouncedRecipients: [{ emailAddress: 'gone@x.test', status: '5.1.1', action: 'failed' }],
    },
  });
  const ids = there.requests.map(({ body, headers }) => {
    const envelope = JSON.parse(body.toString()) as Record<string, string>;
    expect(envelope).toMatchObject({ Type: 'Notification', TopicArn: headers['x-amz-sns-topic-arn'] });
    expect(envelope['MessageId']).toMatch(UUID);
    expect(envelope['MessageId']).toBe(headers['x-amz-sns-message-id']);
    expect(headers).toMatchObject({
      'x-amz-sns-message-type': 'Notification',
      authorization: `Basic ${Buffer.from('hook:s@fe').toString('base64')}`,
    });
    // An unsigned notification must not contain a signature field.
    expect(envelope).not.toHaveProperty('Signature');
    return envelope['MessageId'];
  });
  expect(new Set(ids).size).toBe(4);
  expect([...reportedOf(there, 'elsewhere@x.test'), ...reportedOf(there, 'nowhere@x.test')]).toEqual([]);
});

it('a suppressed address is reported as a bounce, and disabled or deleted destinations get nothing', async () => {
  const tenant = await tenantOf('switched-off.test');
  const there = await stage.receiver();
  await tenant.create(to(there.url, ['BOUNCE']));
  await tenant.send('gone-twice@x.test');
  await eventually('the bounce is received', async () =>
    reportedOf(there, 'gone-twice@x.test').length === 1 ? true : undefined,
  );
  await tenant.send('gone-twice@x.test');
  await eventually('the second event is received', async () =>
    reportedOf(there, 'gone-twice@x.test').length === 2 ? true : undefined,
  );
  expect(reportedOf(there, 'gone-twice@x.test')[1]).toMatchObject({
    bounce: { bounceType: 'Permanent', bounceSubType: 'OnAccountSuppressionList' },
  });
  await tenant.change({ ...to(there.url, ['BOUNCE', 'DELIVERY']), Enabled: false });
  expect(await tenant.list()).toMatchObject([{ Enabled: false, MatchingEventTypes: ['BOUNCE', 'DELIVERY'] }]);
  await tenant.send('quiet@x.test');
  // The same loop sends to all destinations. By the time the other destination has its event, the disabled one would
  // have received its event, too.
  const other = await stage.receiver();
  await tenant.create(to(other.url, ['DELIVERY']), 'another');
  await tenant.send('loud@x.test');
  await eventually('the other receiver is notified', async () =>
    reportedOf(other, 'loud@x.test').length === 1 ? true : undefined,
  );
  expect(reportedOf(there, 'quiet@x.test')).toEqual([]);
  await tenant.remove();
  expect(await tenant.list()).toMatchObject([{ Name: 'another' }]);
  await expect(tenant.remove()).rejects.toMatchObject({ name: 'NotFoundException' });
});

it('a permanently failing destination does not affect others of the account', async () => {
  const tenant = await tenantOf('half-broken.test');
  const [bad, good] = [await stage.receiver(), await stage.receiver()];
  bad.answer(status(500));
  await tenant.create(to(bad.url, ['DELIVERY']), 'bad');
  await tenant.create(to(good.url, ['DELIVERY']), 'good');
  for (const name of ['a', 'b', 'c']) await tenant.send(`${name}@x.test`);
  await eventually('the working receiver gets three requests', async () =>
    good.requests.length === 3 ? true : undefined,
  );
  await eventually('the failing receiver gets a request', async () => (bad.requests.length > 0 ? true : undefined));
});

it('invalid URLs, names, kinds and destination types are refused and not stored', async () => {
  const tenant = await tenantOf('refused-destinations.test');
  const bad: readonly EventDestinationDefinition[] = [
    to('arn:aws:sns:eu-west-1:1:topic', ['SEND']),
    to('http://10.0.0.1/x', ['SEND']),
    to('https://x.test/', []),
    { Enabled: true, MatchingEventTypes: ['SEND'] },
    { ...to('https://x.test/', ['SEND']), EventBridgeDestination: { EventBusArn: 'x' } },
  ];
  for (const each of bad) await expect(tenant.create(each)).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(tenant.create(to('https://x.test/', ['SEND']), 'no name')).rejects.toMatchObject({
    name: 'BadRequestException',
  });
  await expect(tenant.change(to('https://x.test/', ['SEND']))).rejects.toMatchObject({ name: 'NotFoundException' });
  expect(await tenant.list()).toEqual([]);
  await tenant.create(to('https://x.test/', ['SEND']));
  await expect(tenant.create(to('https://y.test/', ['SEND']))).rejects.toMatchObject({ name: 'BadRequestException' });
});
