import { Type } from 'typebox';
import type { Database } from '../../../base/db.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  archiveOf,
  type CampaignSettings,
  holdSettings,
  makeArchive,
  makeSettings,
  replaceSettings,
} from './queries.ts';
import { settingsChange, settingsFields } from './schema.ts';
import { readCampaignSettings } from './settings.ts';
import { randomText } from '../../../base/crypto.ts';
import type { Principal } from '../../../http/principal.ts';
import { recordAct } from '../../tenants/accounts/index.ts';

const ARCHIVE_CODE_CHARACTERS = 14;

const settingsSchema = Type.Object(
  {
    ...settingsFields,
    archive_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Public URL of the archive. Null if the archive is off.',
    }),
  },
  { $id: 'CampaignSettings' },
);

const EXAMPLE = {
  postal_address: 'Acme Ltd\n1 High Street\nLondon',
  from_name: 'Acme',
  from_email: 'news@acme.example',
  tracks_opens: true,
  tracks_clicks: true,
  uses_canary: true,
  archives: true,
  archive_title: 'The Acme newsletter',
  language: 'de',
  accent_color: '#0a7d4f',
  archive_url: 'https://mail.example.com/archive/k3v9x2m7q1b8zt',
};

/** The settings have routes in both the account API and the dashboard API. */
const DOORS = [
  { path: '/campaign-settings', group: 'Campaigns', read: ACCOUNT_READ_SCOPES, write: ACCOUNT_SCOPE, isAddition: true },
  {
    path: '/dashboard/campaign-settings',
    group: 'Dashboard: campaigns',
    read: 'dashboard:read',
    write: 'dashboard:write',
    isAddition: false,
  },
] as const;

/** Dependencies of the campaign settings routes. */
export interface CampaignSettingsParts {
  readonly db: Database;
  readonly baseUrl: () => string;
}

/** Returns the routes for the campaign settings of an account. */
export function campaignSettingsRoutes({ baseUrl, db }: CampaignSettingsParts): Route[] {
  const shown = async (accountId: number, settings: CampaignSettings) => {
    const [archive] = settings.archives ? await archiveOf(db, accountId) : [];
    return { ...settings, archive_url: archive ? `${baseUrl()}/archive/${archive.code}` : null };
  };
  return DOORS.flatMap(({ group, isAddition, path, read, write }) => {
    const doc = (description: string): RouteDoc => ({
      group,
      isAddition,
      answers: [{ status: 200, description, schema: settingsSchema, example: EXAMPLE }],
    });
    return [
      route({
        method: 'GET',
        path,
        summary: 'Get campaign settings',
        scope: read,
        doc: doc('The campaign settings.'),
        handle: async ({ principal: { accountId } }) => ({
          status: 200,
          body: await shown(accountId, await readCampaignSettings(db, accountId)),
        }),
      }),
      route({
        method: 'PATCH',
        path,
        summary: 'Update campaign settings',
        scope: write,
        body: settingsChange,
        doc: {
          ...doc('The updated campaign settings.'),
          description: 'Omitted fields stay unchanged.',
          requestExample: { postal_address: EXAMPLE.postal_address },
          problems: ['validation_error'],
        },
        handle: async ({ principal, body }) => ({
          status: 200,
          body: await shown(principal.accountId, await changeCampaignSettings(db, principal, body)),
        }),
      }),
    ];
  });
}

/** Updates the given campaign settings, writes an audit log entry, and returns the settings after the change. */
async function changeCampaignSettings(
  db: Database,
  principal: Principal,
  change: Partial<CampaignSettings>,
): Promise<CampaignSettings> {
  const { accountId } = principal;
  return db.transaction(async (tx) => {
    await makeSettings(tx, accountId);
    const [before] = await holdSettings(tx, accountId);
    if (!before) throw new Error('Campaign settings missing after insert');
    const after = { ...before, ...change };
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    await replaceSettings(tx, { ...after, account_id: accountId });
    if (after.archives) await makeArchive(tx, accountId, archiveCode());
    await recordAct(tx, principal, {
      action: 'campaign_settings.change',
      before: { ...before },
      after: { ...after },
    });
    return after;
  });
}

/** Returns a random code, which is long enough to be unique and impossible to guess. */
function archiveCode(): string {
  return randomText(ARCHIVE_CODE_CHARACTERS).toLowerCase();
}
