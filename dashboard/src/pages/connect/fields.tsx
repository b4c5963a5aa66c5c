import { Fragment, type ReactNode } from 'react';
import { VENDOR_FIELDS } from '../../vendor-fields.ts';
import { capitalized } from '../../words.ts';
import type { ClientRow } from './clients.ts';

type FieldGroup = (typeof VENDOR_FIELDS)[NonNullable<ClientRow['fields']>][number];

const HANDLING: Readonly<Record<FieldGroup['kind'], string>> = {
  honored: 'Works',
  rejected: 'Rejected',
  'no effect': 'No effect',
};

/** Renders how the server handles each field that a client can send. Collapsed by default, because the list is long. */
export function Fields({ of }: { readonly of: NonNullable<ClientRow['fields']> }): ReactNode {
  const groups: readonly FieldGroup[] = VENDOR_FIELDS[of];
  const requests = [...new Set(groups.map(({ request }) => request))];
  return (
    <details className="rounded-control border border-line">
      <summary className="cursor-pointer px-3 py-2 font-medium">Supported fields</summary>
      <div className="flex flex-col gap-4 border-t border-line p-3">
        {requests.map((request) => (
          <section key={request} className="flex flex-col gap-2" aria-label={request}>
            <p className="font-mono text-sm font-medium">{request}</p>
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-1">
              {groups
                .filter((group) => group.request === request)
                .map((group) => (
                  <Group key={group.fields.join()} of={group} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </details>
  );
}

function Group({ of }: { readonly of: FieldGroup }): ReactNode {
  const note = 'note' in of ? of.note : undefined;
  return (
    <>
      <dt className="text-ink-2">{HANDLING[of.kind]}</dt>
      <dd className="min-w-0 break-words max-sm:mb-2">
        <code className="text-sm">
          {of.fields.map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <FieldName name={name} />
            </Fragment>
          ))}
        </code>
        {note !== undefined && <p className="text-ink-2">{capitalized(note).replaceAll('`', '')}</p>}
      </dd>
    </>
  );
}

/** Renders the name of a field, which can wrap after dots and underscores. */
function FieldName({ name }: { readonly name: string }): ReactNode {
  const [first = '', ...rest] = name.split(/(?<=[._])/);
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
