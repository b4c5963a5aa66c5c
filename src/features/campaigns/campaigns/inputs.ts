import { Type, type Static, type TSchema } from 'typebox';
import { readIsoTime } from '../../../base/iso-time.ts';
import { timeZoneNamed } from '../../../base/time-zone.ts';
import { idsOf, idsSchema } from '../../../http/account/ids.ts';
import { input, type Fail, type Input } from '../../../http/resource/input.ts';
import {
  design,
  MAX_SHORT_CHARACTERS,
  nullable,
  oneLine,
  plainText,
  subjectOf,
} from '../../transactional/mail-content/index.ts';
import { senderAddress, variantsOf } from './content-schema.ts';
import { MAX_GROUPS, MAX_LANGUAGES, MAX_SEGMENTS, MAX_SPREAD_HOURS, MAX_TEST_HOURS, MAX_VARIANTS } from './limits.ts';

export interface VariantTest {
  /** Percentage of the audience that receives the test. */
  readonly share: number;
  readonly rule: 'opens' | 'clicks';
  readonly hours: number;
}

const SHORT = { maxLength: MAX_SHORT_CHARACTERS };
const looseText = Type.Union([Type.String(), Type.Null()]);
/** Value of a form field. Forms send numbers and booleans as text. */
const loose = Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]);
/** Accepts any value, because the `read` function of the field validates it. */
const any = Type.Unknown();

type Read<Value> = (field: string, given: unknown, fail: Fail) => Value | undefined;

const orNull = (schema: TSchema, description: string, documentedAs: object = {}) =>
  Type.Union([schema, Type.Null()], { description, documentedAs });
const short = (description: string) =>
  Type.String({ description: `${description} At most ${MAX_SHORT_CHARACTERS} characters.`, documentedAs: SHORT });

/** A required string. Null and blank values become an empty string, which `requireNeeded` then rejects. */
const needed = (description: string, read: Read<string>): Input<string> =>
  input({
    shown: short(description),
    taken: looseText,
    isRequired: true,
    read: (given, field, fail) => (isEmpty(given) ? '' : (read(field, given, fail) ?? '')),
  });
/** An optional string. Null and blank values count as omitted. */
const spare = (shown: TSchema, read: Read<string>): Input<string> =>
  input({
    shown,
    taken: looseText,
    read: (given, field, fail) => (isEmpty(given) ? undefined : read(field, given, fail)),
  });
/** An optional value. Empty input becomes null, because forms cannot send null. */
const nothing = <Value>(shown: TSchema, taken: TSchema, read: Read<Value>): Input<Value | null> =>
  input({ shown, taken, read: (given, field, fail) => nullable(given, (value) => read(field, value, fail)) });

export const title = needed('Internal name, not visible to recipients.', oneLine);
export const subject = needed('Can contain merge tags. Must not start with RE: or FWD:.', subjectOf);
export const fromName = needed('Sender name.', oneLine);
export const fromEmail = needed('Sender address.', senderAddress);
export const replyTo = nothing(
  orNull(Type.String(), 'Postrider extension. Reply-to address.'),
  looseText,
  senderAddress,
);
/** Title of an automation email. Default: the subject. */
export const mailTitle = spare(
  Type.String({
    description: `Postrider extension. Internal name. Default: the subject. At most ${MAX_SHORT_CHARACTERS} characters.`,
  }),
  oneLine,
);
export const cloneTitle = spare(short('Default: `Resend: ` followed by the campaign’s title.'), oneLine);
export const cloneSubject = spare(short('Default: the campaign’s subject.'), subjectOf);

const AUDIENCE = Type.Enum(['non_openers', 'openers', 'clickers'], {
  description: 'Which recipients of the original campaign receive the clone.',
});
export const cloneAudience = input({
  shown: AUDIENCE,
  taken: AUDIENCE,
  isRequired: true,
  read: (given) => given,
});

/** A boolean. Null counts as omitted. */
export const flag = (description: string): Input<boolean> =>
  input({
    shown: Type.Boolean({ description }),
    taken: loose,
    read: (given, field, fail) => flagOf(field, given, fail),
  });

const groups = (most: number) => (description: string) =>
  input({
    shown: Type.Array(Type.Integer({ minimum: 1 }), {
      description: `${description} At most ${most}.`,
      documentedAs: { maxItems: most },
    }),
    taken: idsSchema,
    read: (given, field, fail) => idsOf(given, field, fail, most),
  });
export const lists = groups(MAX_GROUPS);
export const segments = groups(MAX_SEGMENTS);

export const spreadHours = input({
  shown: Type.Integer({
    minimum: 0,
    maximum: MAX_SPREAD_HOURS,
    description:
      'Postrider extension. Number of hours over which the emails are sent. Default: 0, which sends as fast as possible.',
  }),
  taken: loose,
  read: (given, field, fail) => numberOf(field, given, { least: 0, most: MAX_SPREAD_HOURS }, fail),
});

