import { escapeHtml } from '../../../mail/template.ts';
import { confirmationContent } from '../../../mail/campaign/confirmation.ts';
import type { Brand } from '../../../mail/design/brand.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import { textsIn, type OwnTexts, type Texts } from '../../../mail/languages/texts.ts';
import type { PageBrand, PageTheme } from '../../../http/pages/theme.ts';
import type { Reply } from '../../../http/route.ts';
import { archivePage } from '../archive/index.ts';
import { confirmPage, donePage as confirmedPage } from '../confirmations/index.ts';
import { formPage, thanksPage } from '../forms/index.ts';
import {
  confirmPage as unsubscribePage,
  donePage as unsubscribedPage,
  preferencesPage,
} from '../subscriptions/index.ts';

/** Properties that all previews of an account share. */
export interface Previewed {
  readonly language: Language;
  readonly texts: OwnTexts;
  readonly brand: PageBrand;
  /** The brand in the confirmation email. */
  readonly mailBrand: Brand;
  /** Public name of the account. Undefined if the account has none. */
  readonly sender: string | undefined;
  readonly timeZone: string;
  readonly at: Date;
}

/** Sample values. Links in a preview are placeholders. */
const EMAIL = 'ann@example.com';
const NOWHERE = 'https://example.com/confirm';
const SAMPLE_ID = 1;

type Render = (shown: Previewed, look: PageTheme) => Reply;

const formOf = ({ brand, sender = '' }: Previewed) => ({
  title: sender,
  heading: '',
  description: '',
  button: '',
  consent_text: '',
  fields: [],
  sender: sender === '' ? null : sender,
  brand,
  redirect_url: null,
  gdpr_required: true,
});

const thanks = (shown: Previewed, texts: Texts, isDouble: boolean): Reply =>
  thanksPage(formOf(shown), '#', { at: shown.at, isDouble, texts });

const PAGES = {
  confirm: (_shown, look) => confirmPage(look, false),
  confirmed: (_shown, look) => confirmedPage(look),
  form: (shown, { texts }) => formPage({ form: formOf(shown), texts, stamp: '' }),
  check: (shown, { texts }) => thanks(shown, texts, true),
  thanks: (shown, { texts }) => thanks(shown, texts, false),
  unsubscribe: (_shown, look) => unsubscribePage(look, '', ''),
  unsubscribed: (_shown, look) => unsubscribedPage(look, '', ''),
  preferences: (_shown, look) =>
    preferencesPage({ look, leaveToken: '', email: EMAIL, lists: [], topics: [], isTracked: true, isSaved: false }),
  archive: ({ at, brand, sender, timeZone }, { texts }) =>
    archivePage({
      texts,
      brand,
      timeZone,
      title: sender ?? texts.text('archive.title'),
      code: '',
      campaigns: [{ id: SAMPLE_ID, subject: texts.text('archive.subject'), sentAt: at }],
      page: 1,
      hasOlder: true,
      isFromCopy: true,
    }),
} satisfies Readonly<Record<string, Render>>;

/** Names of the previews: the confirmation email, and the public pages. */
// Safe cast: these are the object's own keys.
export const PREVIEWS = ['confirmation', ...(Object.keys(PAGES) as (keyof typeof PAGES)[])] as const;
export type PreviewName = (typeof PREVIEWS)[number];

/** Renders a public page or the confirmation email with sample values. Pages have no subject. Pure. */
export function renderPreview(
  name: PreviewName,
  shown: Previewed,
): { readonly subject: string | null; readonly html: string } {
  const texts = textsIn(shown.language, shown.texts);
  const look: PageTheme = { sender: shown.sender, texts, brand: shown.brand };
  if (name !== 'confirmation') return { subject: null, html: String(PAGES[name](shown, look).body) };
  const { html, subject } = confirmationContent(shown.language, shown.texts, shown.mailBrand);
  const filled = html
    .replaceAll('{{ confirm_url }}', NOWHERE)
    .replaceAll('{{ account.name }}', () => escapeHtml(shown.sender ?? texts.text('sender.unknown')));
  return { subject, html: filled };
}
