import { invalid, Refusal } from '../../../../base/refusal.ts';
import { readContactChange, readNewContact, type ContactRequest } from './contact-request.ts';
import { bodyOf, underNames, type CompatRequest } from './native.ts';
import { nativeId, noSuch, shownObjectId, type NativePage } from './objects.ts';
import type { AccountParts, Contact } from './parts.ts';
import { propertiesOf, type Property } from './properties.ts';

type Parts = Pick<AccountParts, 'native'>;

/** Adds or updates a contact. Throws validation_error with the field names of this API. */
export async function addContact(
  parts: Parts,
  request: CompatRequest,
  body: unknown,
  segment?: number,
): Promise<Contact> {
  const given = readNewContact(body, segment);
  const properties = await requireProperties(parts, request, given);
  if (given.isUnsubscribed) return addUnsubscribed(parts, request, given, properties);
  const contact = await reported(given, () =>
    bodyOf<Contact>(parts.native, request, 'POST /contacts', {
      body: { email: given.email, ...given.fields, ...properties },
    }),
  );
  requireNoResubscription(given, contact);
  return contact;
}

/**
 * Adds a contact and unsubscribes the contact before adding it to segments, so that the contact gets neither a
 * confirmation email nor an automation email.
 */
async function addUnsubscribed(
  { native }: Parts,
  request: CompatRequest,
  given: ContactRequest,
  properties: object,
): Promise<Contact> {
  const { email, fields } = given;
  return reported(given, async () => {
    await bodyOf(native, request, 'POST /contacts/batch', { body: { contacts: [{ email }] } });
    const { id } = await bodyOf<Contact>(native, request, 'POST /contacts/unsubscribe', { body: { email } });
    const params = { id: String(id) };
    return bodyOf<Contact>(native, request, 'PATCH /contacts/:id', { params, body: { ...fields, ...properties } });
  });
}

/** Changes a contact. Throws not_found, or validation_error with the field names of this API. */
export async function changeContact(
  parts: Parts,
  request: CompatRequest,
  contact: Contact,
  body: unknown,
): Promise<void> {
  const given = readContactChange(body, contact.email);
  requireNoResubscription(given, contact);
  const properties = await requireProperties(parts, request, given);
  const params = { id: String(contact.id) };
  await reported(given, () =>
    bodyOf(parts.native, request, 'PATCH /contacts/:id', { params, body: { ...given.fields, ...properties } }),
  );
  if (given.isUnsubscribed && contact.unsubscribed_at === null) {
    await bodyOf(parts.native, request, 'POST /contacts/unsubscribe', { body: { email: contact.email } });
  }
}

/**
 * Throws validation_error if a request would resubscribe a contact, because only contacts themselves can resubscribe.
 */
function requireNoResubscription({ isUnsubscribed }: ContactRequest, contact: Contact): void {
  if (isUnsubscribed !== false || contact.unsubscribed_at === null) return;
  throw invalid({
    unsubscribed: [
      'cannot be set to false, because the contact unsubscribed. The contact can subscribe again with a form.',
    ],
  });
}

/** Returns the contact with the given ID or email address. Throws not_found. */
export async function contactNamed({ native }: Parts, request: CompatRequest, given = ''): Promise<Contact> {
  const id = nativeId('contact', given);
  if (id !== undefined) {
    return bodyOf<Contact>(native, request, 'GET /contacts/:id', { params: { id: String(id) } });
  }
  const query = { email: given, per_page: '1' };
  const page = given.includes('@')
    ? await bodyOf<NativePage<Contact>>(native, request, 'GET /contacts', { query }).catch(notAnAddress)
    : undefined;
  const [found] = page?.data ?? [];
  if (!found) throw noSuch('contact');
  return found;
}

/** Returns undefined for an invalid address, because no contact can have it. Throws all other errors. */
function notAnAddress(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'validation_error') return undefined;
  throw error;
}

/** Formats a contact for a listing. */
export function presentContact({ created_at, email, first_name, id, last_name, unsubscribed_at }: Contact): object {
  return {
    id: shownObjectId('contact', id),
    email,
    first_name: first_name || null,
    last_name: last_name || null,
    created_at,
    unsubscribed: unsubscribed_at !== null,
  };
}

/** Formats a single contact with its properties. */
export function presentContactInFull(contact: Contact, properties: readonly Property[]): object {
  const types = new Map(properties.map(({ name, type }) => [name, type]));
  return {
    object: 'contact',
    ...presentContact(contact),
    properties: Object.fromEntries(
      contact.contact_fields.map(({ name, value }) => [
        name,
        types.get(name) === 'number' ? { type: 'number', value: Number(value) } : { type: 'string', value },
      ]),
    ),
  };
}

/** Returns the values for a request to Postrider's own API. Throws validation_error for unknown properties. */
async function requireProperties(
  parts: Parts,
  request: CompatRequest,
  { properties }: ContactRequest,
): Promise<{ readonly contact_fields?: readonly object[] }> {
  const names = Object.keys(properties);
  if (names.length === 0) return {};
  const known = new Set((await propertiesOf(parts, request)).map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw invalid(
      Object.fromEntries(
        unknown.map((name) => [
          `properties.${name}`,
          ['is not a contact property. Create the property first with POST /contact-properties.'],
        ]),
      ),
    );
  }
  return { contact_fields: names.map((name) => ({ name, value: properties[name] })) };
}

async function reported<T>({ properties }: ContactRequest, work: () => Promise<T>): Promise<T> {
  const names = Object.keys(properties);
  return underNames((field) => {
    const [, index] = /^contact_fields\.(\d+)\./.exec(field) ?? [];
    if (index !== undefined) return `properties.${names[Number(index)]}`;
    return field === 'lists' ? 'segments' : field.replace(/^contacts\.0\./, '');
  }, work);
}
