import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import { nearest } from '../../../mail/template/names.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { resolveAudience, type AudienceOf } from './audience.ts';
import { countMissing, type ValueColumn } from './audience-statements.ts';
import { statusOf } from './control.ts';
import type { ReviewParts } from './review.ts';
import { isHalt } from './step.ts';

/** Maximum number of merge tags that are counted together. */
const MAX_NAMES = 20;

const schema = Type.Object(
  {
    contacts: Type.Integer({ description: 'Number of contacts in the audience. 0 if the campaign has no audience.' }),
    data: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The merge tag, as in the request.' }),
        missing: Type.Integer({ description: 'Number of contacts in the audience without a value for the merge tag.' }),
      }),
    ),
  },
  { $id: 'MissingValues' },
);

/** Counts of contacts in an audience that have no value for merge tags. */
export type MissingValues = AnswerOf<typeof schema>;

const namesQuery = parserOf(
  Type.Object({
    names: Type.String({
      description: `Merge tags, separated by commas, such as \`contact.first_name,contact.city\`. At most ${MAX_NAMES}.`,
    }),
  }),
  ({ names: given }, fail) => {
    const names = given.split(',').map((name) => name.trim());
    if (names.length > MAX_NAMES) fail('names', `must have at most ${MAX_NAMES} merge tags.`);
    return { names };
  },
);

/** Returns the route that counts contacts without a value for merge tags. */
export function missingValuesRoute(parts: ReviewParts): Route {
  return route({
    method: 'GET',
    path: '/dashboard/campaigns/:id/missing-values',
    summary: 'Count contacts without a value for merge tags',
    scope: 'dashboard:read',
    query: namesQuery,
    doc: {
      group: 'Dashboard: campaigns',
      description: 'Counts the contacts in the current audience whose value for a merge tag is empty.',
      params: { id: { description: 'ID of the campaign.', example: '31' } },
      answers: [
        {
          status: 200,
          description: 'The number of contacts without a value, for each merge tag.',
          schema,
          example: { contacts: 4_000, data: [{ name: 'contact.first_name', missing: 312 }] },
        },
      ],
      problems: ['validation_error', 'forbidden', 'not_found'],
    },
    async handle({ params, principal: { accountId }, query: { names } }) {
      const { campaign } = await statusOf(parts.db, accountId, objectIdOf(params['id']));
      const columns = await columnsOf(parts.db, accountId, names);
      const unknown = names.filter((name) => !columns.has(name));
      if (unknown.length > 0) throw unknownNames(unknown, [...columns.keys()]);
      return { status: 200, body: await missingValues(parts.db, accountId, campaign, names, parts) };
    },
  });
}

/**
 * Counts the contacts in the current audience of a campaign that have no value for merge tags. Leaves out names that
 * are not fields of contacts. If the campaign has no audience, all counts are 0.
 */
export async function missingValues(
  db: Db,
  accountId: number,
  campaign: AudienceOf,
  names: readonly string[],
  { clock, filterParts }: Pick<ReviewParts, 'clock' | 'filterParts'>,
): Promise<MissingValues> {
  const columns = [...(await columnsOf(db, accountId, names))];
  const audience = await resolveAudience(db, accountId, campaign, filterParts);
  if (isHalt(audience)) return { contacts: 0, data: columns.map(([name]) => ({ name, missing: 0 })) };
  const read = columns.map(([, column]) => column);
  const { contacts, missing } = await countMissing(db, accountId, audience, new Date(clock.now()), read);
  return { contacts, data: columns.map(([name], index) => ({ name, missing: missing[index] ?? 0 })) };
}

const STANDARD = ['first_name', 'last_name', 'language'] as const;

/** Returns the columns of merge tags that are optional fields of contacts. */
async function columnsOf(
  db: Db,
  accountId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, ValueColumn>> {
  const own = new Map((await accountFields(db, accountId)).map(({ id, name }) => [name, id]));
  const columns = new Map<string, ValueColumn>();
  for (const name of names) {
    const field = name.replace(/^contact\./, '');
    const standard = STANDARD.find((known) => known === field);
    const id = own.get(field);
    if (standard) columns.set(name, { column: standard });
    else if (id !== undefined) columns.set(name, { fieldId: id });
  }
  return columns;
}

function unknownNames(unknown: readonly string[], known: readonly string[]) {
  const [first = ''] = unknown;
  const meant = nearest(first, [...STANDARD, ...known]);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return invalid({ names: [`must be merge tags of optional contact fields, not "${first.slice(0, 60)}".${hint}`] });
}
