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
/**
 * Maximum size of a file with addresses, in bytes. It is enough for 1,000 addresses of the maximum length and
 * additional columns.
 */
const MAX_BYTES = 1_000_000;

/**
 * Renders the form that adds addresses, which the user pastes or reads from a file. The text can be a column, a list,
 * or CSV.
 */
export function AddSuppressions({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const addresses = addressesIn(text);
  const add = useAct('POST /transactional/suppressions', {
    refresh: LIST,
    onDone: ({ data }) => {
      toast(`${plural(data.length, 'address', 'addresses')} added to the suppression list.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Add addresses"
      isOpen
      onClose={onClose}
      width="wide"
      action={addresses.length > 1 ? `Add ${plural(addresses.length, 'address', 'addresses')}` : 'Add address'}
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
            ? 'Enter up to 1,000 addresses, on separate lines or separated by commas.'
            : `${plural(addresses.length, 'address', 'addresses')} found.`
        }
        problem={gathered(add.error, addresses)}
      />
      <FileField
        label="From a file"
        hint="Addresses from the file replace the text above. Nothing is added until you confirm."
        kinds={['.csv', '.txt']}
        maxBytes={MAX_BYTES}
        take={async (file, { read }) => setText(await read(file))}
      />
      <Field
        label="Note"
        name="detail"
        hint="Optional. Explain why these addresses are suppressed."
        problem={add.error}
      />
    </FormDialog>
  );
}

function faultyNames(problem: ApiProblem | null): string[] {
  return Object.keys(problem?.errors ?? {}).filter((name) => name.startsWith('addresses.'));
}

/**
 * Converts errors for individual addresses to errors for the field into which the user pasted the addresses. Each error
 * contains the address.
 */
function gathered(problem: ApiProblem | null, addresses: readonly string[]): ApiProblem | null {
  if (!problem) return null;
  const said = faultyNames(problem).flatMap((name) => {
    const address = addresses[Number(name.split('.')[1])] ?? name;
    return (problem.errors[name] ?? []).map((fault) => `“${address}” ${fault}`);
  });
  const missing = [...(problem.errors['address'] ?? []), ...(problem.errors['addresses'] ?? [])];
  return Object.assign(Object.create(problem) as ApiProblem, { errors: { addresses: [...missing, ...said] } });
}

/** Renders the dialog that removes an address from the suppression list and asks for a reason. */
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
      title={`Remove ${entry.address} from the suppression list?`}
      description={WARNINGS[entry.reason]}
      isOpen
      onClose={onClose}
      action="Remove from list"
      isBusy={remove.isPending}
      problem={remove.error}
      fields={['why']}
      onSubmit={(form) => remove.act({ params: { address: entry.address }, body: { why: textOf(form, 'why') } })}
    >
      <Field
        label="Reason"
        name="why"
        autoFocus
        placeholder="The owner says the mailbox works again"
        hint="The reason is recorded in the account’s audit log."
        problem={remove.error}
      />
    </FormDialog>
  );
}

const WARNINGS: Readonly<Record<Entry['reason'], string>> = {
  bounced:
    'An email to this address hard bounced. If an email to this address bounces again, the address is suppressed again, and the bounce hurts your sender reputation.',
  complained:
    'The recipient reported your email as spam. Remove the address only if the recipient asks to receive your emails.',
  manual: 'This address was added manually. If you remove the address, emails can be sent to it again.',
};
