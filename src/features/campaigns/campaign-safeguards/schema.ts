import { Type, type TSchema } from 'typebox';
import {
  APPROVAL_MODES,
  SAFEGUARD_NUMBERS,
  type ApprovalMode,
  type SafeguardNumberName,
} from '../../../base/config-campaigns.ts';
import { parserOf } from '../../../http/parser.ts';
import { FIRST_CURSOR, parseCursor } from './cursor.ts';
import { NUMBER_NAMES } from './limits.ts';

const MAX_REASON_CHARACTERS = 500;
const DEFAULT_PAGE = 50;
const MAX_PAGE = 100;
const STRICT = { additionalProperties: false };
/** Matches control characters that a reason must not contain. Line feeds and tabs are allowed. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Changes to the safeguards of an account. Absent properties stay unchanged. */
export interface SafeguardsChange {
  /** Overrides by name. Null removes an override, so that the setting of the plan or the installation applies. */
  readonly overrides: Readonly<Partial<Record<SafeguardNumberName, number | null>>> & {
    readonly approval?: ApprovalMode | null;
  };
  readonly optimized: boolean | undefined;
}

/** Returns the schema of a numeric setting. Percentages may have decimals. */
function numberSchema(name: SafeguardNumberName): TSchema {
  const { doc, range } = SAFEGUARD_NUMBERS[name];
  const [minimum, maximum] = range;
  const isFraction = range.length === 3;
  const number = isFraction ? Type.Number({ minimum, maximum }) : Type.Integer({ minimum, maximum });
  return Type.Optional(
    Type.Union([number, Type.Null()], {
      description: `${doc} If null, the default of the plan or installation applies.`,
    }),
  );
}

const changeSchema = Type.Object(
  {
    ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, numberSchema(name)])),
    approval: Type.Optional(
      Type.Union([Type.Enum([...APPROVAL_MODES]), Type.Null()], {
        description: 'Whether the operator must approve content. If null, the installation’s default applies.',
      }),
    ),
    optimized: Type.Optional(
      Type.Boolean({
        description:
          'Whether the account’s campaigns are sent only to engaged contacts (optimized mode). Set to false to end optimized mode.',
      }),
    ),
  },
  STRICT,
);

export const safeguardsChangeRequest = parserOf(changeSchema, (given): SafeguardsChange => {
  const { optimized, ...overrides } = given;
  return { overrides, optimized };
});

/** Parser for the operator's decision on content. */
export const contentDecisionRequest = parserOf(
  Type.Object(
    {
      decision: Type.Enum(['approve', 'reject']),
      hash: Type.String({ description: 'Hash of the reviewed content.', pattern: '^[0-9a-f]{64}$' }),
      reason: Type.Optional(
        Type.String({
          description: `Reason for the decision. Postrider sends the reason to the account. At most ${MAX_REASON_CHARACTERS} characters.`,
        }),
      ),
    },
    STRICT,
  ),
  (given, fail) => {
    const reason = given.reason?.replaceAll('\r\n', '\n').trim() || undefined;
    if (reason && reason.length > MAX_REASON_CHARACTERS) {
      fail('reason', `must have at most ${MAX_REASON_CHARACTERS} characters.`);
    }
    if (reason && (CONTROLS.test(reason) || !reason.isWellFormed()))
      fail('reason', 'must not contain control characters.');
    if (given.decision === 'reject' && !reason) fail('reason', 'is required to reject content.');
    return { isApproved: given.decision === 'approve', hash: given.hash, reason };
  },
);

/** Parser for requests for the content of a variant as a page, in light or dark mode. */
export const contentFrameQuery = parserOf(
  Type.Object({
    mode: Type.Optional(Type.String({ description: '`light` (default) or `dark`.' })),
    images: Type.Optional(Type.String({ description: 'Set to 1 to load remote images.' })),
    content: Type.Optional(Type.String({ description: 'Index in `contents`. Default: 0.' })),
  }),
  ({ content = '0', images, mode = 'light' }, fail) => {
    if (mode !== 'light' && mode !== 'dark') fail('mode', 'must be `light` or `dark`.');
    if (!/^\d{1,2}$/.test(content)) fail('content', 'must be an index in `contents`, starting at 0.');
    return { mode: mode === 'dark' ? 'dark' : 'light', images: images === '1', content: Number(content) } as const;
  },
);

/** Parser for requests for a page of the approval queue. */
export const waitingQuery = parserOf(
  Type.Object({
    per_page: Type.Optional(
      Type.String({ description: `Entries per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.` }),
    ),
    after: Type.Optional(Type.String({ description: 'The `id` of an entry. The page starts after this entry.' })),
  }),
  (given, fail) => {
    const limit = given.per_page ? Number(given.per_page) : DEFAULT_PAGE;
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
      fail('per_page', `must be an integer from 1 to ${MAX_PAGE}.`);
    }
    const after = given.after ? parseCursor(given.after) : FIRST_CURSOR;
    if (!after) fail('after', 'must be the ID of an entry.');
    return { limit, after: after ?? FIRST_CURSOR };
  },
);
