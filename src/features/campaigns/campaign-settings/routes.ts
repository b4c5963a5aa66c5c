import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import type { Database, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { editableTexts, sampleOf } from '../../../mail/languages/own-texts.ts';
import type { OwnTexts } from '../../../mail/languages/texts.ts';
import {
  archiveOf,
  type CampaignSettings,
  holdSettings,
  makeArchive,
  makeSettings,
  replaceSettings,
} from './queries.ts';
import { settingsChange, settingsFields, textsQuery } from './schema.ts';
import { contrastFault, logoUrl } from './brand.ts';
import { readCampaignSettings, readSettingsRow } from './settings.ts';
import { changedTexts, type LinksChange, type SettingsChange } from './texts.ts';
import { randomText } from '../../../base/crypto.ts';
import type { Principal } from '../../../http/principal.ts';
import type { SocialLinks } from '../../../mail/design/schema.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import { keepImage } from '../images/index.ts';

const ARCHIVE_CODE_CHARACTERS = 14;

const settingsSchema = Type.Object(
  {
    ...settingsFields,
    archive_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Public URL of the archive. Null if the archive is off.',
    }),
    logo_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Public URL of the logo. Null if there is no logo.',
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
  text_color: '#1f2328',
  surface_color: '#ffffff',
  background_color: '#eef6f2',
  font: 'verdana',
  logo_image_id: 12,
  footer_text: 'You received this email because you signed up at acme.example.',
  social_links: { instagram: 'https://www.instagram.com/acme' },
  texts: { de: { 'footer.unsubscribe': 'Newsletter abbestellen' } },
  automation_cap: { emails: 3, days: 7 },
  archive_url: 'https://mail.example.com/archive/k3v9x2m7q1b8zt',
  logo_url: 'https://mail.example.com/i/12-8d969eef6ecad3c29a3a629280e686cf',
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

export function campaignSettingsRoutes({ baseUrl, db }: CampaignSettingsParts): Route[] {
  const shown = async (accountId: number) => {
    const { logo, ...settings } = await readSettingsRow(db, accountId);
    const [archive] = settings.archives ? await archiveOf(db, accountId) : [];
    return {
      ...settings,
      archive_url: archive ? `${baseUrl()}/archive/${archive.code}` : null,
      logo_url: logo && logoUrl(logo, baseUrl()),
    };
  };
  const settingsRoutes = DOORS.flatMap(({ group, isAddition, path, read, write }) => {
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
        handle: async ({ principal: { accountId } }) => ({ status: 200, body: await shown(accountId) }),
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
        async handle({ principal, body }) {
          await changeCampaignSettings(db, principal, body);
          return { status: 200, body: await shown(principal.accountId) };
        },
      }),
    ];
  });
  return [...settingsRoutes, textsRoute(db)];
}

const textsSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        key: Type.String(),
        standard: Type.String({ description: 'Postrider’s default text, with placeholders.' }),
        own: Type.Union([Type.String(), Type.Null()], {
          description: 'The account’s custom text. Null if the default text is used.',
        }),
        sample: Type.String({ description: 'The text as readers see it, with sample values.' }),
      }),
    ),
  },
  { $id: 'PageTexts' },
);

function textsRoute(db: Database): Route {
  return route({
    method: 'GET',
    path: '/dashboard/campaign-settings/texts',
    summary: 'List page texts',
    scope: 'dashboard:read',
    query: textsQuery,
    doc: {
      group: 'Dashboard: campaigns',
      description: 'Returns the texts of public pages, the confirmation email, and the footer in one language.',
      answers: [
        {
          status: 200,
          description: 'The texts that the account can replace.',
          schema: textsSchema,
          example: {
            data: [
              {
                key: 'footer.unsubscribe',
                standard: 'Abmelden',
                own: 'Newsletter abbestellen',
                sample: 'Newsletter abbestellen',
              },
            ],
          },
        },
      ],
      problems: ['validation_error'],
    },
    async handle({ principal: { accountId }, query: { language } }) {
      const { texts } = await readCampaignSettings(db, accountId);
      const data = editableTexts(language, texts).map((text) =>
        Object.assign({ sample: sampleOf(text.key, language, texts) }, text),
      );
      return { status: 200, body: { data } };
    },
  });
}

/** Updates the given campaign settings, and writes an audit log entry. Throws validation_error. */
async function changeCampaignSettings(
  db: Database,
  principal: Principal,
  { social_links: links, texts, ...change }: SettingsChange,
): Promise<void> {
  const { accountId } = principal;
  await db.transaction(async (tx) => {
    await makeSettings(tx, accountId);
    const [before] = await holdSettings(tx, accountId);
    if (!before) throw new Error('Campaign settings missing after insert');
    const after = {
      ...before,
      ...change,
      ...(texts && { texts: changedTexts(before.texts, texts) }),
      ...(links && { social_links: changedLinks(before.social_links, links) }),
    };
    if (isDeepStrictEqual(after, before)) return;
    await requireBrand(tx, accountId, change, after);
    await replaceSettings(tx, {
      ...after,
      account_id: accountId,
      automation_cap: JSON.stringify(after.automation_cap),
    });
    if (after.archives) await makeArchive(tx, accountId, archiveCode());
    await recordAct(tx, principal, {
      action: 'campaign_settings.change',
      before: { ...before, texts: textsOfLanguages(before.texts, texts) },
      after: { ...after, texts: textsOfLanguages(after.texts, texts) },
    });
  });
}

/**
 * Throws validation_error for colors that are hard to read, and for a logo that is not an image of the account.
 * Prevents the deletion of the logo until the transaction ends.
 */
async function requireBrand(
  tx: Tx,
  accountId: number,
  change: Omit<SettingsChange, 'texts'>,
  after: CampaignSettings,
): Promise<void> {
  const field = change.text_color === undefined ? 'surface_color' : 'text_color';
  const fault = change[field] === undefined ? undefined : contrastFault(after, field);
  if (fault !== undefined) throw invalid({ [field]: [fault] });
  const { logo_image_id: logoId } = change;
  if (typeof logoId === 'number' && !(await keepImage(tx, accountId, logoId))) {
    throw invalid({ logo_image_id: ['must be the ID of one of your images.'] });
  }
}

function changedLinks(before: SocialLinks, change: LinksChange): SocialLinks {
  const links = Object.entries({ ...before, ...change });
  return Object.fromEntries(links.flatMap(([network, url]) => (url === null ? [] : [[network, url]])));
}

/**
 * Returns only the strings in the changed languages, so that the audit log does not repeat the strings in all other
 * languages.
 */
function textsOfLanguages(texts: OwnTexts, change: SettingsChange['texts'] = {}): OwnTexts {
  return Object.fromEntries(Object.entries(texts).filter(([language]) => Object.hasOwn(change, language)));
}

/** Returns a random code, which is long enough to be unique and impossible to guess. */
function archiveCode(): string {
  return randomText(ARCHIVE_CODE_CHARACTERS).toLowerCase();
}
