import { Type, type Static } from 'typebox';
import { readIsoTime } from '../../../base/iso-time.ts';
import { idsOf, idsSchema } from '../../../http/account/ids.ts';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import {
  bodyOf,
  oneLine,
  senderAddress,
  subjectOf,
  variantsOf,
  type Body,
  type VariantContent,
} from './content-schema.ts';
import { MAX_GROUPS, MAX_SEGMENTS, MAX_SPREAD_HOURS, MAX_TEST_HOURS } from './limits.ts';
import type { ResendAudience } from './queries.ts';
import { changeShown, cloneShown, newShown } from './request-schema.ts';
import { timeZoneNamed } from './schedule.ts';

/** Lists, tags and segments by which a campaign finds whom it is sent to. */
export interface Audience {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
  readonly segments: readonly number[];
  readonly excludedLists: readonly number[];
  readonly excludedTags: readonly number[];
  readonly excludedSegments: readonly number[];
}

/** How variants are tried out. */
export interface VariantTest {
  /** Percent of the audience. */
  readonly share: number;
  readonly rule: 'opens' | 'clicks';
  readonly hours: number;
}

/** When a campaign is to be sent. */
export interface Schedule {
  /** As it was given: it is read in a time zone. Null makes a draft. */
  readonly scheduledAt?: string | null;
  readonly timezone?: string;
}

/** What a caller says of a campaign; what is absent stays. */
export interface DraftChange extends Partial<Audience>, Body, Schedule {
  readonly title?: string;
  readonly inlinesCss?: boolean;
  readonly fromName?: string;
  readonly fromEmail?: string;
  readonly replyTo?: string | null;
  readonly engagedOnly?: boolean;
  readonly tracksOpens?: boolean;
  readonly tracksClicks?: boolean;
  readonly spreadHours?: number;
  readonly test?: VariantTest | null;
  readonly variants?: readonly VariantContent[];
}

/** A clone that is wanted. */
export interface CloneWanted extends Schedule {
  readonly audience: ResendAudience;
  readonly subject?: string;
  readonly title?: string;
}

type Fail = (field: string, sentence: string) => void;

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** What forms write as text. */
const loose = Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]));
const ids = Type.Optional(idsSchema);
/** What is judged piece by piece. */
const any = Type.Optional(Type.Unknown());

/** The fields of a campaign as they may come. */
export const taken = Type.Object({
  title: text,
  subject: text,
  preview_text: text,
  html: text,
  design: any,
  text,
  inline_css: loose,
  from_name: text,
  from_email: text,
  reply_to: text,
  lists: ids,
  excluded_lists: ids,
  to_contact_tags: ids,
  excluded_contact_tags: ids,
  segments: ids,
  excluded_segments: ids,
  engaged_only: loose,
  track_opens: loose,
  track_clicks: loose,
  spread_hours: loose,
  variants: any,
  ab_test: any,
  scheduled_at: text,
  timezone: text,
});
/** A campaign as it may come. */
type Taken = Static<typeof taken>;

const NEEDED = ['title', 'subject', 'from_name', 'from_email'] as const;

/** Parser of a page of campaigns. */
export const campaignsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parser of a new campaign. */
export const newCampaign = shownAs(
  newShown,
  parserOf(taken, (given, fail) => {
    for (const field of NEEDED) if (isEmpty(given[field])) fail(field, 'is required.');
    return changeOf(given, fail);
  }),
);

/** Parser of a change: arrays replace those that there are. */
export const campaignChange = shownAs(
  changeShown,
  parserOf(taken, (given, fail) => {
    for (const field of NEEDED) {
      if (given[field] !== undefined && isEmpty(given[field])) fail(field, 'must not be empty.');
    }
    return changeOf(given, fail);
  }),
);

/** Parser of a clone. */
export const cloneRequest = shownAs(
  cloneShown,
  parserOf(
    Type.Object({
      audience: Type.Enum(['non_openers', 'openers', 'clickers']),
      subject: text,
      title: text,
      scheduled_at: text,
      timezone: text,
    }),
    (given, fail): CloneWanted => ({
      audience: given.audience,
      ...present({
        subject: isEmpty(given.subject) ? undefined : subjectOf('subject', given.subject, fail),
        title: isEmpty(given.title) ? undefined : oneLine('title', given.title, fail),
      }),
      ...scheduleOf(given, fail),
    }),
  ),
);

/** Whether a text is not given, or holds nothing. Pure. */
export function isEmpty(given: string | null | undefined): boolean {
  return given === undefined || given === null || given.trim() === '';
}

