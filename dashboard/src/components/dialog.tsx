import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ApiProblem } from '../api.ts';
import { returnFocus, keepOpener, openerNow } from '../focus.ts';
import { hasEnded } from '../session-end.ts';
import { Button, IconButton } from './button.tsx';
import { FormProblem } from './field.tsx';
import { LeaveGuard, Question, useDraft, type Asked } from './leave-guard.tsx';

/**
 * Widths of dialogs: `narrow` for questions, `middle` for forms and lists, and `wide` for code, tables, and long text.
 */
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
  /**
   * Returns the question to ask before the user closes the dialog with Escape, the close button, or a click outside. If
   * it returns undefined, the dialog closes immediately.
   */
  readonly question?: () => Asked | undefined;
  readonly children: ReactNode;
}

/** Renders a dialog. When it closes, the focus returns to the element that opened it. */
export function Dialog({ isOpen, ...rest }: DialogProps): ReactNode {
  return isOpen && <Opened {...rest} />;
}

function Opened(props: Omit<DialogProps, 'isOpen'>): ReactNode {
  const { children, description, onClose, question, title, width = 'middle' } = props;
  const [asked, setAsked] = useState<Asked>();
  const popup = useReturn();
  const close = (): void => {
    // Events in the sign-in dialog, which can be on top of this dialog, must not close this dialog.
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

/** Returns a ref for a dialog. When the dialog closes, the focus returns to the element that opened it. */
export function useReturn(): (popup: HTMLElement | null) => void {
  const [opener] = useState(openerNow);
  useEffect(() => {
    return () => {
      // Run this after the other effects of closing the dialog, because they may open another dialog or page that takes
      // the focus first.
      setTimeout(() => returnFocus(opener));
    };
  }, [opener]);
  return (popup) => {
    if (popup) keepOpener(popup, opener);
  };
}

interface FormDialogProps extends DialogProps {
  readonly action: string;
  /** Whether the action cannot be undone. */
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly problem?: ApiProblem | null | undefined;
  /** Names of the fields that display their own errors. */
  readonly fields?: readonly string[];
  readonly onSubmit: (form: FormData) => void;
}

/**
 * Renders a dialog that contains a form. `onSubmit` gets the form data, which `textIn` can read. Asks for confirmation
 * before the user closes the dialog or leaves the page with unsaved input.
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

/** Renders a confirmation dialog. The children describe the effect of the action. */
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

/** Renders the buttons at the bottom of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="mt-2 flex justify-end gap-2 max-sm:[&>*]:flex-1">{children}</div>;
}
