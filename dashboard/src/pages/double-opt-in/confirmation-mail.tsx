import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';

type Campaign = Answer<'GET /double-opt-in'>['campaign'];

/** Renders the content and the preview of the confirmation email for new subscribers. */
export function ConfirmationMail({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const mayChange = useMay('account');
  return (
    <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
      {mayChange && <Words of={campaign} />}
      <Preview of={campaign} />
    </div>
  );
}

function Words({ of }: { readonly of: Campaign }): ReactNode {
  const { design, html, id, subject } = of;
  const save = useAct('PATCH /campaigns/{id}', {
    refresh: ['GET /double-opt-in', 'POST /campaigns/{id}/preview', 'GET /dashboard/campaigns'],
    onDone: () => toast('Confirmation email saved.'),
  });
  const submit = (form: FormData): void => {
    const [next, source] = [textOf(form, 'subject'), textOf(form, 'html')];
    save.act({
      params: { id: String(id) },
      body: { subject: next, ...((source !== '' || html !== null) && { html: source }) },
    });
  };
  return (
    <Card title="Confirmation email">
      <Form
        action="Save changes"
        isMain
        isBusy={save.isPending}
        problem={save.error}
        fields={['subject', 'html']}
        onSubmit={submit}
      >
        <Field label="Subject" name="subject" defaultValue={subject} autoComplete="off" problem={save.error} />
        <TextArea
          label="HTML"
          name="html"
          rows={18}
          defaultValue={html ?? ''}
          spellCheck={false}
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
          hint={<Hint isDesigned={design !== null} />}
          problem={save.error}
        />
      </Form>
      <p className="mt-4">
        <ButtonLink to={`/campaigns/${id}/edit`}>Open in editor</ButtonLink>
      </p>
    </Card>
  );
}

function Hint({ isDesigned }: { readonly isDesigned: boolean }): ReactNode {
  return (
    <>
      <code className="font-mono">{'{{ confirm_url }}'}</code> is the confirmation link. The email can’t be sent without
      this link.
      {isDesigned && ' This email uses blocks. HTML saved here replaces the blocks.'}
    </>
  );
}

function Preview({ of }: { readonly of: Campaign }): ReactNode {
  const read = useRead('POST /campaigns/{id}/preview', { params: { id: String(of.id) } }, { keep: true });
  return (
    <Card title="Preview" isFlush>
      <Loaded read={read} lines={6}>
        {({ html, subject, text }) => (
          <>
            <p className="border-b border-line px-6 pb-3 max-sm:px-4">
              <span className="text-ink-3">Subject</span> <span className="font-medium">{subject}</span>
            </p>
            <div className="rounded-b-card bg-sunken p-4 max-sm:p-2">
              {html === null ? (
                <p className="rounded-control border border-line bg-surface p-4 whitespace-pre-wrap">{text}</p>
              ) : (
                <iframe
                  key={html}
                  title="Email preview"
                  srcDoc={html}
                  sandbox=""
                  className="block h-[30rem] w-full rounded-control border border-line bg-surface"
                />
              )}
            </div>
          </>
        )}
      </Loaded>
    </Card>
  );
}
