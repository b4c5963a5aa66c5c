import type { Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import type { ImportSetup, ProfiledSample } from '../../tenants/imports/index.ts';
import { accountFields, addField, MAX_FIELDS } from '../contact-fields/index.ts';
import { ownedTags } from '../contact-tags/index.ts';
import { ownedLists } from '../lists/index.ts';
import type { DateOrder } from './dates.ts';
import { guessOf, type Guess, type KnownField } from './guess.ts';
import { MAX_NAME_CHARACTERS, MAX_NEW_FIELDS } from './limits.ts';
import { attributesOf } from './row.ts';
import { preview } from './preview.ts';
import { createProfiler, type FileProfile } from './profile.ts';
import { previewProperties, previewRequest, startRequest, type StartRequest } from './schema.ts';
import type { Settings } from './settings.ts';
import { forgotten, nameOf, orderOf, statusesOf, type Plan } from './statuses.ts';
import { targetOf } from './targets.ts';
import { keyOf } from './vendor.ts';

const MAPPING = ['email', 'first_name', 'field:city', 'status'];

/** Setup of contact imports: the preview, the start request, and their documentation. */
export const contactSetup: ImportSetup = {
  body: startRequest,
  bodyExample: {
    mapping: MAPPING,
    list_ids: [12],
    update_existing: true,
    statuses: [{ column: 3, value: 'Gone quiet', status: 'unsubscribed' }],
    consent: 'Signed up at our booth in May.',
  },
  previewQuery: previewRequest,
  previewProperties,
  previewExample: {
    encoding: 'UTF-8',
    delimiter: ',',
    rows: [
      ['Email', 'First name', 'City', 'Status'],
      ['ann@customer.example', 'Ann', 'Ghent', 'Junk'],
    ],
    vendor: null,
    has_header: true,
    columns: ['Email', 'First name', 'City', 'Status'].map((heading, at) => ({ heading, target: MAPPING[at] })),
    status: 'subscribed',
    date_order: null,
    needs_date_order: false,
    statuses: [{ column: 3, value: 'Junk', rows: 12, status: 'unsubscribed' }],
    unclear: [],
    faults: [{ row: 1, column: 0, reason: 'must be an address like name@example.com.', refuses_row: true }],
  },
  profiler: createProfiler,
  preview,
  start,
};

async function start(tx: Tx, accountId: number, sample: ProfiledSample, given: unknown, now: Date) {
  // The casts are safe because the import engine passes on the results of `startRequest` and of this setup's profiler.
  const request = given as StartRequest;
  const profile = sample.profile as FileProfile;
  const fields = await accountFields(tx, accountId);
  const guess = guessOf({ ...sample, profile }, fields, request.hasHeader);
  const { hasHeader } = guess;
  const wanted = request.mapping ?? guess.mapping;
  const plan = { guess, mapping: wanted, profiles: profile.columns(hasHeader) };
  const { errors, statuses } = statusesOf(plan, request.statuses);
  const { asked, order } = orderOf(plan, fields);
  if (asked !== undefined && !request.dateOrder) errors['date_order'] = [asked];
  await requireValid(tx, accountId, { request, plan, fields, errors });
  const cells = sample.rows.slice(hasHeader ? 1 : 0);
  const { all, mapping } = await withFields(tx, accountId, { wanted, fields, cells });
  return { hasHeader, settings: settingsFor({ request, guess, mapping, statuses, order, all, now }) };
}

interface Made {
  readonly request: StartRequest;
  readonly guess: Guess;
  readonly mapping: readonly string[];
  readonly statuses: Settings['statuses'];
  readonly order: DateOrder | undefined;
  readonly all: readonly KnownField[];
  readonly now: Date;
}

function settingsFor({ all, guess, mapping, now, order, request, statuses }: Made): Settings & Record<string, unknown> {
  const isNamed = ({ name }: KnownField): boolean =>
    mapping.includes('attributes') || mapping.includes(`field:${name}`);
  const status = request.status ?? guess.consentStatus;
  return {
    mapping,
    headings: guess.headings,
    statuses,
    vendor: guess.vendor?.name ?? null,
    date_order: request.dateOrder ?? order ?? 'month_first',
    status,
    at_least: status === guess.consentStatus && status !== 'subscribed' ? status : null,
    list_ids: request.listIds,
    tag_ids: request.tagIds,
    update_existing: request.updateExisting,
    consent: request.consent,
    started_at: now.toISOString(),
    fields: Object.fromEntries(all.filter(isNamed).map(({ id, name, type }) => [name, { id, type }])),
  };
}

interface Asked {
  readonly request: StartRequest;
  readonly plan: Plan;
  readonly fields: readonly KnownField[];
  /** Errors found so far, by field. */
  readonly errors: Record<string, string[]>;
}

async function requireValid(tx: Tx, accountId: number, { errors, fields, plan, request }: Asked): Promise<void> {
  const { guess, mapping: wanted } = plan;
  const width = guess.headings.length;
  const lists = unknownIds(request.listIds, await ownedLists(tx, accountId, request.listIds));
  const tags = unknownIds(request.tagIds, await ownedTags(tx, accountId, request.tagIds));
  if (lists !== undefined) errors['list_ids'] = [lists];
  if (tags !== undefined) errors['tag_ids'] = [tags];
  if (wanted.length > width) errors['mapping'] = [`has ${wanted.length} columns, but the file has ${width}.`];
  else if (!wanted.includes('email')) errors['mapping'] = ['must map one column to email.'];
  for (const [at, text] of wanted.entries()) {
    const fault = faultOfField(text, fields);
    if (fault !== undefined) errors[`mapping.${at}`] = [fault];
  }
  for (const at of forgotten(plan)) {
    errors[`mapping.${at}`] = [
      `must be set, because the column ${nameOf(guess.headings[at] ?? '', at)} seems to record consent. If the column does not record consent, map it to \`ignore\`.`,
    ];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function faultOfField(text: string, fields: readonly KnownField[]): string | undefined {
  const target = targetOf(text);
  if (target?.kind === 'field' && !fields.some(({ name }) => name === target.name)) {
    return 'must be the name of an existing custom field. `GET /contact-fields` lists the custom fields.';
  }
  return target?.kind === 'new_field' && target.label.length > MAX_NAME_CHARACTERS
    ? `must have a label of at most ${MAX_NAME_CHARACTERS} characters.`
    : undefined;
}

interface Wanted {
  readonly wanted: readonly string[];
  readonly fields: readonly KnownField[];
  readonly cells: readonly (readonly string[])[];
}

/** Creates the missing custom fields for mapped columns and for the JSON attributes in the first rows. */
async function withFields(tx: Tx, accountId: number, { cells, fields, wanted }: Wanted) {
  const all: KnownField[] = [...fields];
  const byLabel = (label: string): KnownField | undefined =>
    all.find((field) => keyOf(field.label) === keyOf(label) || keyOf(field.name) === keyOf(label));
  const labels = wanted.map((text) => {
    const target = targetOf(text);
    return target?.kind === 'new_field' ? target.label : undefined;
  });
  const inAttributes = wanted.flatMap((text, at) => (text === 'attributes' ? attributeNames(cells, at) : []));
  const missing = new Map<string, string>();
  for (const label of [...labels, ...inAttributes]) {
    if (label !== undefined && !byLabel(label)) missing.set(keyOf(label), label);
  }
  const room = Math.min(MAX_NEW_FIELDS, MAX_FIELDS - fields.length);
  if (missing.size > room) {
    throw invalid({
      mapping: [
        `needs ${missing.size} new custom fields, but only ${room} can be added. Map some columns to \`ignore\`.`,
      ],
    });
  }
  for (const label of missing.values()) all.push(await addField(tx, accountId, { label, type: 'text' }));
  const mapping = wanted.map((text, at) => {
    const label = labels[at];
    return label === undefined ? text : `field:${byLabel(label)?.name}`;
  });
  return { all, mapping };
}

/** Returns the property names in a column of JSON objects, without properties that have nested values. */
function attributeNames(cells: readonly (readonly string[])[], at: number): string[] {
  const names = cells.flatMap((row) =>
    Object.entries(attributesOf(row[at] ?? '') ?? {}).flatMap(([name, value]) =>
      value !== null && typeof value !== 'object' && name.length <= MAX_NAME_CHARACTERS ? [name] : [],
    ),
  );
  return [...new Set(names)].filter((name) => keyOf(name) !== '');
}
