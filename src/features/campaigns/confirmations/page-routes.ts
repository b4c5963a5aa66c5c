import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { themeForVisitor, textsFor, type PageTheme } from '../../../http/pages/theme.ts';
import { unknownLinkPage } from '../../../http/pages/unknown-link.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { createLinkReader } from '../../outcomes/tracking/index.ts';
import { confirm } from './confirm.ts';
import { visitOf, type VisitRow } from './confirm-queries.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import { confirmPage, donePage, elsewhere, overPage, testPage } from './pages.ts';
import type { ConfirmationParts } from './types.ts';

const PATH = '/confirm/:token';
/** Accepts any request body, because the body is ignored. */
const ANYTHING = parserOf(Type.Record(Type.String(), Type.Unknown()), () => ({}));

interface ConfirmPageParts extends Pick<ConfirmationParts, 'db' | 'erasedPeople' | 'log' | 'onConfirmed'> {
  readonly vault: Vault;
  /**
   * Returns the URL to which a form redirects subscribers after confirmation. Undefined means that the built-in page is
   * shown.
   */
  readonly redirectOf: (db: Db, accountId: number, formId: number) => Promise<string | undefined>;
}

interface Visitor {
  readonly accountId: number;
  readonly campaignId: number;
  readonly contactId: number;
  readonly look: PageTheme;
  readonly visit: VisitRow;
}

/**
 * Returns the routes for the page behind a confirmation link. The token in the URL is the only credential and gives
 * access only to the sign-up of its contact. Link scanners use GET and HEAD, which change nothing.
 */
export function confirmPageRoutes(parts: ConfirmPageParts): Route[] {
  const open = createVisitor(parts);
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'Show the confirmation page',
      scope: undefined,
      handle: async ({ headers, params }) =>
        open(headers, params['token'], async ({ look, visit }) => {
          if (visit.is_open) return confirmPage(look, visit.form_id !== null);
          return visit.is_done ? donePage(look) : overPage(look);
        }),
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Confirm a sign-up',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: ANYTHING,
      handle: async ({ headers, params }) =>
        open(headers, params['token'], async (visitor) => confirmBy(parts, visitor)),
    }),
  ];
}

/** Returns whether a path belongs to the confirmation pages. */
export function isConfirmPath(path: string): boolean {
  return path.startsWith('/confirm/');
}

type Open = (
  headers: IncomingHttpHeaders,
  token: string | undefined,
  show: (visitor: Visitor) => Promise<Reply>,
) => Promise<Reply>;

function createVisitor({ db, vault }: ConfirmPageParts): Open {
  const readLinks = createLinkReader(vault, 'confirm');
  return async (headers, token = '', show) => {
    const named = readLinks(token);
    if (named?.kind !== 'confirmation') return unknownLinkPage(themeForVisitor(headers['accept-language']));
    const { accountId, recipient: contactId, source: campaignId } = named;
    const [visit] = await visitOf(db, accountId, campaignId, contactId);
    if (!visit) return unknownLinkPage(themeForVisitor(headers['accept-language']));
    const texts = textsFor(visit.own_texts, visit.language, visit.account_language);
    const look = { sender: visit.sender ?? undefined, texts, brand: visit.brand };
    return contactId === 0 ? testPage(look) : show({ accountId, contactId, campaignId, look, visit });
  };
}

async function confirmBy(parts: ConfirmPageParts, visitor: Visitor): Promise<Reply> {
  const { accountId, campaignId, contactId, look, visit } = visitor;
  if (visit.is_open && (await confirm(parts.db, parts, { accountId, contactId }))) return thank(parts, visitor);
  // After a double click, the browser shows the second response, so the second request must succeed too.
  const [now] = visit.is_open ? await visitOf(parts.db, accountId, campaignId, contactId) : [visit];
  return now?.is_done ? thank(parts, visitor) : overPage(look);
}

async function thank({ db, redirectOf }: ConfirmPageParts, { accountId, look, visit }: Visitor): Promise<Reply> {
  const url = visit.form_id === null ? undefined : await redirectOf(db, accountId, visit.form_id);
  return url === undefined ? donePage(look) : elsewhere(url);
}
