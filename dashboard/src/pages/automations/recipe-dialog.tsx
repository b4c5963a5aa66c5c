import { useRef, useState, type ReactNode } from 'react';
import { callWith } from '../../api.ts';
import { isSameName } from '../../components/choice.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { refreshed, useRead } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { RECIPES, type Recipe, type RecipeStep } from './recipes.ts';
import { designAround, useBlank, type BlankDesign } from '../templates/use-start.ts';
import { blocksOf } from './words.ts';

const ALL = { query: { per_page: '1000' } };
/** ID of the type of custom fields that contain dates. */
const DATE_TYPE = 'fe7dd76c-5113-4159-bc7c-0dbf0ed8d404';

interface Sender {
  readonly from_name: string;
  readonly from_email: string;
}

/** Renders the form that creates an inactive automation from a recipe. After that, the page of the automation opens. */
export function UseRecipe({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [title, setTitle] = useState(RECIPES[0]?.title ?? '');
  const go = useGo();
  const settings = useRead('GET /dashboard/campaign-settings', {});
  const blank = useBlank();
  const made = useRef<number>(undefined);
  const create = useTask(
    async (sender: Sender) => {
      const recipe = RECIPES.find((each) => each.title === title);
      if (recipe && blank) made.current = await created(recipe, sender, blank);
    },
    () => {
      toast(`Automation “${title}” created. No emails are sent until you activate the automation.`);
      onClose();
      go(`/automations/${made.current}`);
    },
    async () => refreshed(['GET /automations', 'GET /contact-fields', 'GET /contact-segments']),
  );
  // Wait for the data, because fields that appear after the form would count as unsaved changes.
  if (settings.isPending || !blank) return null;
  return (
    <FormDialog
      title="Create automation from a recipe"
      description="The recipe creates an inactive automation with emails that you can change."
      isOpen
      onClose={onClose}
      action="Create automation"
      isBusy={create.isPending}
      problem={create.error}
      fields={['from_name', 'from_email']}
      onSubmit={(form) => create.run({ from_name: textOf(form, 'from_name'), from_email: textOf(form, 'from_email') })}
    >
      <RadioGroup
        label="Recipe"
        name="recipe"
        choices={RECIPES.map((recipe) => ({ value: recipe.title, label: recipe.title, hint: recipe.summary }))}
        value={title}
        onChange={setTitle}
      />
      <Field
        label="Sender name"
        name="from_name"
        defaultValue={settings.data?.from_name ?? ''}
        problem={create.error}
      />
      <Field
        label="Sender email"
        name="from_email"
        type="email"
        defaultValue={settings.data?.from_email ?? ''}
        problem={create.error}
      />
    </FormDialog>
  );
}

/**
 * Creates an automation from a recipe and returns its ID. If the emails or the steps cannot be added, deletes the
 * automation and rejects with the error. A custom field or segment that was created for the trigger is kept.
 */
async function created(recipe: Recipe, sender: Sender, blank: BlankDesign): Promise<number> {
  const triggers = await triggersOf(recipe);
  const body = { title: recipe.title, triggers, ...recipe.settings };
  const { id } = await callWith('POST /automations', { body });
  const params = { id: String(id) };
  try {
    const emails: number[] = [];
    for (const { text, ...email } of recipe.emails) {
      const added = { ...email, ...sender, design: designAround(blank, blocksOf(text)) };
      emails.push((await callWith('POST /automations/{id}/emails', { params, body: added })).id);
    }
    await callWith('PATCH /automations/{id}/flow', { params, body: { steps: withIds(recipe.steps, emails) } });
    return id;
  } catch (error) {
    await callWith('DELETE /automations/{id}', { params });
    throw error;
  }
}

function withIds(steps: readonly RecipeStep[], emails: readonly number[]): readonly Record<string, unknown>[] {
  return steps.map((step) => {
    if (step.type === 'email') return { type: 'email', id: emails[step.email] };
    if (step.type === 'condition') return { ...step, yes: withIds(step.yes, emails), no: withIds(step.no, emails) };
    return { ...step };
  });
}

async function triggersOf({ dateField, segment, trigger }: Recipe) {
  if (dateField !== undefined) {
    const { data } = await callWith('GET /contact-fields', ALL);
    const known = data.find(({ label, type }) => type === 'date' && isSameName(label, dateField));
    const body = { label: dateField, contact_field_type_id: DATE_TYPE };
    const { id } = known ?? (await callWith('POST /contact-fields', { body }));
    return [{ type: 'field_date' as const, field_id: id, every_year: true }];
  }
  if (segment) {
    const { data } = await callWith('GET /contact-segments', ALL);
    const known = data.find(({ name }) => isSameName(name, segment.name));
    const { id } = known ?? (await callWith('POST /contact-segments', { body: segment }));
    return [{ type: 'segment_entered' as const, segment_id: id }];
  }
  return trigger ? [trigger] : [];
}
