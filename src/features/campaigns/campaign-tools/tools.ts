import type { Db } from '../../../base/db.ts';
import type { Principal } from '../../../http/principal.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { READ_ONLY, tool, type Tool } from '../../../http/tool.ts';
import { fontStack } from '../../../mail/design/theme.ts';
import type { Finding } from '../../../mail/checks/finding.ts';
import { templateFor } from '../../transactional/templates/index.ts';
import { logoUrl, readCampaignSettings, readSettingsRow } from '../campaign-settings/index.ts';
import {
  CAMPAIGN,
  changeCampaign,
  createCampaign,
  summariesOf,
  presentOne,
  type CampaignParts,
  type CampaignRow,
} from '../campaigns/index.ts';
import { campaignFor, draftFor, previewSend, sendConfirmed, type Counting } from './confirm.ts';
import {
  brandDoc,
  changeDoc,
  checkDoc,
  draftDoc,
  getDoc,
  listDoc,
  previewDoc,
  previewSendDoc,
  sendDoc,
  SENDS,
  testDoc,
  WRITES,
} from './tool-docs.ts';

const PER_PAGE = 20;

/** A campaign as rendered for a contact. */
export interface MailPreview {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
}

export interface CampaignToolParts extends CampaignParts, Counting {
  readonly check: (db: Db, accountId: number, campaign: CampaignRow) => Promise<readonly Finding[]>;
  /**
   * Renders the campaign for the given contact, or for any contact of the audience if none is given. Throws a `Refusal`
   * for content that cannot be sent and for a contact of another account.
   */
  readonly preview: (
    db: Db,
    accountId: number,
    campaign: CampaignRow,
    contactId: number | undefined,
  ) => Promise<MailPreview>;
  /**
   * Sends a test email to each address. Throws a `Refusal` for invalid addresses and for content that cannot be sent.
   */
  readonly sendTest: (principal: Principal, campaign: CampaignRow, to: readonly string[]) => Promise<void>;
  readonly baseUrl: () => string;
}

/**
 * Returns the campaign tools. Callers with read access to the account API can use the reading tools. Callers with write
 * access can also draft and test campaigns, and send a campaign after a user has seen the preview.
 */
export function campaignTools(parts: CampaignToolParts): Tool[] {
  return [...readingTools(parts), ...draftTools(parts), ...sendingTools(parts)];
}

const READS = { scope: ACCOUNT_READ_SCOPES, annotations: READ_ONLY };

function readingTools(parts: CampaignToolParts): Tool[] {
  const { db } = parts;
  return [
    tool({
      ...listDoc,
      ...READS,
      input: parserOf(listDoc.input),
      async handle({ principal }, { page = 1 }) {
        const { summaries, total } = await summariesOf(db, principal.accountId, { page, perPage: PER_PAGE });
        const data = summaries.map(({ id, recipients, scheduled_at, sent_at, state, subject, title }) => ({
          id,
          title,
          subject,
          status: state,
          scheduled_at: scheduled_at?.toISOString() ?? null,
          sent_at: sent_at?.toISOString() ?? null,
          recipients_count: recipients,
        }));
        return { data, total };
      },
    }),
    brandTool(parts),
    tool({
      ...getDoc,
      ...READS,
      input: parserOf(getDoc.input),
      handle: async ({ principal: { accountId } }, { id }) =>
        presentOne(parts, accountId, await campaignFor(db, accountId, id)),
    }),
    tool({
      ...checkDoc,
      ...READS,
      input: parserOf(checkDoc.input),
      handle: async ({ principal: { accountId } }, { id }) => ({
        data: await parts.check(db, accountId, await campaignFor(db, accountId, id)),
      }),
    }),
    tool({
      ...previewDoc,
      ...READS,
      input: parserOf(previewDoc.input),
      handle: async ({ principal: { accountId } }, { contact_id: contactId, id }) =>
        parts.preview(db, accountId, await campaignFor(db, accountId, id), contactId),
    }),
  ];
}

function brandTool({ baseUrl, db }: CampaignToolParts): Tool {
  return tool({
    ...brandDoc,
    ...READS,
    input: parserOf(brandDoc.input),
    handle: async ({ principal: { accountId } }) => {
      const settings = await readSettingsRow(db, accountId);
      const { font, logo } = settings;
      return {
        logo_url: logo && logoUrl(logo, baseUrl()),
        accent_color: settings.accent_color,
        text_color: settings.text_color,
        surface_color: settings.surface_color,
        background_color: settings.background_color,
        font,
        font_stack: fontStack(font),
        footer_text: settings.footer_text,
        social_links: settings.social_links,
      };
    },
  });
}

function draftTools(parts: CampaignToolParts): Tool[] {
  const { db } = parts;
  return [
    tool({
      ...draftDoc,
      scope: ACCOUNT_SCOPE,
      annotations: WRITES,
      input: parserOf(draftDoc.input),
      async handle({ principal }, { template_id: templateId, ...given }) {
        const { accountId } = principal;
        const { from_email, from_name } = await readCampaignSettings(db, accountId);
        const content = templateId === undefined ? {} : await contentOfTemplate(db, accountId, templateId, given);
        const wanted = CAMPAIGN.created.parse({ title: given.subject, from_email, from_name, ...content, ...given });
        return presentOne(parts, accountId, await createCampaign(parts, principal, wanted));
      },
    }),
    tool({
      ...changeDoc,
      scope: ACCOUNT_SCOPE,
      annotations: WRITES,
      input: parserOf(changeDoc.input),
      async handle({ principal }, { id, ...given }) {
        const { accountId } = principal;
        await draftFor(db, accountId, id);
        const changed = await changeCampaign(parts, principal, id, CAMPAIGN.changed.parse(given));
        return presentOne(parts, accountId, changed);
      },
    }),
    tool({
      ...testDoc,
      scope: ACCOUNT_SCOPE,
      annotations: { ...SENDS, destructiveHint: false },
      input: parserOf(testDoc.input),
      async handle({ principal }, { id, to }) {
        await parts.sendTest(principal, await campaignFor(db, principal.accountId, id), to);
        return { message: 'The test email is being sent.' };
      },
    }),
  ];
}

/** Returns the content of a template as fields of a campaign, without the body if the caller provides a body. */
async function contentOfTemplate(
  db: Db,
  accountId: number,
  templateId: number,
  given: { readonly design?: object | undefined; readonly html?: string | undefined },
): Promise<object> {
  const template = await templateFor(db, accountId, templateId);
  const { design, html, inlines_css: inline_css, plain_text: text, preview_text } = template;
  const hasBody = given.html !== undefined || given.design !== undefined;
  return hasBody ? { preview_text } : { preview_text, html, design, text, inline_css };
}

function sendingTools(parts: CampaignToolParts): Tool[] {
  return [
    tool({
      ...previewSendDoc,
      scope: ACCOUNT_SCOPE,
      annotations: READ_ONLY,
      input: parserOf(previewSendDoc.input),
      handle: async ({ principal }, { id }) => previewSend(parts, principal, id),
    }),
    tool({
      ...sendDoc,
      scope: ACCOUNT_SCOPE,
      annotations: SENDS,
      input: parserOf(sendDoc.input),
      handle: async ({ principal }, { confirmation_token: token, id }) =>
        presentOne(parts, principal.accountId, await sendConfirmed(parts, principal, id, token)),
    }),
  ];
}
