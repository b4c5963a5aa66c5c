import { useState, type ReactNode } from 'react';
import type { ApiProblem, Answer } from '../../api.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { plural } from '../../words.ts';
import { addressesIn } from './address-list.ts';

type Entry = Answer<'GET /transactional/suppressions'>['data'][number];

const LIST = ['GET /transactional/suppressions', 'GET /dashboard/suppressions/count'] as const;
/** A thousand addresses, each as long as one may be, with room for other columns. */
const MOST_BYTES = 1_000_000;

/** Adds addresses that are pasted as they come: a column, a list, a CSV file. */
export function AddSuppressions({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const addresses = addressesIn(text);
  const add = useAct('POST /transactional/suppressions', {
    refresh: LIST,
    onDone: ({ data }) => {
      toast(`${plural(data.length, 'address', 'addresses')} will not be written to.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Add addresses"
      isOpen
      onClose={onClose}
      width="wide"
      action={addresses.length > 1 ? `Add ${plural(addresses.length, 'address', 'addresses')}` : 'Add the address'}
      isBusy={add.isPending}
      problem={add.error}
      fields={['addresses', 'address', 'detail', ...faultyNames(add.error)]}
      onSubmit={(form) => {
        const detail = textOf(form, 'detail');
        add.act({ body: { addresses, ...(detail !== '' && { detail }) } });
      }}
    >
      <TextArea
        label="Addresses"
        rows={8}
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        name="addresses"
        hint={
          text === ''
            ? 'One or many, in lines or with commas. At most 1,000 at a time.'
            : `${plural(addresses.length, 'address', 'addresses')} found in the text.`
        }
        problem={gathered(add.error, addresses)}
      />
      <FileField
        label="From a file"
        hint="Its text is put into the field above, where you see what was found before anything is added."
        kinds={['.csv', '.txt']}
        maxBytes={MOST_BYTES}
        take={async (file, { read }) => setText(await read(file))}
      />
      <Field label="Note" name="detail" hint="Optional: why they must not be written to." problem={add.error} />
    </FormDialog>
  );
}

function faultyNames(problem: ApiProblem | null): string[] {
  return Object.keys(problem?.errors ?? {}).filter((name) => name.startsWith('addresses.'));
}

/** What is wrong with single addresses, said at the field that they were all pasted into, each with its address. */
function gathered(problem: ApiProblem | null, addresses: readonly string[]): ApiProblem | null {
  if (!problem) return null;
  const said = faultyNames(problem).flatMap((name) => {
    const address = addresses[Number(name.split('.')[1])] ?? name;
    return (problem.errors[name] ?? []).map((fault) => `“${address}” ${fault}`);
  });
  const missing = [...(problem.errors['address'] ?? []), ...(problem.errors['addresses'] ?? [])];
  return Object.assign(Object.create(problem) as ApiProblem, { errors: { addresses: [...missing, ...said] } });
}

/** Takes an address off the list and keeps why. */
export function RemoveSuppression({
  entry,
  onClose,
}: {
  readonly entry: Entry;
  readonly onClose: () => void;
}): ReactNode {
  const remove = useAct('POST /dashboard/suppressions/{address}/removal', {
    refresh: LIST,
    onDone: ({ message }) => {
      toast(message);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Take ${entry.address} off the list?`}
      description={WARNINGS[entry.reason]}
      isOpen
      onClose={onClose}
      action="Take it off the list"
      isBusy={remove.isPending}
      problem={remove.error}
      fields={['why']}
      onSubmit={(form) => remove.act({ params: { address: entry.address }, body: { why: textOf(form, 'why') } })}
    >
      <Field
        label="Why"
        name="why"
        autoFocus
        placeholder="The mailbox works again, says its owner"
        hint="It stands in the audit log of the account."
        problem={remove.error}
      />
    </FormDialog>
  );
}

const WARNINGS: Readonly<Record<Entry['reason'], string>> = {
  bounced: 'Mail to it was refused for good. If it bounces again it comes back here, and receivers think less of you.',
  complained: 'Its owner called your mail spam. Write to it again only when they ask for it.',
  manual: 'It was added by hand. Mail may go there again.',
};
