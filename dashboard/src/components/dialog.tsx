import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ApiProblem } from '../api.ts';
import { giveBack, keepOpener, openerNow } from '../focus.ts';
import { hasEnded } from '../session-end.ts';
import { Button, IconButton } from './button.tsx';
import { FormProblem } from './field.tsx';
import { LeaveGuard, Question, useDraft, type Asked } from './leave-guard.tsx';

/** Of a question, of a form or a list, and of what is read: code, tables, long texts. */
type Width = 'narrow' | 'middle' | 'wide';

const WIDTHS: Readonly<Record<Width, string>> = {
  narrow: 'sm:max-w-sm',
  middle: 'sm:max-w-md',
  wide: 'sm:max-w-2xl',
};

interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly width?: Width;
  /** What is asked before Escape, a click outside or the cross closes it; undefined closes it at once. */
  readonly question?: () => Asked | undefined;
  readonly children: ReactNode;
}

/** A dialog: holds the focus while it is open and gives it back to what opened it; Escape closes it. */
export function Dialog({ isOpen, ...rest }: DialogProps): ReactNode {
  return isOpen && <Opened {...rest} />;
}

function Opened(props: Omit<DialogProps, 'isOpen'>): ReactNode {
  const { children, description, onClose, question, title, width = 'middle' } = props;
  const [asked, setAsked] = useState<Asked>();
  const popup = useReturn();
  const close = (): void => {
    // What is pressed on the sign-in page above is no answer to what stands below it.
    if (hasEnded()) return;
    const next = question?.();
    if (next) setAsked(next);
    else onClose();
  };
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.16_0.02_270/0.45)]" />
        <Base.Popup
          ref={popup}
          finalFocus={false}
          className={`fixed z-50 flex max-h-[88dvh] flex-col gap-4 overflow-y-auto card p-6 outline-hidden max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none sm:top-[12dvh] sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 ${WIDTHS[width]}`}
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
          {question && <LeaveGuard question={question} />}
          {asked && <Question asked={asked} onStay={() => setAsked(undefined)} onLeave={onClose} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Gives the focus back to what opened a dialog once it is gone. To be the ref of what the dialog is. */
export function useReturn(): (popup: HTMLElement | null) => void {
  const [opener] = useState(openerNow);
  useEffect(() => {
    return () => {
      // After all that closing it sets off: another dialog, or another page, may take the focus first.
      setTimeout(() => giveBack(opener));
    };
  }, [opener]);
  return (popup) => {
    if (popup) keepOpener(popup, opener);
  };
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

/**
 * A dialog with a form: `onSubmit` is given what was filled in, to be read with `textIn`. Before what was filled in is
 * dropped, by closing it or by leaving the page, it asks.
 */
export function FormDialog(props: FormDialogProps): ReactNode {
  return props.isOpen && <OpenedForm {...props} />;
}

function OpenedForm(props: FormDialogProps): ReactNode {
  const { action, children, fields, isBusy, isDanger = false, onClose, onSubmit, problem, question } = props;
  const { form, isChanged } = useDraft({ isBusy, problem });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog {...props} question={() => question?.() ?? (isChanged() ? DROP : undefined)}>
      <form ref={form} onSubmit={submit} className="flex flex-col gap-4" noValidate>
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

const DROP: Asked = {
  title: 'Discard your changes?',
  text: 'Your changes haven’t been saved and will be lost.',
  leave: 'Discard',
  stay: 'Keep editing',
};

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
    <Dialog title={title} isOpen={isOpen} onClose={onClose} width="narrow">
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
