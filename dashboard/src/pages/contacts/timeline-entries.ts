import type { Answer } from '../../api.ts';

type Contact = Answer<'GET /contacts/{id}'>;
type Activity = Answer<'GET /contacts/{id}/activity'>;
type Deliverable = Activity['deliverables']['data'][number];
/** The import that added the contact. */
type Imported = Pick<Activity['contact'], 'imported_at' | 'imported_from'>;
type Consent = Answer<'GET /contacts/{id}/consents'>['data'][number];
type Message = Answer<'GET /transactional/emails'>['data'][number];

/** Type of a timeline entry. The type determines the icon. */
export type Happening =
  | 'added'
  | 'confirmed'
  | 'agreed'
  | 'sent'
  | 'opened'
  | 'clicked'
  | 'bounced'
  | 'unsubscribed'
  | 'complained'
  | 'invalid'
  | 'message';

/** An entry of a contact's timeline. */
export interface Entry {
  readonly key: string;
  readonly at: string;
  readonly what: Happening;
  readonly title: string;
  /** Text below the title of the entry. */
  readonly detail?: string;
  /** Text that was stored with the contact, such as the text of a consent. */
  readonly quote?: string;
  /** Link to the details of the entry. */
  readonly to?: { readonly path: string; readonly id: string };
  /** Status of a transactional email. */
  readonly state?: string;
}

interface Known {
  readonly contact: Contact;
  readonly imported: Imported;
  readonly consents: readonly Consent[];
  readonly deliverables: readonly Deliverable[];
  readonly messages: readonly Message[];
}

/** Returns everything that happened to a contact, newest first. */
export function entriesOf({ consents, contact, deliverables, imported, messages }: Known): readonly Entry[] {
  const entries = [
    ...ofOrigin(contact, imported),
    ...ofContact(contact, imported, deliverables),
    ...consents.map(ofConsent),
    ...deliverables.flatMap(ofDeliverable),
    ...messages.map(ofMessage),
  ];
  return entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Returns the entries for the origin of the contact, such as an import or a form. */
function ofOrigin(contact: Contact, { imported_at: imported, imported_from: file }: Imported): readonly Entry[] {
  const { created_at: created, form_id: form, ip_address: ip } = contact;
  const from = ip === null ? {} : { detail: `From ${ip}.` };
  return [
    ...(imported === null
      ? []
      : [{ key: 'imported', at: imported, what: 'added' as const, title: `Imported from ${file ?? 'a file'}` }]),
    ...some(
      form !== null && {
        at: created,
        what: 'added',
        title: 'Signed up through a form',
        to: { path: '/forms/$id', id: String(form) },
        ...from,
      },
    ),
    ...some(imported === null && form === null && { at: created, what: 'added', title: 'Contact added', ...from }),
  ];
}

function ofContact(
  contact: Contact,
  { imported_at: imported }: Imported,
  deliverables: readonly Deliverable[],
): readonly Entry[] {
  const { bounced_at: bounced, confirmed_at: confirmed, created_at: created } = contact;
  const { invalid_at: invalid, unsubscribed_at: unsubscribed } = contact;
  const isReported = (at: string, key: 'bounced_at' | 'unsubscribed_at'): boolean =>
    deliverables.some((each) => each[key] === at);
  // If the confirmation date is from a file, the contact was not confirmed with Postrider.
  const isConfirmedHere =
    confirmed !== null && (imported === null ? confirmed !== created : Date.parse(confirmed) > Date.parse(imported));
  return [
    ...some(isConfirmedHere && { at: confirmed, what: 'confirmed', title: 'Confirmed the email address' }),
    ...some(
      unsubscribed !== null &&
        !isReported(unsubscribed, 'unsubscribed_at') && {
          at: unsubscribed,
          what: 'unsubscribed',
          title: 'Unsubscribed',
        },
    ),
    ...some(
      bounced !== null && !isReported(bounced, 'bounced_at') && { at: bounced, what: 'bounced', title: 'Hard bounce' },
    ),
    ...some(invalid !== null && { at: invalid, what: 'invalid', title: 'Email address marked as invalid' }),
  ];
}

function some(entry: Omit<Entry, 'key'> | false): readonly Entry[] {
  return entry === false ? [] : [{ key: entry.what, ...entry }];
}

const SOURCES: Readonly<Record<Consent['source'], string>> = {
  api: 'Recorded through the API',
  import: 'Recorded in an import',
  form: 'Recorded through a form',
  dashboard: 'Recorded in the dashboard',
};

function ofConsent({ given_at: at, id, ip, recorded_by: by, source, text }: Consent): Entry {
  const detail = `${SOURCES[source]}${by === null ? '' : ` by ${by}`}${ip === null ? '' : `, from ${ip}`}.`;
  return { key: `consent ${id}`, at, what: 'agreed', title: 'Gave consent', quote: text, detail };
}

const OF_MAILS = [
  ['sent_at', 'sent', 'Sent'],
  ['opened_at', 'opened', 'Opened'],
  ['clicked_at', 'clicked', 'Clicked a link in'],
  ['bounced_at', 'bounced', 'Bounced:'],
  ['unsubscribed_at', 'unsubscribed', 'Unsubscribed through'],
  ['spam_at', 'complained', 'Reported as spam:'],
] as const;

function ofDeliverable(mail: Deliverable): readonly Entry[] {
  return OF_MAILS.flatMap(([key, what, words]) => {
    const at = mail[key];
    if (at === null) return [];
    const id = String(mail.campaign_id);
    return [
      {
        key: `${what} ${id}`,
        at,
        what,
        title: `${words} “${mail.campaign_title}”`,
        to: { path: '/campaigns/$id', id },
      },
    ];
  });
}

function ofMessage({ created_at: at, id, status, subject, tag }: Message): Entry {
  return {
    key: id,
    at,
    what: 'message',
    title: subject,
    detail: tag === null ? 'Transactional email.' : `Transactional email, tagged ${tag}.`,
    state: status,
    to: { path: '/messages/$id', id },
  };
}

/** Groups timeline entries by day without changing their order. */
export function byDay(
  entries: readonly Entry[],
  dayOf: (at: string) => string,
): readonly { readonly day: string; readonly entries: readonly Entry[] }[] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, of]) => ({ day, entries: of }));
}
