import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { Answer } from '../api.ts';
import { Button } from './button.tsx';
import { Card } from './page.tsx';
import { useProblemToast } from '../problem-toast.ts';
import { useAct, useRead } from '../reading.ts';
import { useMay, useSession } from '../session.ts';

type Step = Answer<'GET /dashboard/checklist'>['steps'][number];

const CHECKLIST = ['GET /dashboard/checklist'] as const;

const WORDS: Readonly<Record<Step['name'], { readonly to: string; readonly title: string; readonly why: string }>> = {
  domain: {
    to: '/domains',
    title: 'Verify your domain',
    why: 'Send from your own addresses to any recipient.',
  },
  key: {
    to: '/keys',
    title: 'Send with an API key',
    why: 'Use a separate key for each app so that you can revoke keys individually.',
  },
  webhook: {
    to: '/webhooks',
    title: 'Set up a webhook',
    why: 'Get notified of every delivery and bounce.',
  },
  production: {
    to: '/account/status',
    title: 'Go to production',
    why: 'Make sure everything is ready to email your customers.',
  },
};

/** Renders the onboarding checklist until all steps are done or a user dismisses it. */
export function Checklist(): ReactNode {
  const { data } = useRead('GET /dashboard/checklist', {});
  const mayWrite = useMay('dashboard:write');
  const { account } = useSession();
  const away = useAct('POST /dashboard/checklist/put-away', {
    refresh: CHECKLIST,
  });
  useProblemToast(away.error);
  if (data?.is_shown !== true) return null;
  const done = data.steps.filter(({ is_done }) => is_done).length;
  return (
    <Card
      title="Next steps"
      summary={`${done} of ${data.steps.length} done.`}
      actions={
        mayWrite && (
          <Button look="quiet" isBusy={away.isPending} onClick={() => away.act({})}>
            Hide checklist
          </Button>
        )
      }
    >
      <ol className="grid grid-cols-2 gap-x-8 gap-y-4 max-sm:grid-cols-1">
        {data.steps.map((step) => (
          <One key={step.name} step={step} isOperator={account.is_operator} />
        ))}
      </ol>
    </Card>
  );
}

function One({ isOperator, step }: { readonly step: Step; readonly isOperator: boolean }): ReactNode {
  const { title, to, why } = WORDS[step.name];
  const place = step.name === 'production' && isOperator ? '/operator/system' : to;
  return (
    <li className="flex gap-2.5" data-step={step.name} data-done={step.is_done}>
      {step.is_done ? (
        <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-ok" aria-hidden />
      ) : (
        <CircleDashed className="mt-0.5 size-4.5 shrink-0 text-ink-3" aria-hidden />
      )}
      <div>
        {step.is_done ? (
          <p className="font-medium text-ink-3">
            {title}
            <span className="sr-only">, done</span>
          </p>
        ) : (
          <Link to={place} className="font-medium text-accent-ink underline underline-offset-2">
            {title}
          </Link>
        )}
        <p className="text-sm text-ink-3">{step.missing ?? why}</p>
      </div>
    </li>
  );
}
