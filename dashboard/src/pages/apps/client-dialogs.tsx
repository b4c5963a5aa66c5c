import { useState, type ReactNode } from 'react';
import type { Answer, ApiProblem } from '../../api.ts';
import { Copyable } from '../../components/copy.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { ConfirmDialog, Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Button } from '../../components/button.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { uriFaults, urisOf } from './redirect-uris.ts';

export type Client = Answer<'GET /dashboard/oauth-clients'>['data'][number];
export type MadeClient = Answer<'POST /dashboard/oauth-clients'>;

const LIST = ['GET /dashboard/oauth-clients', 'GET /dashboard/grants'] as const;

interface OfClient {
  readonly of: Client;
  readonly onClose: () => void;
}

/** Renders the form that creates an OAuth client. */
export function CreateClient(props: {
  readonly onClose: () => void;
  readonly onMade: (made: MadeClient) => void;
}): ReactNode {
  const { onClose, onMade } = props;
  const [kind, setKind] = useState('confidential');
  const create = useAct('POST /dashboard/oauth-clients', { refresh: LIST, onDone: onMade });
  return (
    <FormDialog
      title="Create client"
      isOpen
      onClose={onClose}
      action="Create client"
      isBusy={create.isPending}
      problem={create.error}
      fields={fieldsOf(create.error)}
      onSubmit={(form) =>
        create.act({
          body: {
            name: textOf(form, 'name'),
            redirect_uris: urisOf(textOf(form, 'redirect_uris')),
            is_public: kind === 'public',
          },
        })
      }
    >
      <ClientFields problem={create.error} />
      <RadioGroup label="Client type" name="kind" value={kind} onChange={setKind} choices={KINDS} />
    </FormDialog>
  );
}

const KINDS = [
  { value: 'confidential', label: 'On a server', hint: 'The client runs on a server, where it can keep a secret.' },
  {
    value: 'public',
    label: 'On a user’s device',
    hint: 'The client runs in a browser, on a phone, or on a computer, where it can’t keep a secret.',
  },
];

/** Renders the form that changes the name and the redirect URIs of an OAuth client. */
export function ChangeClient({ of, onClose }: OfClient): ReactNode {
  const change = useAct('PATCH /dashboard/oauth-clients/{id}', {
    refresh: LIST,
    onDone: () => {
      toast('Client updated.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${of.name}`}
      isOpen
      onClose={onClose}
      action="Save changes"
      isBusy={change.isPending}
      problem={change.error}
      fields={fieldsOf(change.error)}
      onSubmit={(form) =>
        change.act({
          params: { id: String(of.id) },
          body: { name: textOf(form, 'name'), redirect_uris: urisOf(textOf(form, 'redirect_uris')) },
        })
      }
    >
      <ClientFields problem={change.error} of={of} />
    </FormDialog>
  );
}

function ClientFields({ problem, of }: { readonly problem: ApiProblem | null; readonly of?: Client }): ReactNode {
  return (
    <>
      <Field
        label="Name"
        name="name"
        placeholder="Newsletter plugin"
        hint="Users see this name when they authorize the client."
        autoComplete="off"
        autoFocus
        defaultValue={of?.name ?? ''}
        problem={problem}
      />
      <TextArea
        label="Redirect URIs, one per line"
        name="redirect_uris"
        rows={3}
        placeholder="https://shop.example/oauth/callback"
        hint="The redirect URI in a request must exactly match one of these URIs. Use https, or http for loopback addresses such as http://127.0.0.1."
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={of?.redirect_uris.join('\n') ?? ''}
        problem={uriFaults(problem)}
      />
    </>
  );
}

function fieldsOf(problem: ApiProblem | null): readonly string[] {
  return ['name', ...Object.keys(problem?.errors ?? {}).filter((field) => field.startsWith('redirect_uris'))];
}

/**
 * Renders a new OAuth client, or the new secret of a client. The secret is shown only once. Public clients have no
 * secret, so only the ID is shown.
 */
export function NewClient(props: {
  readonly made: MadeClient;
  readonly isRotation: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { isRotation, made, onClose } = props;
  const id = (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="text-ink-3">Client ID</span>
      <Copyable text={made.client_id} label="Copy client ID" />
    </p>
  );
  if (made.client_secret === null) {
    return (
      <Dialog
        title={`${made.name} created`}
        description="This public client has an ID but no secret, and it uses PKCE."
        isOpen
        onClose={onClose}
      >
        {id}
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ShownOnce
      title={isRotation ? `New secret for ${made.name}` : `${made.name} created`}
      noun="secret"
      secret={made.client_secret}
      onClose={onClose}
    >
      {id}
    </ShownOnce>
  );
}

/** Renders the dialog that rotates the secret of an OAuth client. */
export function RotateClient(props: OfClient & { readonly onMade: (made: MadeClient) => void }): ReactNode {
  const { of, onClose, onMade } = props;
  const rotate = useAct('POST /dashboard/oauth-clients/{id}/rotate-secret', { refresh: LIST, onDone: onMade });
  return (
    <ConfirmDialog
      title={`Rotate the secret for ${of.name}?`}
      action="Rotate secret"
      isOpen
      isBusy={rotate.isPending}
      problem={rotate.error}
      onConfirm={() => rotate.act({ params: { id: String(of.id) } })}
      onClose={onClose}
    >
      The secret ending in {of.secret_last4} stops working immediately. Existing authorizations are kept.
    </ConfirmDialog>
  );
}

/** Renders the dialog that deletes an OAuth client and all its grants. */
export function DeleteClient({ of, onClose }: OfClient): ReactNode {
  return (
    <DeleteDialog
      operation="DELETE /dashboard/oauth-clients/{id}"
      id={of.id}
      noun="client"
      name={of.name}
      refresh={LIST}
      onClose={onClose}
    >
      All access that users granted to this client is permanently revoked.
    </DeleteDialog>
  );
}
