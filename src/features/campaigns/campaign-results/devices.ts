import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { providerName } from '../../sending/mailings/index.ts';
import { contactsByDevice, emailsByProvider } from './device-queries.ts';
import { percentOf } from './stats.ts';
import { DEVICES } from './visitors.ts';

/** Devices in the order in which the response lists them. */
const ORDER = ['phone', 'tablet', 'desktop', 'proxy', 'unknown'] as const;

const devicesSchema = Type.Object(
  {
    devices: Type.Array(
      Type.Object({
        device: Type.Enum([...ORDER]),
        contacts_count: Type.Integer(),
        clicked_count: Type.Integer({ description: 'Number of these contacts that clicked a link.' }),
      }),
      {
        description:
          'Contacts by the first known device on which they opened the email or clicked a link. Each contact is counted once. ' +
          '`proxy`: only a mailbox provider’s server loaded the images, for example with Apple Mail Privacy Protection or Gmail’s ' +
          'image proxy.',
      },
    ),
    providers: Type.Array(
      Type.Object({
        provider: Type.Union([Type.String(), Type.Null()]),
        name: Type.Union([Type.String(), Type.Null()], { description: 'Display name of the provider.' }),
        sent_count: Type.Integer(),
        delivered_count: Type.Integer({ description: 'Number of sent emails that did not bounce.' }),
        open_rate: Type.Number({ description: 'Percentage of sent emails.' }),
        click_rate: Type.Number({ description: 'Percentage of sent emails.' }),
      }),
      {
        description:
          'Emails by the mailbox provider whose servers received them, most emails first. Null for other providers and for emails that a relay sent.',
      },
    ),
  },
  { $id: 'CampaignDevices' },
);

/** API documentation of the route that returns the results by device and mailbox provider. */
export const devicesDoc = {
  group: 'Dashboard: campaigns',
  description:
    'Returns the contacts that opened a campaign by device, and the campaign’s emails by mailbox provider. Opens and clicks by bots are excluded.',
  params: { id: { description: 'ID of the campaign.', example: '9' } },
  answers: [
    {
      status: 200,
      description: 'The devices and the mailbox providers.',
      schema: devicesSchema,
      example: {
        devices: [
          { device: 'phone', contacts_count: 31, clicked_count: 6 },
          { device: 'tablet', contacts_count: 2, clicked_count: 0 },
          { device: 'desktop', contacts_count: 14, clicked_count: 5 },
          { device: 'proxy', contacts_count: 20, clicked_count: 0 },
          { device: 'unknown', contacts_count: 1, clicked_count: 1 },
        ],
        providers: [
          {
            provider: 'google',
            name: 'Gmail and Google Workspace',
            sent_count: 80,
            delivered_count: 79,
            open_rate: 45,
            click_rate: 10,
          },
          { provider: null, name: null, sent_count: 40, delivered_count: 40, open_rate: 40, click_rate: 10 },
        ],
      },
    },
  ],
  problems: ['forbidden'],
} satisfies RouteDoc;

/** Returns the devices on which a campaign was opened, and the results by mailbox provider. */
export async function devicesOf(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<AnswerOf<typeof devicesSchema>> {
  const devices = await contactsByDevice(db, accountId, campaignId);
  const counted = new Map(devices.map((row) => [DEVICES[row.device], row]));
  const providers = await emailsByProvider(db, accountId, campaignId);
  return {
    devices: ORDER.map((device) => ({
      device,
      contacts_count: counted.get(device)?.contacts ?? 0,
      clicked_count: counted.get(device)?.clicked ?? 0,
    })),
    providers: providers.map(({ bounced, clicked, opened, provider, sent }) => ({
      provider,
      name: provider === null ? null : providerName(provider),
      sent_count: sent,
      delivered_count: sent - bounced,
      open_rate: percentOf(opened, sent),
      click_rate: percentOf(clicked, sent),
    })),
  };
}
