import { Type, type Static } from 'typebox';
import { canonicalAddress } from '../../../base/ip-address.ts';
import { timeZoneNamed } from '../../../base/time-zone.ts';
import { idOf, idSchema, idsOf, idsSchema } from '../../../http/account/ids.ts';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';
import { parseLanguage } from '../../../mail/languages/tags.ts';
import { MAX_FIELDS, type FieldInput } from '../contact-fields/index.ts';
import { contactAddressOf, type ContactAddress } from '../contact-notes/index.ts';
import { consentSchema, parseConsent } from './consent.ts';
import type { ContactChange, ContactInput } from './one.ts';
import type { NewContact } from './store.ts';

/** Maximum length of a first or last name, in characters. */
export const MAX_NAME_CHARACTERS = 191;
export const MAX_BATCH = 1_000;

type Fail = (field: string, sentence: string) => void;

const textOrNull = (description: string, documentedAs: object = {}) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description, documentedAs }));
const email = Type.String({
  description: 'Email address that identifies the contact, case-insensitive.',
  documentedAs: { format: 'email' },
});
const name = textOrNull(`At most ${MAX_NAME_CHARACTERS} characters.`, { maxLength: MAX_NAME_CHARACTERS });
const isTracked = Type.Optional(
  Type.Boolean({ description: 'Postrider extension. Whether to record the contact’s future opens and clicks.' }),
);
const language = textOrNull(
  'Postrider extension. Language as a BCP 47 tag, such as `de` or `pt-BR`. Null clears the language.',
);
const timezone = textOrNull('Postrider extension. IANA time zone, such as `Europe/Berlin`. Null clears the time zone.');
const listIds = (description: string) => Type.Optional(Type.Union(idsSchema.anyOf, { description }));
const contactFields = Type.Optional(
  Type.Union(
    [
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'Name of a custom field.' }),
          value: Type.Optional(
            Type.Union([Type.String(), Type.Number(), Type.Null()], { description: 'Null clears the value.' }),
          ),
        }),
      ),
      Type.Null(),
    ],
    { description: 'Values of custom fields. Omitted fields keep their values.' },
  ),
);

/** Parses a contact to save. Empty names are ignored, because HTML forms submit empty inputs. */
export const newContact = parserOf(
  Type.Object({
    email,
    first_name: name,
    last_name: name,
    ip_address: textOrNull('IP address that the contact signed up from.'),
    lists: listIds('Lists to add the contact to.'),
    contact_fields: contactFields,
    is_tracked: isTracked,
    language,
    timezone,
    consent: Type.Optional(consentSchema),
  }),
  (given, fail): ContactInput => ({
    email: addressOf(given.email, 'email', fail),
    firstName: nameOf(given.first_name, 'first_name', fail) || undefined,
    lastName: nameOf(given.last_name, 'last_name', fail) || undefined,
    ipAddress: ipAddressOf(given.ip_address, fail),
    isTracked: given.is_tracked,
    language: languageOf(given.language, 'language', fail),
    timezone: timezoneOf(given.timezone, 'timezone', fail),
    consent: given.consent && parseConsent(given.consent, fail),
    listIds: idsOf(given.lists, 'lists', fail),
    fields: fieldsOf(given.contact_fields, fail),
  }),
);

export const contactChange = parserOf(
  Type.Object({
    email: Type.Optional(Type.String({ description: 'Email address of the contact. You cannot change the address.' })),
    first_name: name,
    last_name: name,
    lists: listIds('Lists of the contact. These lists replace the contact’s list memberships.'),
    contact_fields: contactFields,
    is_tracked: isTracked,
    language,
    timezone,
  }),
  (given, fail): ContactChange => ({
    email: given.email === undefined ? undefined : addressOf(given.email, 'email', fail),
    firstName: given.first_name === null ? '' : nameOf(given.first_name, 'first_name', fail),
    lastName: given.last_name === null ? '' : nameOf(given.last_name, 'last_name', fail),
    isTracked: given.is_tracked,
    language: languageOf(given.language, 'language', fail),
    timezone: timezoneOf(given.timezone, 'timezone', fail),
    listIds: idsOf(given.lists, 'lists', fail),
    fields: fieldsOf(given.contact_fields, fail),
  }),
);

