import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { isFault, parseAddress } from '../../../mail/address.ts';
import { MAILING_CLASSES, type MailingClass } from '../../../mail/mail-class.ts';
import { accountName, plainText, wholeNumber } from '../account-settings/index.ts';
import { ACCOUNT_STATUSES } from '../../tenants/accounts/index.ts';
import type { AccountPage } from './list-queries.ts';

const MAX_REASON_CHARACTERS = 500;
const MAX_SEARCH_CHARACTERS = 200;
const DEFAULT_PAGE = 50;
const MAX_PAGE = 100;
const MAX_ID = 10 ** 15;

const STRICT = { additionalProperties: false };
const REASON = Type.Union([Type.String(), Type.Null()], {
  description: `Reason shown to the account, up to ${MAX_REASON_CHARACTERS} characters.`,
});

/** Pauses by class, because each class of bulk email can be paused separately. */
const CLASS_PAUSES = Type.Object(
  { automation: Type.Optional(REASON), confirmation: Type.Optional(REASON), campaign: Type.Optional(REASON) },
  STRICT,
);

type Fail = (field: string, sentence: string) => void;

/** Parses the query parameters of the account list. */
export const accountQuery = parserOf(
  Type.Object({
    per_page: Type.Optional(
      Type.String({ description: `Accounts per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.` }),
    ),
    search: Type.Optional(
      Type.String({ description: 'Returns only accounts whose name or email address contains this text.' }),
    ),
    plan: Type.Optional(Type.String({ description: 'Returns only accounts on this plan.' })),
    status: Type.Optional(
      Type.String({ description: `Returns only accounts with this status. One of ${ACCOUNT_STATUSES.join(', ')}.` }),
    ),
    after: Type.Optional(
      Type.String({ description: 'An account ID. Returns accounts that were created before this account.' }),
    ),
  }),
  (given, fail): AccountPage => {
    const limit = wholeNumber('per_page', given.per_page, MAX_PAGE, fail) ?? DEFAULT_PAGE;
    const after = wholeNumber('after', given.after, MAX_ID, fail);
    const status = ACCOUNT_STATUSES.find((known) => known === given.status);
    if (given.status && !status) fail('status', `must be one of ${ACCOUNT_STATUSES.join(', ')}.`);
    for (const field of ['search', 'plan'] as const) requireSearchable(field, given[field], fail);
    return {
      limit,
      ...(given.search && { search: given.search.trim() }),
      ...(given.plan && { plan: given.plan }),
      ...(status && { status }),
      ...(after !== undefined && { after }),
    };
  },
);

/** Rejects search strings that are too long, and search strings that PostgreSQL cannot store. */
function requireSearchable(field: string, given: string | undefined, fail: Fail): void {
  if (given === undefined) return;
  if (given.length > MAX_SEARCH_CHARACTERS) fail(field, `must have at most ${MAX_SEARCH_CHARACTERS} characters.`);
  if (given.includes('\0') || !given.isWellFormed()) fail(field, 'must not contain control characters.');
}

export interface NewAccount {
  readonly email: string;
  /** If empty, the account's name is its email address. */
  readonly name: string;
  readonly plan: string;
}

export const newAccountRequest = parserOf(
  Type.Object(
    {
      email: Type.String({ description: 'Email address of the user who will own the account.' }),
      name: Type.Optional(Type.String()),
      plan: Type.Optional(Type.String({ description: 'Name of the plan. Default: `free`.' })),
    },
    STRICT,
  ),
  (given, fail): NewAccount => {
    const email = parseAddress(given.email.trim());
    if (isFault(email)) fail('email', email.fault);
    return {
      email: isFault(email) ? '' : email,
      name: accountName(given.name ?? '', fail),
      plan: given.plan ?? 'free',
    };
  },
);

/** Parsed changes to an account. An absent property stays unchanged. */
export interface AccountChange {
  readonly name?: string;
  readonly plan?: string;
  readonly transactionalEnabled?: boolean;
  readonly paused?: boolean;
  readonly pauseReason?: string;
  readonly restricted?: boolean;
  readonly restrictedReason?: string;
  /** Reason for the pause of each class. Null lifts the pause. */
  readonly classPauses?: Readonly<Partial<Record<MailingClass, string | null>>>;
}

export const accountChangeRequest = parserOf(
  Type.Object(
    {
      name: Type.Optional(Type.String()),
      plan: Type.Optional(Type.String()),
      transactional_enabled: Type.Optional(Type.Boolean()),
      paused: Type.Optional(Type.Boolean()),
      pause_reason: Type.Optional(REASON),
      restricted: Type.Optional(Type.Boolean()),
      restricted_reason: Type.Optional(REASON),
      class_pauses: Type.Optional(CLASS_PAUSES),
    },
    STRICT,
  ),
  (given, fail): AccountChange => {
    const pauseReason = reasonOf('pause_reason', given.pause_reason, fail);
    const restrictedReason = reasonOf('restricted_reason', given.restricted_reason, fail);
    if (pauseReason && !given.paused) fail('pause_reason', 'requires `paused` to be true.');
    if (restrictedReason && !given.restricted) fail('restricted_reason', 'requires `restricted` to be true.');
    return {
      ...(given.name !== undefined && { name: accountName(given.name, fail) }),
      ...(given.plan !== undefined && { plan: given.plan }),
      ...(given.transactional_enabled !== undefined && { transactionalEnabled: given.transactional_enabled }),
      ...(given.paused !== undefined && { paused: given.paused }),
      ...(pauseReason && { pauseReason }),
      ...(given.restricted !== undefined && { restricted: given.restricted }),
      ...(restrictedReason && { restrictedReason }),
      ...classPausesOf(given.class_pauses, fail),
    };
  },
);

/** Parses the pauses by class. Null lifts a pause, and an empty reason is an error. */
function classPausesOf(
  given: Readonly<Partial<Record<MailingClass, string | null>>> | undefined,
  fail: Fail,
): Pick<AccountChange, 'classPauses'> {
  const pauses: Partial<Record<MailingClass, string | null>> = {};
  for (const mailClass of MAILING_CLASSES) {
    const reason = given?.[mailClass];
    if (reason === undefined) continue;
    if (reason?.trim() === '')
      fail(`class_pauses.${mailClass}`, 'is required, because the account’s members can see it.');
    pauses[mailClass] = reasonOf(`class_pauses.${mailClass}`, reason, fail) ?? null;
  }
  return { classPauses: pauses };
}

function reasonOf(field: string, given: string | null | undefined, fail: Fail): string | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  return plainText(field, given, MAX_REASON_CHARACTERS, fail);
}

/** Parses the operator's decision on a review. */
export const decisionRequest = parserOf(
  Type.Object({ decision: Type.Enum(['approve', 'decline']), reason: Type.Optional(REASON) }, STRICT),
  (given, fail) => {
    const reason = reasonOf('reason', given.reason, fail);
    if (given.decision === 'decline' && !reason)
      fail('reason', 'is required, because the account’s members can see it.');
    return { isApproved: given.decision === 'approve', reason };
  },
);