export const variants = input({
  shown: Type.Array(
    Type.Object({
      language: Type.Optional(
        orNull(
          Type.String(),
          'Language of the recipients who receive this variant, as a BCP 47 tag. If one variant has a language, all variants need a language, and `ab_test` must be null.',
        ),
      ),
      subject: Type.Optional(orNull(Type.String(), 'Default: the campaign’s subject.')),
      preview_text: Type.Optional(orNull(Type.String(), 'Default: the campaign’s preview text.')),
      html: Type.Optional(
        orNull(Type.String(), 'Default: the campaign’s content. If set, the campaign’s design and text are not used.'),
      ),
      design: Type.Optional(design.shown),
      text: Type.Optional(plainText.shown),
    }),
    {
      maxItems: MAX_LANGUAGES,
      description: `Postrider extension. Up to ${MAX_VARIANTS} variants to test against the campaign’s own content, or one variant for each language. Omitted fields use the campaign’s values.`,
    },
  ),
  taken: any,
  read: (given, _field, fail) => variantsOf(given, fail),
});

export const abTest = input({
  shown: Type.Union([
    Type.Object(
      {
        share: Type.Integer({
          minimum: 1,
          maximum: 100,
          description:
            'Percentage of the audience in the test. The campaign’s own content and each variant get an equal share.',
        }),
        rule: Type.Enum(['opens', 'clicks'], {
          description: 'Metric that determines which variant is sent to the rest of the audience.',
        }),
        hours: Type.Integer({ minimum: 1, maximum: MAX_TEST_HOURS, description: 'Hours until the winner is decided.' }),
      },
      { description: 'Postrider extension. A/B test settings.' },
    ),
    Type.Null(),
  ]),
  taken: any,
  read: testOf,
});

/**
 * A time without an offset is a local time, which is converted to UTC later, when the time zone is known. Null turns
 * the campaign back into a draft.
 */
const scheduledAt = (description: string): Input<string | null> =>
  input({
    shown: orNull(Type.String(), description, { format: 'date-time' }),
    taken: looseText,
    read: momentOf,
  });
export const schedule = scheduledAt(
  'When to send the campaign, in ISO 8601 format. A time without an offset is local time in `timezone`. If null, the ' +
    'campaign becomes a draft. Requires lists, tags, or segments.',
);
export const cloneSchedule = scheduledAt('When to send the clone. If omitted, the clone is created as a draft.');

export const timezone = input({
  shown: Type.String({
    description: 'Postrider extension. IANA time zone name. Default: the account’s time zone.',
  }),
  taken: looseText,
  read: zoneOf,
});

/** Returns whether a string is null or blank. Pure. */
function isEmpty(given: string | null): boolean {
  return given === null || given.trim() === '';
}

/** Treats an empty string as null, because forms cannot send null. */
function momentOf(given: string | null, field: string, fail: Fail): string | null {
  const moment = given?.trim() || null;
  if (moment !== null && !readIsoTime(moment)) {
    const examples = '2026-11-30T09:00:00 or 2026-11-30T09:00:00+01:00';
    fail(field, `must be an ISO 8601 date and time, for example ${examples}.`);
  }
  return moment;
}

function zoneOf(given: string | null, field: string, fail: Fail): string | undefined {
  const name = given?.trim() ?? '';
  if (name === '') return undefined;
  const zone = timeZoneNamed(name);
  if (zone === undefined) fail(field, 'must be an IANA time zone name, for example Europe/Berlin.');
  return zone;
}

function testOf(given: unknown, field: string, fail: Fail): VariantTest | null {
  if (given === null || given === '') return null;
  if (typeof given === 'object' && !Array.isArray(given)) return testFieldsOf({ ...given }, field, fail);
  fail(field, 'must be an object with share, rule, and hours, or null.');
  return null;
}

function testFieldsOf(
  { hours = '', rule, share = '' }: Readonly<Record<string, unknown>>,
  field: string,
  fail: Fail,
): VariantTest {
  const number = (name: string, given: unknown, most: number) =>
    numberOf(`${field}.${name}`, given ?? '', { least: 1, most }, fail) ?? 1;
  if (rule !== 'opens' && rule !== 'clicks') fail(`${field}.rule`, 'must be opens or clicks.');
  return {
    share: number('share', share, 100),
    rule: rule === 'clicks' ? rule : 'opens',
    hours: number('hours', hours, MAX_TEST_HOURS),
  };
}

/** Parses a boolean. The value can also be text from a form. Null counts as omitted. Pure. */
export function flagOf(field: string, given: Static<typeof loose>, fail: Fail): boolean | undefined {
  if (given === null) return undefined;
  const text = String(given);
  if (['true', '1'].includes(text)) return true;
  if (!['false', '0', ''].includes(text)) fail(field, 'must be true or false.');
  return false;
}

/** Parses an integer. The value can also be text from a form. Null counts as omitted. Pure. */
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
  fail(field, `must be an integer from ${least} to ${most}.`);
  return undefined;
}
