import { useState, type ReactNode } from 'react';
import type { ApiProblem, Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copy.tsx';
import { Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Facts } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { count } from '../../words.ts';
import { BY_GROUPS } from './bulk-job.tsx';

type Erasure = Answer<'GET /privacy/erasures/{id}'>;

const AGAIN_MS = 2_000;

/**
 * Renders the dialog that erases a person by email address. The person can be a contact, or can have received only
 * transactional email.
 */
export function ErasePerson({ onClose }: { readonly onClose: () => void }): ReactNode {
  const erase = useAct('POST /privacy/erase', { refresh: BY_GROUPS });
  return (
    <Erasing title="Erase a person" act={erase} onErase={(email) => erase.act({ body: { email } })} onClose={onClose} />
  );
}

/**
 * Renders the dialog that erases a contact. To confirm, the user must enter the contact's address. Calls `onErased`
 * when the dialog is closed after the contact has been erased.
 */
export function EraseContact(props: {
  readonly id: number;
  readonly email: string;
  readonly onClose: () => void;
  readonly onErased: () => void;
}): ReactNode {
  const { email, id, onClose, onErased } = props;
  // Keep the contact until the dialog is closed, because it cannot be loaded after it has been erased.
  const erase = useAct('POST /contacts/{id}/erase');
  return (
    <Erasing
      title={`Erase ${email}?`}
      act={erase}
      onErase={(given) => erase.act({ params: { id: String(id) }, body: { email: given } })}
      onClose={erase.answer ? onErased : onClose}
    />
  );
}

function Erasing(props: {
  readonly title: string;
  readonly act: {
    readonly isPending: boolean;
    readonly error: ApiProblem | null;
    readonly answer: Erasure | undefined;
  };
  readonly onErase: (email: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { act, onClose, onErase, title } = props;
  if (act.answer) return <Erased erasure={act.answer} onClose={onClose} />;
  return (
    <FormDialog
      title={title}
      description="This deletes all data about the person: the contact, fields, consents, emails, and email events. Future imports will reject the address. This can’t be undone."
      isOpen
      onClose={onClose}
      action="Erase person"
      isDanger
      isBusy={act.isPending}
      problem={act.error}
      fields={['email']}
      onSubmit={(form) => onErase(textOf(form, 'email'))}
    >
      <Field
        label="Email address"
        name="email"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        hint="Enter the full address to confirm."
        problem={act.error}
      />
    </FormDialog>
  );
}

/** Renders the progress of an erasure, and its ID, which the user can keep as proof. */
function Erased({ erasure, onClose }: { readonly erasure: Erasure; readonly onClose: () => void }): ReactNode {
  const [{ id }] = useState(erasure);
  const read = useRead(
    'GET /privacy/erasures/{id}',
    { params: { id } },
    { every: ({ data }) => (data?.state === 'done' ? false : AGAIN_MS) },
  );
  return (
    <Dialog title="Erasure started" isOpen onClose={onClose}>
      <Loaded read={read} lines={3}>
        {({ erased_count: erased, state, waits_for: waitsFor }) => (
          <Facts
            rows={[
              ['Erasure', <Copyable key="id" text={id} label="Copy erasure ID" />],
              [
                'Status',
                <Badge key="state" tone={state === 'done' ? 'ok' : 'info'}>
                  {state}
                </Badge>,
              ],
              ['Records erased', count(erased)],
              ...(waitsFor === null ? [] : [['Blocked by', waitsFor] as const]),
            ]}
          />
        )}
      </Loaded>
      <p className="text-sm text-ink-3">
        The erasure continues after you close this dialog. Keep the erasure ID as proof.
      </p>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
