import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { Button } from './button.tsx';
import { FormProblem } from './field.tsx';
import { LeaveGuard, UNSAVED, useDraft } from './leave-guard.tsx';

/**
 * A form of a page: its fields, what no field shows of a problem, and the button that sends it. It says when what stands in
 * it is not saved, and asks before the page is left then.
 */
export function Form(props: {
  readonly action: string;
  readonly isBusy: boolean;
  readonly problem?: ApiProblem | null | undefined;
  /** Names of the fields that show their own faults. */
  readonly fields?: readonly string[];
  readonly onSubmit: (form: FormData) => void;
  /** What the page is for. */
  readonly isMain?: boolean;
  /** The same, and the button is as wide as the form: on pages that are a single card, which are left without a question. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { action, isBusy, problem, fields, onSubmit, isMain = false, isWide = false, children } = props;
  const { form, isChanged } = useDraft({ isBusy, problem });
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(isChanged()), [isBusy, isChanged, problem]);
  // Boxes and lists change the form when the page is drawn next.
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
