import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Brand } from '../../components/brand.tsx';
import { resume, useSession } from '../../session.ts';
import { useTask } from '../../use-task.ts';
import { SignInSteps } from './sign-in-steps.tsx';

/**
 * Renders the sign-in page on top of the page on which the session ended. The page below stays hidden and inert, and
 * keeps all input until the same user has signed in again.
 */
export default function SignInAgain(): ReactNode {
  const { person } = useSession();
  const { error, run } = useTask(resume, () => undefined);
  const cover = useCover();
  return (
    <dialog
      ref={cover}
      aria-label="Sign in again"
      onCancel={(event) => event.preventDefault()}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none overflow-y-auto bg-canvas text-ink"
    >
      <div className="mx-auto flex min-h-full w-full max-w-md flex-col gap-6 px-4 py-[12dvh] max-sm:py-8">
        <Brand />
        <SignInSteps
          title="Sign in again"
          summary="Your session has ended. Sign in to return to the page as you left it."
          email={person.email}
          problem={error}
          onSignedIn={() => run(undefined)}
        />
      </div>
    </dialog>
  );
}

/**
 * Shows a native dialog on top of everything else, including other dialogs. Restores the focus and the title
 * afterwards.
 */
function useCover(): React.RefObject<HTMLDialogElement | null> {
  const cover = useRef<HTMLDialogElement>(null);
  const [{ active, title }] = useState(() => ({ active: document.activeElement, title: document.title }));
  useEffect(() => {
    const shown = cover.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('input:not([value]), input[value=""]')?.focus();
    document.body.addEventListener('keydown', keepKey);
    return () => {
      document.body.removeEventListener('keydown', keepKey);
      shown?.close();
      document.title = title;
      if (active instanceof HTMLElement) active.focus();
    };
  }, [active, title]);
  return cover;
}

/**
 * Prevents keys that are pressed in this dialog from triggering shortcuts of the page below. Escape does not close the
 * dialog.
 */
function keepKey(event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.key === 'Escape') event.preventDefault();
}
