import { type FormEvent, type ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ApiProblem } from '../api.ts';
import { Button, IconButton } from './button.tsx';
import { FormProblem } from './field.tsx';

interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A dialog: holds the focus while it is open and gives it back afterwards; Escape closes it. */
export function Dialog({ title, description, isOpen, onClose, isWide = false, children }: DialogProps): ReactNode {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.16_0.02_270/0.45)]" />
        <Base.Popup
          className={`fixed z-50 flex max-h-[88dvh] flex-col gap-4 overflow-y-auto card p-6 outline-hidden max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none sm:top-[12dvh] sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 ${isWide ? 'sm:max-w-2xl' : 'sm:max-w-md'}`}
        >
          <div className="flex items-start justify-between gap-4">
            <div>
              <Base.Title className="text-xl font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1 text-ink-2" render={<div />}>
                  {description}
                </Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label="Close" className="-mt-1 -mr-2" />}>
              <X aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface FormDialogProps extends DialogProps {
  readonly action: string;
  /** What it does cannot be taken back. */
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly problem?: ApiProblem | null | undefined;
  /** Names of the fields that show their own faults. */
  readonly fields?: readonly string[];
  readonly onSubmit: (form: FormData) => void;
}

/** A dialog with a form: `onSubmit` is given what was filled in, to be read with `textIn`. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { action, isBusy, isDanger = false, problem, fields, onSubmit, onClose, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog {...props}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {children}
        <FormProblem problem={problem} {...(fields && { fields })} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Asks before something that cannot be taken back. The sentence says what will be different. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly problem?: ApiProblem | null | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const { title, children, action, isOpen, isBusy, problem, onConfirm, onClose } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <div className="text-ink-2">{children}</div>
      <FormProblem problem={problem} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={onConfirm} isBusy={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="mt-2 flex justify-end gap-2 max-sm:[&>*]:flex-1">{children}</div>;
}
