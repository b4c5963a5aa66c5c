import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { Button } from './button.tsx';
import { FormProblem } from './field.tsx';
import { LeaveGuard, UNSAVED, useDraft } from './leave-guard.tsx';

/**
 * Renders a form on a page: its fields, the errors that no field shows, and the submit button. Shows whether there are
 * unsaved changes, and asks for confirmation before the user leaves the page with unsaved changes.
 */
export function Form(props: {
  readonly action: string;
  readonly isBusy: boolean;
  readonly problem?: ApiProblem | null | undefined;
  /** Names of the fields that display their own errors. */
  readonly fields?: readonly string[];
  readonly onSubmit: (form: FormData) => void;
  /** Whether submitting the form is the main action of the page. */
  readonly isMain?: boolean;
  /**
   * Like `isMain`, but the button is as wide as the form. Used on pages that consist of a single card, such as sign-in.
   * Users can leave these pages without confirmation.
   */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { action, isBusy, problem, fields, onSubmit, isMain = false, isWide = false, children } = props;
  const { form, isChanged } = useDraft({ isBusy, problem });
  const [isShown, setShown] = useState(false);
  // Select elements update the form data without an input event, but their new value re-renders the form.
  useEffect(() => setShown(isChanged()));
  // Wait for the next render, because only then do checkboxes and lists update the form data.
  const look = (): void => void requestAnimationFrame(() => setShown(isChanged()));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={look}
      onChange={look}
      className={`flex flex-col gap-4 ${isWide ? '' : 'max-w-md'}`}
      noValidate
    >
      {children}
      <FormProblem problem={problem} {...(fields && { fields })} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look={isMain || isWide ? 'primary' : 'plain'}
          isBusy={isBusy}
          className={isWide ? 'w-full' : ''}
        >
          {action}
        </Button>
        {!isWide && (
          <>
            <p role="status" className="text-sm text-ink-3">
              {isShown && !isBusy && 'Unsaved changes'}
            </p>
            <LeaveGuard question={() => (isChanged() ? UNSAVED : undefined)} />
          </>
        )}
      </div>
    </form>
  );
}
