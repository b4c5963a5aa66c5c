import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { toast } from '../../components/toast.tsx';
import { numberOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';

/** Renders the limit on automation emails per contact. */
export function AutomationCap(props: {
  readonly cap: Answer<'GET /dashboard/campaign-settings'>['automation_cap'];
}): ReactNode {
  const { cap } = props;
  const change = useAct('PATCH /dashboard/campaign-settings', {
    refresh: ['GET /dashboard/campaign-settings'],
    onDone: () => toast('Settings saved.'),
  });
  return (
    <Card
      title="Automation emails per contact"
      summary="Emails that exceed the limit are delayed until they can be sent within the limit. Leave both fields empty for no limit."
    >
      <Form
        action="Save limit"
        isBusy={change.isPending}
        problem={change.error}
        fields={['automation_cap.emails', 'automation_cap.days']}
        onSubmit={(form) => {
          const [emails, days] = [numberOf(form, 'automation_cap.emails'), numberOf(form, 'automation_cap.days')];
          const isOff = emails === null && days === null;
          change.act({ body: { automation_cap: isOff ? null : { emails: emails ?? 0, days: days ?? 0 } } });
        }}
      >
        <Field
          label="Emails"
          name="automation_cap.emails"
          type="number"
          min={1}
          max={100}
          defaultValue={cap?.emails ?? ''}
          problem={change.error}
        />
        <Field
          label="Days"
          name="automation_cap.days"
          type="number"
          min={1}
          max={90}
          defaultValue={cap?.days ?? ''}
          problem={change.error}
        />
      </Form>
    </Card>
  );
}
