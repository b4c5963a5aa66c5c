import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import { publicNameOf, readAccount } from '../../tenants/accounts/index.ts';
import { brandOf, languageOfTexts, pageBrandOf, readSettingsRow, textsLanguage } from '../campaign-settings/index.ts';
import { PREVIEWS, renderPreview } from './pages.ts';

const previewQuery = parserOf(
  Type.Object({
    language: textsLanguage,
    page: Type.Enum([...PREVIEWS], {
      description: 'The public page, or `confirmation` for the confirmation email with the default content.',
    }),
  }),
  ({ language, page }, fail) => ({ language: languageOfTexts(language, fail), page }),
);

const previewSchema = Type.Object(
  {
    subject: Type.Union([Type.String(), Type.Null()], { description: 'Subject of the email. Null for a page.' }),
    html: Type.String({ description: 'The page or the email with sample values.' }),
  },
  { $id: 'TextPreview' },
);

/** Dependencies of the route. */
interface TextPreviewParts {
  readonly baseUrl: () => string;
  readonly clock: Clock;
  readonly db: Database;
}

/** Returns the route that previews public pages and the confirmation email with the account's custom texts. */
export function textPreviewRoutes({ baseUrl, clock, db }: TextPreviewParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/campaign-settings/texts/preview',
      summary: 'Preview page texts',
      scope: 'dashboard:read',
      query: previewQuery,
      doc: {
        group: 'Dashboard: campaigns',
        description: 'Renders a public page or the confirmation email with the account’s texts in the given language.',
        answers: [
          {
            status: 200,
            description: 'The preview.',
            schema: previewSchema,
            example: { subject: 'Bitte bestätigen Sie Ihre Anmeldung', html: '<!doctype html>...' },
          },
        ],
        problems: ['validation_error'],
      },
      async handle({ principal: { accountId }, query: { language, page } }) {
        const settings = await readSettingsRow(db, accountId);
        const account = await readAccount(db, accountId);
        const sender =
          account && publicNameOf(account, { fromName: settings.from_name, fromEmail: settings.from_email });
        const shown = {
          language,
          sender,
          texts: settings.texts,
          brand: pageBrandOf(settings),
          mailBrand: brandOf(settings, baseUrl()),
          timeZone: account?.timezone ?? 'UTC',
          at: new Date(clock.now()),
        };
        return { status: 200, body: renderPreview(page, shown) };
      },
    }),
  ];
}
