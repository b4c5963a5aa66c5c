import { OPERATIONS as MAILGUN } from '../src/features/compatibility/mailgun/index.ts';
import { OPERATIONS as POSTMARK } from '../src/features/compatibility/postmark/index.ts';
import { OPERATIONS as RESEND } from '../src/features/compatibility/resend/index.ts';
import { OPERATIONS as SENDGRID } from '../src/features/compatibility/sendgrid/index.ts';
import { OPERATIONS as SES } from '../src/features/compatibility/ses/index.ts';
import type { Names, Operation } from '../src/features/compatibility/fields/index.ts';

/** The send requests of each vendor, and how each of their fields is handled. */
export const VENDOR_OPERATIONS = {
  resend: RESEND,
  mailgun: MAILGUN,
  postmark: POSTMARK,
  sendgrid: SENDGRID,
  ses: SES,
} as const satisfies Readonly<Record<string, readonly Operation[]>>;

export type ListedVendor = keyof typeof VENDOR_OPERATIONS;

/** Request fields that an adapter handles in the same way. */
interface FieldGroup {
  readonly request: string;
  readonly fields: readonly string[];
  readonly kind: 'honored' | 'rejected' | 'no effect';
  /** Why the field has no effect, or what to use instead of a rejected field. Absent for honored fields. */
  readonly note?: string;
}

/** Returns the names of all listed fields of an object: honored, ignored, and rejected ones. */
export function classifiedNames({
  ignored = {},
  refused = {},
  refusedIfEnabled = {},
  taken,
}: Names): readonly string[] {
  return [...taken, ...Object.keys(ignored), ...Object.keys(refused), ...Object.keys(refusedIfEnabled)];
}

/** Returns all fields of a vendor's requests. Fields with the same handling and note form a group. */
export function fieldGroups(vendor: ListedVendor): readonly FieldGroup[] {
  return VENDOR_OPERATIONS[vendor].flatMap((operation) => {
    const honored: FieldGroup = { request: operation.request, fields: honoredIn(operation), kind: 'honored' };
    const first: FieldGroup[] = honored.fields.length === 0 ? [] : [honored];
    return first.concat(
      grouped(operation, 'no effect', ({ ignored }) => ignored),
      grouped(operation, 'rejected', ({ refused }) => sentences(refused, '')),
      grouped(operation, 'rejected', ({ refusedIfEnabled }) => sentences(refusedIfEnabled, 'if turned on. ')),
    );
  });
}

/** Returns the paths of the fields that Postrider supports. Omits an object if its own fields are listed. */
function honoredIn({ objects }: Operation): string[] {
  const paths = Object.entries(objects).flatMap(([at, { taken }]) => taken.map((name) => pathOf(at, name)));
  return paths.filter((path) => !Object.hasOwn(objects, path));
}

function grouped(
  { objects, request }: Operation,
  kind: FieldGroup['kind'],
  pick: (names: Names) => Readonly<Record<string, string>> | undefined,
): FieldGroup[] {
  const byNote = new Map<string, string[]>();
  for (const [at, names] of Object.entries(objects)) {
    for (const [name, note] of Object.entries(pick(names) ?? {})) {
      byNote.set(note, [...(byNote.get(note) ?? []), pathOf(at, name)]);
    }
  }
  return [...byNote].map(([note, fields]) => ({ request, fields, kind, note }));
}

/**
 * Returns the suggestion for each rejected field: `start`, followed by the error message without its first sentence.
 */
function sentences(errors: Names['refused'], start: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([name, error]) => [name, start + error.slice(error.indexOf('. ') + 2)]),
  );
}

function pathOf(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}
