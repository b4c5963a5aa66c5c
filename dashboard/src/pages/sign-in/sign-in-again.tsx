import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Brand } from '../../components/brand.tsx';
import { resume, useSession } from '../../session.ts';
import { useTask } from '../../use-task.ts';
import { SignInSteps } from './sign-in-steps.tsx';

/**
 * The sign-in page above the page on which the session ended. That page stays as it is, out of sight and out of reach, with
 * all that was filled in, and goes on once the same person has signed in again.
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

/** Shows a dialog of the browser's own above everything, dialogs of the page included, and puts all back afterwards. */
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

/** Keys that are pressed here are no commands for the page below; Escape has nothing to close. */
function keepKey(event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.key === 'Escape') event.preventDefault();
}
