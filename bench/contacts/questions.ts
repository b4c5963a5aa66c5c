import type { ContactFilter, ResolvedFilter } from '../../src/features/audience/contact-filters/index.ts';
import type { Audience } from './rows.ts';

const DAY_MS = 86_400_000;

/** What contacts are asked for. */
export interface Question {
  readonly name: string;
  readonly filter: ResolvedFilter;
  /** Members of lists or tags must be looked at, beside the contacts. */
  readonly hasMembers: boolean;
  readonly hasSearch: boolean;
}

const MEMBERS = ['inListIds', 'notInListIds', 'tagIds', 'notTagIds'];

function question(name: string, filter: ContactFilter): Question {
  const keys = Object.keys(filter);
  return {
    name,
    filter: { all: keys.length === 0 ? [] : [filter] },
    hasMembers: keys.some((key) => MEMBERS.includes(key)),
    hasSearch: keys.includes('query'),
  };
}

/** Each condition alone. */
export function questionsOf({ lists, tags }: Audience, now: Date): Question[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return [
    question('all', {}),
    question('status active', { status: 'active' }),
    question('status engaged', { status: 'engaged' }),
    question('status new', { status: 'new' }),
    question('status inactive', { status: 'inactive' }),
    question('status unsubscribed (3 %)', { status: 'unsubscribed' }),
    question('opened after 30 days ago', { lastOpenedAfter: daysAgo(30) }),
    question('opened before 90 days ago', { lastOpenedBefore: daysAgo(90) }),
    question('clicked after 30 days ago', { lastClickedAfter: daysAgo(30) }),
    question('sent before 10 days ago', { lastSentBefore: daysAgo(10) }),
    question('created after 30 days ago', { createdAfter: daysAgo(30) }),
    question('created before 1,000 days ago', { createdBefore: daysAgo(1_000) }),
    question('never opened', { neverOpened: true }),
    question('never sent', { neverSent: true }),
    question('in the list of 60 %', { inListIds: [lists.most] }),
    question('in the list of 5 %', { inListIds: [lists.some] }),
    question('in the list of 0.1 %', { inListIds: [lists.few] }),
    question('in any of two lists', { inListIds: [lists.most, lists.some] }),
    question('not in the list of 60 %', { notInListIds: [lists.most] }),
    question('with the tag of 33 %', { tagIds: [tags.third] }),
    question('without the tag of 5 %', { notTagIds: [tags.some] }),
  ];
}

/** One of each kind, of which every two are asked at once. */
const PAIRED = [
  'status active',
  'status engaged',
  'status unsubscribed (3 %)',
  'opened after 30 days ago',
  'sent before 10 days ago',
  'created after 30 days ago',
  'never sent',
  'in the list of 60 %',
  'not in the list of 60 %',
  'in the list of 0.1 %',
  'with the tag of 33 %',
];

/** Two of them at once. */
export function pairsOf(questions: readonly Question[]): Question[] {
  const asked = questions.filter(({ name }) => PAIRED.includes(name));
  return asked.flatMap((one, index) =>
    asked.slice(index + 1).map((other) => ({
      name: `${one.name}, ${other.name}`,
      filter: { all: [...one.filter.all, ...other.filter.all] },
      hasMembers: one.hasMembers || other.hasMembers,
      hasSearch: false,
    })),
  );
}

/** Parts of addresses and names, from rare to what half of all have, and short ones. */
export function searches(): Question[] {
  return ['novakberg77', 'anna', 'mail.example', 'anna novak', 'an', 'a'].map((text) =>
    question(`search "${text}"`, { query: text }),
  );
}