export const contactBatch = parserOf(
  Type.Object({
    contacts: Type.Array(
      Type.Object({
        email,
        first_name: name,
        last_name: name,
        language,
        timezone,
        lists: listIds('Lists to add the contact to.'),
        consent: Type.Optional(consentSchema),
      }),
      {
        minItems: 1,
        maxItems: MAX_BATCH,
      },
    ),
  }),
  ({ contacts }, fail): readonly (NewContact & Pick<ContactInput, 'consent'>)[] =>
    contacts.map((given, index) => ({
      email: addressOf(given.email, `contacts.${index}.email`, fail),
      firstName: nameOf(given.first_name, `contacts.${index}.first_name`, fail) || undefined,
      lastName: nameOf(given.last_name, `contacts.${index}.last_name`, fail) || undefined,
      language: languageOf(given.language, `contacts.${index}.language`, fail),
      timezone: timezoneOf(given.timezone, `contacts.${index}.timezone`, fail),
      listIds: idsOf(given.lists, `contacts.${index}.lists`, fail),
      consent: given.consent && parseConsent(given.consent, fail, `contacts.${index}.consent`),
    })),
);

export const unsubscription = parserOf(Type.Object({ email }), (given, fail) => ({
  email: addressOf(given.email, 'email', fail),
}));

/** Parses the ID of a contact to add to a list. */
export const newMember = parserOf(Type.Object({ contact_id: idSchema }), (given, fail) => {
  const contactId = idOf(given.contact_id);
  if (contactId === undefined) fail('contact_id', 'must be an ID (a positive integer).');
  return { contactId: contactId ?? 0 };
});

export const activityQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

function addressOf(given: string, field: string, fail: Fail): ContactAddress {
  const address = contactAddressOf(given);
  if (typeof address === 'string') return address;
  fail(field, given.trim() === '' ? 'is required.' : address.fault);
  // The value is never used because `fail` rejects the request.
  return '' as ContactAddress;
}

function nameOf(given: string | null | undefined, field: string, fail: Fail): string | undefined {
  const text = given?.trim();
  if (text === undefined) return undefined;
  if (Array.from(text).length > MAX_NAME_CHARACTERS) {
    fail(field, `must have at most ${MAX_NAME_CHARACTERS} characters.`);
  } else if (CONTROL_CHARACTERS.test(text)) fail(field, 'must not contain line breaks or control characters.');
  return text;
}

/**
 * Returns the language tag in canonical form, or an empty string to delete the language. Returns undefined if the tag
 * is absent or invalid.
 */
function languageOf(given: string | null | undefined, field: string, fail: Fail): string | undefined {
  if (given === undefined) return undefined;
  if (given === null || given.trim() === '') return '';
  const parsed = parseLanguage(given);
  if ('fault' in parsed) fail(field, parsed.fault);
  return 'tag' in parsed ? parsed.tag : undefined;
}

/**
 * Returns the name of the time zone, or an empty string to delete the time zone. Returns undefined if the name is
 * absent or invalid.
 */
function timezoneOf(given: string | null | undefined, field: string, fail: Fail): string | undefined {
  if (given === undefined) return undefined;
  const name = given?.trim() ?? '';
  if (name === '') return '';
  const zone = timeZoneNamed(name);
  if (zone === undefined) fail(field, 'must be an IANA time zone name, for example Europe/Berlin.');
  return zone;
}

// oxlint-disable-next-line no-control-regex -- The pattern matches control characters on purpose.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

function ipAddressOf(given: string | null | undefined, fail: Fail): string | undefined {
  const text = given?.trim() ?? '';
  if (text === '') return undefined;
  const address = canonicalAddress(text);
  if (address === undefined) fail('ip_address', 'must be an IPv4 or IPv6 address.');
  return address;
}

function fieldsOf(
  given: Static<typeof contactFields> | undefined,
  fail: Fail,
): readonly { readonly name: string; readonly value: FieldInput }[] | undefined {
  if (!given) return undefined;
  if (given.length > MAX_FIELDS) fail('contact_fields', `must have at most ${MAX_FIELDS} items, not ${given.length}.`);
  return given.map((field) => ({ name: field.name, value: field.value ?? null }));
}
