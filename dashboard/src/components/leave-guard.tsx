import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ApiProblem } from '../api.ts';
import { isReloading } from '../reload-page.ts';
import { hasEnded } from '../session-end.ts';
import { Button } from './button.tsx';

/** The question to ask before input is discarded, and the labels of its two buttons. */
export interface Asked {
  readonly title: string;
  readonly text: string;
  readonly leave: string;
  readonly stay: string;
}

interface Sending {
  readonly isBusy: boolean;
  readonly problem?: ApiProblem | null | undefined;
}

interface Draft {
  readonly form: (element: HTMLFormElement | null) => void;
  readonly isChanged: () => boolean;
}

/**
 * Tracks whether a form has unsaved changes: whether its values differ from the initial or last saved values. While
 * values are being sent, they count as saved, unless the server rejects them.
 */
export function useDraft({ isBusy, problem }: Sending): Draft {
  const element = useRef<HTMLFormElement>(null);
  const kept = useRef<string>(undefined);
  const sent = useRef<string>(undefined);
  const form = useCallback((next: HTMLFormElement | null) => {
    element.current = next;
    if (next) kept.current = filledIn(next);
  }, []);
  useEffect(() => {
    if (isBusy) sent.current = element.current ? filledIn(element.current) : undefined;
    else {
      if (!problem && sent.current !== undefined) kept.current = sent.current;
      sent.current = undefined;
    }
  }, [isBusy, problem]);
  const isChanged = useCallback(() => {
    const now = element.current ? filledIn(element.current) : undefined;
    return now !== undefined && now !== kept.current && now !== sent.current;
  }, []);
  return { form, isChanged };
}

/** Returns the values of a form as a string that can be compared. */
function filledIn(form: HTMLFormElement): string {
  const entries = [...new FormData(form)].map(([name, value]) => [name, value instanceof File ? value.name : value]);
  return JSON.stringify(entries);
}

/** Question that is asked before the user leaves a page with unsaved changes in a form. */
export const UNSAVED: Asked = {
  title: 'Leave without saving?',
  text: 'Your changes haven’t been saved.',
  leave: 'Leave page',
  stay: 'Stay on page',
};

/**
 * Asks for confirmation before the user leaves the page by following a link, going back, or closing the tab, as long as
 * `question` returns a question. Does not ask when only the filters in the URL change, because the input is kept in
 * this case.
 */
export function LeaveGuard(props: {
  readonly question: () => Asked | undefined;
  /**
   * Saves the changes before the user opens another page of the dashboard. If this function returns true, the user is
   * not asked.
   */
  readonly settle?: () => Promise<boolean>;
}): ReactNode {
  const { question } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const shouldBlockFn = useCallback(async ({ current, next }: Transition) => {
    const { question: ask, settle } = latest.current;
    if (current.pathname === next.pathname || ask() === undefined) return false;
    return !(await settle?.());
  }, []);
  const enableBeforeUnload = useCallback(() => !isReloading() && latest.current.question() !== undefined, []);
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true });
  const asked = blocker.status === 'blocked' ? question() : undefined;
  return asked && <Question asked={asked} onStay={blocker.reset ?? nothing} onLeave={blocker.proceed ?? nothing} />;
}

interface Transition {
  readonly current: { readonly pathname: string };
  readonly next: { readonly pathname: string };
}

function nothing(): void {}

/** Renders the question before the user leaves a page. Escape keeps the user on the page. */
export function Question(props: {
  readonly asked: Asked;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}): ReactNode {
  const { asked, onLeave, onStay } = props;
  return (
    <Base.Root open onOpenChange={(open) => (open || hasEnded() ? undefined : onStay())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-[oklch(0.16_0.02_270/0.45)]" forceRender />
        <Base.Popup className="fixed z-50 flex flex-col gap-2 card p-6 outline-hidden max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none sm:top-[20dvh] sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:max-w-sm sm:-translate-x-1/2">
          <Base.Title className="text-xl font-semibold">{asked.title}</Base.Title>
          <Base.Description className="text-ink-2">{asked.text}</Base.Description>
          <div className="mt-4 flex justify-end gap-2 max-sm:[&>*]:flex-1">
            <Button look="danger" onClick={onLeave}>
              {asked.leave}
            </Button>
            <Button look="primary" autoFocus onClick={onStay}>
              {asked.stay}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
