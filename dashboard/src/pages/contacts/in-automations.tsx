import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';

type InAutomation = Answer<'GET /dashboard/contacts/{id}/automations'>['data'][number];
type Step = NonNullable<InAutomation['step']>;

const STEPS: Readonly<Record<Step['type'], string>> = {
  email: 'email',
  wait: 'wait',
  condition: 'condition',
  update: 'change to the contact',
  webhook: 'webhook',
  exit: 'exit',
};

/** Renders the automations that a contact is or was in, and the step for which the contact waits. */
export function InAutomations({ id }: { readonly id: number }): ReactNode {
  const automations = useRead('GET /dashboard/contacts/{id}/automations', { params: { id: String(id) } }).data?.data;
  if (!automations || automations.length === 0) return null;
  return (
    <Card title="Automations">
      <ul className="flex flex-col gap-4">
        {automations.map((each) => (
          <li key={each.automation_id}>
            <Link
              to="/automations/$id"
              params={{ id: String(each.automation_id) }}
              className="font-medium break-words text-accent-ink hover:underline"
            >
              {each.title}
            </Link>
            <p className="text-sm text-ink-3">
              <Progress of={each} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Progress({ of }: { readonly of: InAutomation }): ReactNode {
  const { active, emails, ended_at: ended, entered_at: entered, step } = of;
  if (!step) {
    return (
      <>
        Completed or exited <Time at={ended ?? entered} style="date" />, after {plural(emails, 'email')}.
      </>
    );
  }
  const name = step.type === 'email' ? `email “${step.name ?? ''}”` : STEPS[step.type];
  return (
    <>
      Waiting for step {step.position} ({name}),{' '}
      {active ? <Due at={step.due_at} /> : 'paused while the automation is inactive'}. Entered{' '}
      <Time at={entered} style="date" />.
    </>
  );
}

function Due({ at }: { readonly at: string }): ReactNode {
  return (
    <>
      due <Time at={at} />
    </>
  );
}
