import { contactLanguages } from '../../languages.ts';
import type { Choice } from '../../components/choice.ts';
import { STATUSES, type Filter } from '../contacts/contact-filters.ts';

/** Conditions of a filter without groups. */
export type Conditions = Omit<Filter, 'all' | 'any' | 'not'>;

/** Type of input for the value of a rule. */
export type Input = 'none' | 'text' | 'number' | 'date' | 'days' | 'emails' | 'one' | 'many';

/** A comparison of a rule, such as `is before`, and its conversion to and from API conditions. */
export interface Operator {
  readonly id: string;
  readonly label: string;
  readonly input: Input;
  /** Returns the API condition for the values. All values must be present. */
  readonly write: (values: readonly string[]) => Conditions;
  /** Returns the values of a condition, or undefined if the condition does not use this operator. */
  readonly read: (condition: Conditions) => readonly string[] | undefined;
}

/** Subject of a rule, such as the status or a custom field. */
export interface RuleKind {
  readonly id: string;
  readonly label: string;
  readonly operators: readonly [Operator, ...Operator[]];
  readonly choices?: readonly Choice[];
}

type Name = keyof Conditions;

/** A custom field of the account. */
export interface Field {
  readonly id: number;
  readonly label: string;
  readonly type: string;
}

/** Objects of the account that rules can refer to. */
export interface Known {
  readonly lists: readonly Choice[];
  readonly tags: readonly Choice[];
  readonly campaigns: readonly Choice[];
  readonly forms: readonly Choice[];
  readonly imports: readonly Choice[];
  readonly fields: readonly Field[];
}

const AGO = /^(\d+) days ago$/;

/** Returns all kinds of rules, in the order in which they are offered. */
export function ruleKindsOf({ campaigns, fields, forms, imports, lists, tags }: Known): readonly RuleKind[] {
  return [
    { id: 'status', label: 'Status', operators: [one('status', 'is')], choices: STATUSES },
    { id: 'language', label: 'Language', operators: [one('language', 'is')], choices: contactLanguages() },
    {
      id: 'list',
      label: 'Lists',
      operators: [many('in_list_ids', 'any of'), many('not_in_list_ids', 'none of')],
      choices: lists,
    },
    { id: 'tag', label: 'Tags', operators: [many('tag_ids', 'any of'), many('not_tag_ids', 'none of')], choices: tags },
    ...fields.map(fieldKind),
    { id: 'query', label: 'Name or email', operators: [text('query', 'contains')] },
    { id: 'email', label: 'Email address', operators: [text('email', 'is')] },
    { id: 'created', label: 'Added', operators: times('created') },
    { id: 'last_opened', label: 'Last opened', operators: [...times('last_opened'), flag('never_opened', 'never')] },
    {
      id: 'last_clicked',
      label: 'Last clicked',
      operators: [...times('last_clicked'), flag('never_clicked', 'never')],
    },
    { id: 'last_sent', label: 'Last emailed', operators: [...times('last_sent'), flag('never_sent', 'never')] },
    { id: 'opened_emails', label: 'Emails opened', operators: frequencies('opened_emails') },
    { id: 'clicked_emails', label: 'Emails clicked', operators: frequencies('clicked_emails') },
    {
      id: 'campaign',
      label: 'Campaign',
      operators: [
        idOf('opened_campaign_id', 'opened'),
        idOf('not_opened_campaign_id', 'received, not opened'),
        idOf('clicked_campaign_id', 'clicked'),
        idOf('not_clicked_campaign_id', 'received, not clicked'),
        idOf('sent_campaign_id', 'received'),
        idOf('not_sent_campaign_id', 'not received'),
      ],
      choices: campaigns,
    },
    { id: 'form', label: 'Added by form', operators: [many('form_ids', 'any of')], choices: forms },
    { id: 'import', label: 'Added by import', operators: [one('import_id', 'is')], choices: imports },
    {
      id: 'unsubscribed',
      label: 'Unsubscribed',
      operators: [either('unsubscribed', 'yes', true), either('unsubscribed', 'no', false)],
    },
  ];
}

interface Codec {
  readonly write: (values: readonly string[]) => unknown;
  readonly read: (value: unknown) => readonly string[] | undefined;
}

function operator(name: Name, shown: Pick<Operator, 'id' | 'label' | 'input'>, { read, write }: Codec): Operator {
  return {
    ...shown,
    write: (values) => ({ [name]: write(values) }),
    read: (condition) => (condition[name] === undefined ? undefined : read(condition[name])),
  };
}

const TEXT: Codec = { write: ([value = '']) => value, read: (value) => [String(value)] };
const ID: Codec = { ...TEXT, write: ([value]) => Number(value) };
const IDS: Codec = {
  write: (values) => values.map(Number),
  read: (value) => (Array.isArray(value) ? value.map(String) : undefined),
};

