import { Type } from 'typebox';
import type { Context } from './clauses.ts';
import type { Kind } from './kinds.ts';
import { MOMENT_SCHEMA, momentWords, parseMoment, timeOf, type Complain, type Moment } from './moment.ts';

/** Condition on the number of emails that a contact opened or clicked in a period. */
export interface Frequency {
  readonly at_least?: number;
  readonly at_most?: number;
  readonly after?: Moment;
  readonly before?: Moment;
}

/** Highest number of emails in a condition. Limits the rows that are counted for each contact. */
const MAX_EMAILS = 1_000;
const KEYS = ['at_least', 'at_most', 'after', 'before'];

export const FREQUENCY: Kind<Frequency> = {
  schema: Type.Object({
    at_least: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EMAILS })),
    at_most: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_EMAILS })),
    after: Type.Optional({ ...MOMENT_SCHEMA, description: 'Start of the period. Default: no lower limit.' }),
    before: Type.Optional({
      ...MOMENT_SCHEMA,
      description: 'End of the period (exclusive). Default: no upper limit.',
    }),
  }),
  parse: parseFrequency,
  samples: [
    { at_least: 3, after: '30 days ago' },
    { at_most: 0, before: new Date(0) },
    { at_most: 2, after: new Date(0), before: '1 days ago' },
    { at_least: 1, at_most: 5 },
  ],
};

function parseFrequency(given: unknown, complain: Complain): Frequency | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    complain('must be an object with at_least or at_most.');
    return undefined;
  }
  const faults: string[] = [];
  const frequency = readFrequency(given as Readonly<Record<string, unknown>>, (sentence) => faults.push(sentence));
  const { at_least: least, at_most: most } = frequency;
  if (faults.length === 0 && least === undefined && most === undefined) faults.push('must have at_least or at_most.');
  if (least !== undefined && most !== undefined && least > most)
    faults.push('must have an at_least value that is not greater than at_most.');
  for (const fault of faults) complain(fault);
  return faults.length === 0 ? frequency : undefined;
}

function readFrequency(given: Readonly<Record<string, unknown>>, fail: Complain): Frequency {
  if (Object.keys(given).some((key) => !KEYS.includes(key))) fail(`must contain only the keys ${KEYS.join(', ')}.`);
  const { after, at_least: least, at_most: most, before } = given;
  return definedIn({
    at_least: emailsOf('at_least', 1, least, fail),
    at_most: emailsOf('at_most', 0, most, fail),
    after: momentOf('after', after, fail),
    before: momentOf('before', before, fail),
  });
}

/** Removes undefined properties. */
function definedIn(given: { readonly [Key in keyof Frequency]: Frequency[Key] | undefined }): Frequency {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function isAbsent(given: unknown): boolean {
  return given === undefined || given === null || given === '';
}

function emailsOf(key: string, least: number, given: unknown, fail: Complain): number | undefined {
  if (isAbsent(given)) return undefined;
  const number = typeof given === 'string' && /^\d{1,6}$/.test(given.trim()) ? Number(given) : given;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= MAX_EMAILS) return number;
  fail(`must have an ${key} that is a whole number from ${least} to ${MAX_EMAILS}.`);
  return undefined;
}

function momentOf(key: string, given: unknown, fail: Complain): Moment | undefined {
  return isAbsent(given)
    ? undefined
    : parseMoment(given, (sentence) => fail(`must have a value of ${key} that ${sentence.replace(/^must be/, 'is')}`));
}

/**
 * Returns the SQL for contacts who opened or clicked a number of emails in a period. In the form `counted`, counts the
 * emails of all contacts at once. In other forms, counts emails only for contacts whose last open or click is not
 * earlier than the period, and uses only the index deliverable_by_contact.
 */
export function frequencyClause(did: 'opened' | 'clicked', frequency: Frequency, context: Context): string {
  const { after, before } = frequency;
  const time = (moment: Moment): string => `${context.bind(timeOf(moment, context.now))}::timestamptz`;
  const start = after && time(after);
  const end = before && time(before);
  const period = [
    ...(start === undefined ? [`d.${did}_at is not null`] : [`d.${did}_at >= ${start}`]),
    ...(end === undefined ? [] : [`d.${did}_at < ${end}`]),
  ].join(' and ');
  if (context.form === 'counted') return countedClause(frequency, period);
  const last = `s.last_${did}_at`;
  return eachClause(frequency, period, start === undefined ? `${last} is not null` : `${last} >= ${start}`);
}

/** Returns SQL that counts the emails of all contacts at once. */
function countedClause({ at_least: least, at_most: most }: Frequency, period: string): string {
  const within = least !== undefined && most !== undefined ? `between ${least} and ${most}` : `>= ${least}`;
  const found = `exists (select from (select d.contact_id from deliverable d where d.account_id = $1 and ${period}
    group by d.contact_id having count(*) ${least === undefined ? `> ${most}` : within}) few
    where few.contact_id = s.contact_id)`;
  return least === undefined ? `not ${found}` : found;
}

/** Returns SQL that counts the emails of each contact that meets the condition `isActive`. */
function eachClause({ at_least: least, at_most: most }: Frequency, period: string, isActive: string): string {
  // Count at most one email more than the limit, because higher counts make no difference.
  const emails = `(select count(*) from (select from deliverable d where d.account_id = $1
    and d.contact_id = s.contact_id and ${period} limit ${(most ?? least ?? 0) + 1}) few)`;
  // For contacts that never opened or clicked, the comparison is null. `coalesce` makes it false, so that PostgreSQL
  // does not count their emails: it skips the second operand of `and` after false, but not after null.
  if (least === undefined) return `not (coalesce(${isActive}, false) and ${emails} > ${most})`;
  return `${isActive} and ${emails} ${most === undefined ? `>= ${least}` : `between ${least} and ${most}`}`;
}

/** Describes a frequency, for example `opened at least 3 emails on or after 30 days ago`. Pure. */
export function frequencyWords(
  did: 'opened' | 'clicked',
  { after, at_least: least, at_most: most, before }: Frequency,
): string {
  const number = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ].join(' and ');
  const period = [
    ...(after === undefined ? [] : [` on or after ${momentWords(after)}`]),
    ...(before === undefined ? [] : [` before ${momentWords(before)}`]),
  ].join('');
  return `${did} ${number} emails${period}`;
}