/** What a request says of a campaign; calls `fail` for what is wrong with it. Pure. */
export function changeOf(given: Taken, fail: Fail): DraftChange {
  return {
    ...bodyOf(given, '', fail),
    ...present({
      title: oneLine('title', given.title, fail),
      subject: subjectOf('subject', given.subject, fail),
      fromName: oneLine('from_name', given.from_name, fail),
      fromEmail: senderAddress('from_email', given.from_email, fail),
      inlinesCss: flagOf('inline_css', given.inline_css, fail),
      engagedOnly: flagOf('engaged_only', given.engaged_only, fail),
      tracksOpens: flagOf('track_opens', given.track_opens, fail),
      tracksClicks: flagOf('track_clicks', given.track_clicks, fail),
      spreadHours: numberOf('spread_hours', given.spread_hours, { least: 0, most: MAX_SPREAD_HOURS }, fail),
      test: testOf(given.ab_test, fail),
      variants: variantsOf(given.variants, fail),
    }),
    ...(given.reply_to !== undefined && { replyTo: senderAddress('reply_to', given.reply_to, fail) ?? null }),
    ...audienceOf(given, fail),
    ...scheduleOf(given, fail),
  };
}

function audienceOf(given: Taken, fail: Fail): Partial<Audience> {
  return present({
    lists: idsOf(given.lists, 'lists', fail, MAX_GROUPS),
    excludedLists: idsOf(given.excluded_lists, 'excluded_lists', fail, MAX_GROUPS),
    tags: idsOf(given.to_contact_tags, 'to_contact_tags', fail, MAX_GROUPS),
    excludedTags: idsOf(given.excluded_contact_tags, 'excluded_contact_tags', fail, MAX_GROUPS),
    segments: idsOf(given.segments, 'segments', fail, MAX_SEGMENTS),
    excludedSegments: idsOf(given.excluded_segments, 'excluded_segments', fail, MAX_SEGMENTS),
  });
}

/** Forms have no null: what is empty is. */
function scheduleOf(given: Pick<Taken, 'scheduled_at' | 'timezone'>, fail: Fail): Schedule {
  const scheduledAt = given.scheduled_at?.trim() || null;
  if (scheduledAt !== null && !readIsoTime(scheduledAt)) {
    const examples = '2026-11-30T09:00:00 or 2026-11-30T09:00:00+01:00';
    fail('scheduled_at', `must be an ISO 8601 date and time, for example ${examples}.`);
  }
  return {
    ...present({ timezone: zoneOf(given.timezone?.trim() ?? '', fail) }),
    ...(given.scheduled_at !== undefined && { scheduledAt }),
  };
}

function zoneOf(given: string, fail: Fail): string | undefined {
  if (given === '') return undefined;
  const zone = timeZoneNamed(given);
  if (zone === undefined) fail('timezone', 'must be an IANA time zone name, for example Europe/Berlin.');
  return zone;
}

function testOf(given: unknown, fail: Fail): VariantTest | null | undefined {
  if (given === undefined) return undefined;
  if (given === null || given === '') return null;
  if (typeof given === 'object' && !Array.isArray(given)) return testFieldsOf({ ...given }, fail);
  fail('ab_test', 'must be an object with share, rule and hours, or null.');
  return null;
}

function testFieldsOf({ hours = '', rule, share = '' }: Readonly<Record<string, unknown>>, fail: Fail): VariantTest {
  if (rule !== 'opens' && rule !== 'clicks') fail('ab_test.rule', 'must be opens or clicks.');
  return {
    share: neededNumber('ab_test.share', share, 100, fail),
    rule: rule === 'clicks' ? rule : 'opens',
    hours: neededNumber('ab_test.hours', hours, MAX_TEST_HOURS, fail),
  };
}

function neededNumber(field: string, given: unknown, most: number, fail: Fail): number {
  return numberOf(field, given ?? '', { least: 1, most }, fail) ?? 1;
}

/** Yes or no, as forms write it too; null is not given. Pure. */
export function flagOf(
  field: string,
  given: boolean | number | string | null | undefined,
  fail: Fail,
): boolean | undefined {
  if (given === undefined || given === null) return undefined;
  const text = String(given);
  if (['true', '1'].includes(text)) return true;
  if (!['false', '0', ''].includes(text)) fail(field, 'must be true or false.');
  return false;
}

/** A whole number, as forms write it too; null is not given. Pure. */
export function numberOf(
  field: string,
  given: unknown,
  { least, most }: { readonly least: number; readonly most: number },
  fail: Fail,
): number | undefined {
  if (given === undefined || given === null) return undefined;
  const isNumber = typeof given === 'number' || typeof given === 'string';
  const value = isNumber && /^\d{1,9}$/.test(String(given).trim()) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  fail(field, `must be a whole number from ${least} to ${most}.`);
  return undefined;
}

/** Without what is undefined: what is absent of a change stays. */
function present<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Each value that is left is of its type and not undefined.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
