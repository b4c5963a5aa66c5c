import type { ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useSession } from '../../session.ts';

/** Renders the dialog that sends the saved email as a test to members of the account. */
export function TestMail(props: {
  readonly id: string;
  /** Number of the variant. Default: the campaign's own content. */
  readonly variant?: number;
  readonly onClose: () => void;
}): ReactNode {
  const { id, onClose, variant = 0 } = props;
  const { person } = useSession();
  const send = useAct('POST /campaigns/{id}/test', {
    onDone: ({ to }) => {
      toast(`Sending a test email to ${to.join(', ')}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Send test email"
      description="The last saved version is sent to members of this account. Opens and clicks aren’t counted."
      isOpen
      onClose={onClose}
      action="Send test email"
      isBusy={send.isPending}
      problem={send.error}
      fields={['to']}
      onSubmit={(form) =>
        send.act({
          params: { id },
          body: {
            variant,
            to: textOf(form, 'to')
              .split(',')
              .map((each) => each.trim()),
          },
        })
      }
    >
      <Field
        label="To"
        name="to"
        defaultValue={person.email}
        hint="Separate multiple addresses with commas."
        autoComplete="off"
        autoFocus
        problem={send.error}
      />
    </FormDialog>
  );
}