const one = (name: Name, label: string): Operator => operator(name, { id: name, label, input: 'one' }, TEXT);
const text = (name: Name, label: string): Operator => operator(name, { id: name, label, input: 'text' }, TEXT);
const idOf = (name: Name, label: string): Operator => operator(name, { id: name, label, input: 'one' }, ID);
const many = (name: Name, label: string): Operator => operator(name, { id: name, label, input: 'many' }, IDS);
const either = (name: Name, label: string, isTrue: boolean): Operator =>
  operator(
    name,
    { id: `${name}:${label}`, label, input: 'none' },
    { write: () => isTrue, read: (value) => (value === isTrue ? [] : undefined) },
  );
const flag = (name: Name, label: string): Operator => either(name, label, true);

/** Returns the operators for a time, which are relative to a date or to a number of days ago. */
function times(stem: 'created' | 'last_opened' | 'last_clicked' | 'last_sent'): [Operator, ...Operator[]] {
  const [after, before] = [`${stem}_after`, `${stem}_before`] as const;
  const days = (name: Name, label: string) =>
    operator(
      name,
      { id: `${name}:days`, label, input: 'days' },
      { write: ([value]) => `${value} days ago`, read: daysIn },
    );
  const date = (name: Name, label: string) =>
    operator(name, { id: name, label, input: 'date' }, { ...TEXT, read: dateIn });
  return [days(after, 'in the last'), days(before, 'more than'), date(after, 'on or after'), date(before, 'before')];
}

function daysIn(value: unknown): readonly string[] | undefined {
  const [, days] = AGO.exec(String(value)) ?? [];
  return days === undefined ? undefined : [days];
}

/**
 * Returns the date in a condition. A time at midnight is shortened to its date, because the API returns full times.
 * Returns undefined for relative dates, because this operator has no input for them.
 */
function dateIn(value: unknown): readonly string[] | undefined {
  const given = String(value);
  if (given.includes('day')) return undefined;
  return [given.endsWith('T00:00:00.000Z') ? given.slice(0, 10) : given];
}

/** Returns the operators for the number of emails, either in total or within a number of days. */
function frequencies(name: 'opened_emails' | 'clicked_emails'): [Operator, Operator] {
  const of = (limit: 'at_least' | 'at_most', label: string): Operator =>
    operator(
      name,
      { id: limit, label, input: 'emails' },
      {
        write: ([number, days = '']) => ({
          [limit]: Number(number),
          ...(days !== '' && { after: `${days} days ago` }),
        }),
        read(value) {
          const { [limit]: number, after, ...others } = value as Readonly<Record<string, string | number | undefined>>;
          const days = after === undefined ? [''] : daysIn(after);
          if (number === undefined || days === undefined || Object.keys(others).length > 0) return undefined;
          return [String(number), ...days];
        },
      },
    );
  return [of('at_least', 'at least'), of('at_most', 'at most')];
}

const OPERATORS: Readonly<Record<string, readonly (readonly [id: string, label: string, input: Input])[]>> = {
  text: [
    ['is', 'is', 'text'],
    ['contains', 'contains', 'text'],
    ['starts_with', 'starts with', 'text'],
  ],
  number: [
    ['equals', 'is', 'number'],
    ['greater_than', 'is more than', 'number'],
    ['at_least', 'is at least', 'number'],
    ['less_than', 'is less than', 'number'],
    ['at_most', 'is at most', 'number'],
  ],
  date: [
    ['in_last_days', 'in the last', 'days'],
    ['in_next_days', 'in the next', 'days'],
    ['anniversary_in_days', 'anniversary in the next', 'days'],
    ['on', 'on', 'date'],
    ['on_or_after', 'on or after', 'date'],
    ['before', 'before', 'date'],
  ],
};

function fieldKind({ id: fieldId, label, type }: Field): RuleKind {
  const operators = [
    ...(OPERATORS[type] ?? []),
    ['is_empty', 'is empty', 'none'] as const,
    ['is_not_empty', 'is not empty', 'none'] as const,
  ].map(([id, words, input]) =>
    operator(
      'contact_field',
      { id, label: words, input },
      {
        write: ([value]) => ({ field_id: fieldId, operator: id, ...(value !== undefined && { value }) }),
        read(given) {
          const test = given as {
            readonly field_id: number;
            readonly operator: string;
            readonly value?: string | number;
          };
          if (test.field_id !== fieldId || test.operator !== id) return undefined;
          return test.value === undefined ? [] : [String(test.value)];
        },
      },
    ),
  );
  // The cast is safe because every type has the operators `is_empty` and `is_not_empty`.
  return { id: `field:${fieldId}`, label: `Field: ${label}`, operators: operators as [Operator, ...Operator[]] };
}
