import type { Answer } from '../../api.ts';

/** An entry of the timeline, as in API responses. */
export type TimelineEntry = Answer<'GET /dashboard/contacts/{id}/timeline'>['data'][number];

/** An entry of a contact's timeline, in the form in which it is displayed. */
export interface Entry {
  readonly key: string;
  readonly at: string;
  /** Type of the entry, which determines the icon. */
  readonly what: TimelineEntry['type'];
  readonly title: string;
  /** Text below the title of the entry. */
  readonly detail?: string | undefined;
  /** Text that was stored with the contact, such as the text of a consent. */
  readonly quote?: string | undefined;
  /** Link to the details of the entry. */
  readonly to?: { readonly path: string; readonly id: string } | undefined;
  /** Status of a transactional email. */
  readonly state?: string | undefined;
}

/** Options of the timeline filter. */
export const KINDS: readonly { readonly value: TimelineEntry['kind'] | ''; readonly label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'sign_up', label: 'Sign-up and consent' },
  { value: 'groups', label: 'Lists and tags' },
  { value: 'emails', label: 'Emails' },
  { value: 'engagement', label: 'Opens and clicks' },
  { value: 'opt_out', label: 'Unsubscribes and bounces' },
  { value: 'events', label: 'Events' },
  { value: 'automations', label: 'Automations' },
];

const MAX_DETAIL_CHARACTERS = 300;
const SOURCES: Readonly<Record<string, string>> = {
  api: 'Recorded through the API',
  import: 'Recorded in an import',
  form: 'Recorded through a form',
  dashboard: 'Recorded in the dashboard',
};
/** Text before the title of an email, by entry type. */
const OF_MAILS: Readonly<Partial<Record<TimelineEntry['type'], string>>> = {
  sent: 'Sent',
  opened: 'Opened',
  clicked: 'Clicked a link in',
  bounced: 'Bounced:',
  unsubscribed: 'Unsubscribed through',
  complained: 'Reported as spam:',
};
/** Page of the email for each kind of campaign. Confirmation emails have no page. */
const PAGES: Readonly<Record<string, string>> = { campaign: '/campaigns/$id', automation: '/automations/$id' };

/** Describes an entry of the timeline. Pure. */
export function wordsOf(entry: TimelineEntry): Entry {
  const { at, key, type } = entry;
  return { key, at, what: type, ...sayingOf(entry) };
}

type Saying = Omit<Entry, 'key' | 'at' | 'what'>;

function sayingOf(entry: TimelineEntry): Saying {
  switch (entry.type) {
    case 'added':
      return ofOrigin(entry);
    case 'confirmed':
      return { title: 'Confirmed the email address' };
    case 'merged':
      return { title: `Merged with ${entry.name ?? 'another contact'}` };
    case 'consented':
      return ofConsent(entry);
    case 'message':
      return ofMessage(entry);
    case 'event':
      return { title: `Event “${entry.name ?? ''}”`, detail: propertiesText(entry.details.properties) };
    default:
      return ofMembership(entry) ?? ofMail(entry);
  }
}

/** Text before the name of a list, a tag, or an automation, and the page of the object. Tags have no page. */
const OF_MEMBERSHIPS: Readonly<Partial<Record<TimelineEntry['type'], readonly [words: string, path?: string]>>> = {
  list: ['Added to the list', '/lists/$id'],
  left_list: ['Used the preferences page to unsubscribe from the list', '/lists/$id'],
  tag: ['Tagged'],
  entered_automation: ['Entered the automation', '/automations/$id'],
  ended_automation: ['Completed or left the automation', '/automations/$id'],
};

function ofMembership({ name, object_id: id, type }: TimelineEntry): Saying | undefined {
  const [saying, path] = OF_MEMBERSHIPS[type] ?? [];
  if (saying === undefined) return undefined;
  return { title: `${saying} “${name ?? ''}”`, ...(path !== undefined && id !== null && { to: { path, id } }) };
}

function ofMessage({ details: { status, tag }, name, object_id: id }: TimelineEntry): Saying {
  return {
    title: name ?? '',
    detail: tag === undefined ? 'Transactional email.' : `Transactional email, tagged ${tag}.`,
    state: status,
    to: id === null ? undefined : { path: '/messages/$id', id },
  };
}

function ofOrigin({ details: { ip_address: ip, source }, name, object_id: form }: TimelineEntry): Saying {
  const detail = ip === undefined ? undefined : `From ${ip}.`;
  if (source === 'import') return { title: `Imported from ${name ?? 'a file'}` };
  if (source !== 'form' || form === null) return { title: 'Contact added', detail };
  const title = name === null ? 'Signed up through a form' : `Signed up through the form “${name}”`;
  return { title, detail, to: { path: '/forms/$id', id: form } };
}

function ofConsent({ details: { ip_address: ip, recorded_by: by, source = '', text } }: TimelineEntry): Saying {
  const detail = `${SOURCES[source] ?? 'Recorded'}${by === undefined ? '' : ` by ${by}`}${ip === undefined ? '' : `, from ${ip}`}.`;
  return { title: 'Gave consent', quote: text, detail };
}

/** Describes what happened to an email or, if the entry does not refer to an email, the new status of the contact. */
function ofMail({ details, name, object_id: id, type }: TimelineEntry): Saying {
  if (id === null) {
    if (type === 'unsubscribed') return { title: 'Unsubscribed' };
    return { title: type === 'invalid' ? 'Email address marked as invalid' : 'Hard bounce' };
  }
  const path = PAGES[details.campaign_kind ?? ''];
  return {
    title: `${OF_MAILS[type] ?? ''} ${name === null ? 'a deleted email' : `“${name}”`}`,
    detail: details.links?.length ? shortened(details.links.join(', ')) : undefined,
    ...(path !== undefined && { to: { path, id } }),
  };
}

/** Lists properties of an event in one line of limited length. Returns undefined if there are none. Pure. */
export function propertiesText(properties: Readonly<Record<string, unknown>> = {}): string | undefined {
  const parts = Object.entries(properties).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return parts.length === 0 ? undefined : shortened(parts.join(', '));
}

function shortened(text: string): string {
  return text.length > MAX_DETAIL_CHARACTERS ? `${text.slice(0, MAX_DETAIL_CHARACTERS)}…` : text;
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
