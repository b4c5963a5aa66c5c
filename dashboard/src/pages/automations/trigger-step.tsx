import { useState, type ReactNode } from 'react';
import { Zap } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { useCampaigns, useDateFields, useLists, useSegments, useTags } from '../contacts/choices.ts';
import { chosenOf, TriggerFields, triggersBody, TRIGGER_FIELDS, type Chosen } from './trigger-fields.tsx';
import { NewMark } from './drag-handle.tsx';
import { useSettings, withDraft, type ShownFlow } from './use-flow.ts';
import { reentryWords, triggerDateWords, type Automation, type Trigger } from './words.ts';

interface Props {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly mayChange: boolean;
}

/** Renders the trigger at the top of the timeline. The user can change it there. */
export function TriggerStep({ automation: published, flow, mayChange }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const automation = withDraft(published, flow);
  const { automation_triggers: triggers } = automation;
  const [trigger] = triggers;
  return (
    <div className="stripe card pt-1.5">
      <div className="flex items-start gap-3 p-4">
        <span className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-2">
          <Zap className="size-4" aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          {triggers.length === 0 && <p className="font-medium">No trigger yet</p>}
          {triggers.map((each) => (
            <div key={each.id}>
              <p className="font-medium">
                <Words of={each} />
              </p>
              {each.fault && (
                <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">{each.fault}</p>
              )}
            </div>
          ))}
          <p className="text-sm text-ink-3">{reentryWords(automation)}</p>
          {flow.draft?.changed_settings.includes('triggers') && <NewMark />}
        </div>
        {mayChange && (
          <Button look="quiet" onClick={() => setOpen(true)}>
            Change trigger
          </Button>
        )}
      </div>
      {isOpen && <ChangeTrigger automation={automation} flow={flow} trigger={trigger} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Words({ of }: { readonly of: Trigger }): ReactNode {
  const lists = useLists().choices;
  const campaigns = useCampaigns().choices;
  const tags = useTags().choices;
  const segments = useSegments().choices;
  const fields = useDateFields().choices;
  if (of.type === 'contact_created') return CREATED[of.source ?? 'all'];
  if (of.type === 'event') return `When your application sends the “${of.event}” event`;
  const objects = {
    apply_list: [of.list_id, lists, 'list'],
    tag_added: [of.tag_id, tags, 'tag'],
    segment_entered: [of.segment_id, segments, 'segment'],
    field_date: [of.field_id, fields, 'field'],
    open_campaign: [of.campaign_id, campaigns, 'campaign'],
    click_campaign: [of.campaign_id, campaigns, 'campaign'],
  } as const;
  const [id, known, noun] = objects[of.type];
  const name = known.find(({ value }) => value === String(id))?.label;
  const named = name === undefined ? `${noun} ${id}` : `“${name}”`;
  if (of.type === 'field_date') return triggerDateWords(of, named);
  const does = {
    segment_entered: 'When a contact enters the segment',
    apply_list: 'When a contact is added to',
    tag_added: 'When a contact gets the tag',
    open_campaign: 'When a contact opens',
    click_campaign: 'When a contact clicks a link in',
  }[of.type];
  return `${does} ${named}`;
}

const CREATED = {
  all: 'When a contact is created',
  form: 'When a contact is created through a form',
  import: 'When a contact is created by an import',
  other: 'When a contact is created in the dashboard or through the API',
} as const;

function ChangeTrigger(props: {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly trigger: Trigger | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { automation, flow, onClose, trigger } = props;
  const [chosen, setChosen] = useState<Chosen>(chosenOf(trigger));
  const change = useSettings(automation, flow, 'Trigger saved', onClose);
  return (
    <FormDialog
      title="Change trigger"
      description="Contacts in progress stay in the automation. Contacts who have finished can enter again through the new trigger."
      isOpen
      onClose={onClose}
      action="Save changes"
      isBusy={change.isPending}
      problem={change.error}
      fields={[...TRIGGER_FIELDS]}
      onSubmit={() => change.save(triggersBody(chosen, automation))}
    >
      <TriggerFields chosen={chosen} onChange={setChosen} problem={change.error} />
    </FormDialog>
  );
}
