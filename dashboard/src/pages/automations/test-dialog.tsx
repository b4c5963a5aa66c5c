import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ContactChoices } from '../../components/contact-choices.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { Field, FormProblem } from '../../components/field.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useAct, useRead } from '../../reading.ts';
import { stepWords, type FlowStep } from './flow-words.ts';
import { treeOf, type TreeStep } from './flow-tree.ts';
import { useNames } from './use-names.ts';
import type { Automation } from './words.ts';

type Result = Answer<'POST /automations/{id}/test-run'>;
type Step = Result['steps'][number];

/** Renders the dialog that shows what the automation would do with a contact. Nothing is sent or changed. */
export function TestAutomation(props: { readonly automation: Automation; readonly onClose: () => void }): ReactNode {
  const { automation, onClose } = props;
  const [events, setEvents] = useState('');
  const params = { id: String(automation.id) };
  const flow = useRead('GET /automations/{id}/flow', { params });
  const { act, answer, error, isPending, reset } = useAct('POST /automations/{id}/test-run');
  const names = events
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return (
    <Dialog
      title="Test automation"
      description="See what happens if a contact enters the automation now. Nothing is sent or changed."
      isOpen
      onClose={onClose}
    >
      {answer ? (
        <>
          <Loaded read={flow}>{({ steps }) => <Run result={answer} steps={steps} />}</Loaded>
          <DialogActions>
            <Button onClick={reset}>Test another contact</Button>
            <Button look="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </>
      ) : (
        <div className="flex flex-col gap-4">
          <Field
            label="Events"
            name="events"
            value={events}
            onChange={(change) => setEvents(change.target.value)}
            placeholder="order.placed, project.created"
            hint="Comma-separated names of events that occur right after the contact enters the automation."
            autoComplete="off"
          />
          <FormProblem problem={error} />
          <fieldset disabled={isPending} className="flex flex-col gap-2">
            <legend className="mb-1 text-sm font-medium text-ink-2">Contact</legend>
            <ContactChoices onChoose={(id) => act({ params, body: { contact_id: id, events: names } })} />
          </fieldset>
        </div>
      )}
    </Dialog>
  );
}

const ENDS: Readonly<Record<Result['end'], string>> = {
  finished: 'The automation ends for the contact.',
  goal: 'The contact has reached the goal and exits the automation.',
  exit_filter: 'The contact matches the exit filter and exits the automation.',
  cannot_receive_email: 'The contact can’t receive email and doesn’t enter the automation.',
};

const RESULTS: Readonly<Record<Step['result'], string>> = {
  sent: 'Email is sent',
  time: 'Wait ends',
  event: 'Event ends the wait',
  filter: 'Contact matches',
  timeout: 'Wait times out',
  yes: 'Yes',
  no: 'No',
  done: 'Done',
};

function Run({ result, steps }: { readonly result: Result; readonly steps: readonly FlowStep[] }): ReactNode {
  const names = useNames();
  const known = new Map(allOf(treeOf(steps)).map((step) => [step.id, step]));
  return (
    <>
      <ol className="flex flex-col gap-3" aria-label="Steps of the test">
        {result.steps.map(({ at, campaign_id: campaign, result: outcome, step_id: id, subject }) => {
          // The cast is safe because the steps are from the API response.
          const step = known.get(id) as FlowStep | undefined;
          return (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 font-medium">
                {campaign === undefined ? (
                  step && stepWords(step, names)
                ) : (
                  <Link to={`/campaigns/${campaign}`} className="text-accent-ink underline">
                    {subject}
                  </Link>
                )}
              </span>
              <span className="text-sm text-ink-2">
                {RESULTS[outcome]} · <Time at={at} />
              </span>
            </li>
          );
        })}
      </ol>
      <p className="mt-3 text-ink-2">{ENDS[result.end]}</p>
    </>
  );
}

/** Flattens the steps: each step is followed by the steps in its branches. */
function allOf(steps: readonly TreeStep[]): readonly TreeStep[] {
  return steps.flatMap((step) => [step, ...allOf(step.yes ?? []), ...allOf(step.no ?? [])]);
}
