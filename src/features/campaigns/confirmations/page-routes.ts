import { Type } from 'typebox';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { createLinkReader } from '../../outcomes/tracking/index.ts';
import { confirm } from './confirm.ts';
import { visitOf, type VisitRow } from './confirm-queries.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import { askPage, donePage, elsewhere, overPage, testPage, unknownPage } from './pages.ts';
import type { ConfirmationParts } from './types.ts';

const PATH = '/confirm/:token';
/** Nothing of what is posted is read. */
const ANYTHING = parserOf(Type.Record(Type.String(), Type.Unknown()), () => ({}));

/** What the pages ask. */
interface ConfirmPageParts extends Pick<ConfirmationParts, 'db' | 'erasedPeople' | 'log' | 'onConfirmed'> {
  readonly vault: Vault;
  /** Where a form leads those who have confirmed; undefined: to a page of ours. */
  readonly redirectOf: (db: Db, accountId: number, formId: number) => Promise<string | undefined>;
}

interface Visitor {
  readonly accountId: number;
  readonly campaignId: number;
  readonly contactId: number;
  readonly sender: string | undefined;
  readonly visit: VisitRow;
}

/**
 * The page that the link of the mail leads to. The token in the address is all that is asked for, and reaches the sign-up of
 * its own contact alone. Programs that follow the links of mails follow them by GET and HEAD, which change nothing.
 */
export function confirmPageRoutes(parts: ConfirmPageParts): Route[] {
  const open = createVisitor(parts);
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'Show the confirmation page',
      scope: undefined,
      handle: async ({ params }) =>
        open(params['token'], async ({ sender, visit }) => {
          if (visit.is_open) return askPage(sender, visit.form_id !== null);
          return visit.is_done ? donePage(sender) : overPage(sender);
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
      handle: async ({ params }) => open(params['token'], async (visitor) => confirmBy(parts, visitor)),
    }),
  ];
}

/** Whether a path is one of these pages, or below them. */
export function isConfirmPath(path: string): boolean {
  return path.startsWith('/confirm/');
}

type Open = (token: string | undefined, show: (visitor: Visitor) => Promise<Reply>) => Promise<Reply>;

function createVisitor({ db, vault }: ConfirmPageParts): Open {
  const readLinks = createLinkReader(vault, 'confirm');
  return async (token = '', show) => {
    const named = readLinks(token);
    if (named?.kind !== 'confirmation') return unknownPage();
    const { accountId, recipient: contactId, source: campaignId } = named;
    const [visit] = await visitOf(db, accountId, campaignId, contactId);
    if (!visit) return unknownPage();
    const sender = visit.sender ?? undefined;
    return contactId === 0 ? testPage(sender) : show({ accountId, contactId, campaignId, sender, visit });
  };
}

async function confirmBy(parts: ConfirmPageParts, visitor: Visitor): Promise<Reply> {
  const { accountId, campaignId, contactId, sender, visit } = visitor;
  if (visit.is_open && (await confirm(parts.db, parts, { accountId, contactId }))) return thank(parts, visitor);
  // A button that was pressed twice: the answer that people see is the second.
  const [now] = visit.is_open ? await visitOf(parts.db, accountId, campaignId, contactId) : [visit];
  return now?.is_done ? thank(parts, visitor) : overPage(sender);
}

async function thank({ db, redirectOf }: ConfirmPageParts, { accountId, sender, visit }: Visitor): Promise<Reply> {
  const url = visit.form_id === null ? undefined : await redirectOf(db, accountId, visit.form_id);
  return url === undefined ? donePage(sender) : elsewhere(url);
}
