import { useMemo, useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { callWith, type Answer, type ApiProblem, type Input } from '../../api.ts';
import { useAutosave } from '../../autosave.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { MailFrame, type FrameView } from '../../components/mail-frame.tsx';
import { Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { refresh, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { Composer, frameViewOf, type View } from '../campaigns/composer.tsx';
import { EditBlocks, EditHtml } from '../campaigns/edit-content.tsx';
import { EditSubject } from '../campaigns/edit-envelope.tsx';
import { contentFaults } from '../campaigns/edit-words.ts';
import { NewCampaign } from '../campaigns/new-campaign.tsx';
import { DeleteTemplate } from './delete-template.tsx';

type Template = Answer<'GET /email-templates/{id}'>;
type Change = NonNullable<Input<'PATCH /email-templates/{id}'>['body']>;

interface Parts {
  readonly template: Template;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

const LIST = { to: '/templates', label: 'Templates' };

/** Renders the editor of a template. Changes are saved automatically. */
export default function TemplatePage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /email-templates/{id}', { params: { id } });
  const mayChange = useMay('account');
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="template" list={LIST}>
        The template may have been deleted.
      </Unknown>
    );
  }
  return (
    <Loaded read={read} lines={8}>
      {(template) =>
        mayChange ? (
          <Editing key={template.id} template={template} />
        ) : (
          <Page title={template.name} back={LIST} summary={template.subject}>
            <Preview template={template} />
          </Page>
        )
      }
    </Loaded>
  );
}

function Editing({ template }: { readonly template: Template }): ReactNode {
  const id = String(template.id);
  const { note, now, problem, saving } = useAutosave<Change>(async (body) => {
    await callWith('PATCH /email-templates/{id}', { params: { id }, body });
    refresh(['GET /email-templates', 'GET /email-templates/{id}']);
  });
  const part = template.design === null ? 'html' : 'design';
  const faults = useMemo(() => contentFaults({ ...problem?.errors }, part), [part, problem]);
  const preview = (view: View): ReactNode => <Preview template={template} view={frameViewOf(view)} />;
  return (
    <Composer
      title={template.name}
      back={LIST}
      autosave={{ now, saving }}
      actions={<Actions template={template} />}
      envelope={<Envelope {...{ note, problem, template }} />}
      write={(view, onHistory) =>
        template.design === null ? (
          <EditHtml
            html={template.html}
            onChange={(html) => note({ html })}
            preview={view.part === 'write' && preview({ ...view, part: 'preview' })}
            {...{ faults, onHistory }}
          />
        ) : (
          <EditBlocks
            design={template.design}
            onChange={(design) => note({ design })}
            {...{ faults, onHistory, view }}
          />
        )
      }
      preview={preview}
    />
  );
}

function Actions({ template }: { readonly template: Template }): ReactNode {
  const [opened, setOpened] = useState<'campaign' | 'delete'>();
  const go = useGo();
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Button look="primary" onClick={() => setOpened('campaign')}>
        Create campaign
      </Button>
      <RowMenu
        label={`More actions for ${template.name}`}
        actions={[{ label: 'Delete', onClick: () => setOpened('delete'), isDanger: true }]}
      />
      {opened === 'campaign' && <NewCampaign start={String(template.id)} onClose={close} />}
      {opened === 'delete' && <DeleteTemplate template={template} onClose={close} onDeleted={() => go('/templates')} />}
    </>
  );
}

function Envelope({ note, problem, template }: Parts): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Name"
        name="name"
        defaultValue={template.name}
        onChange={({ target }) => note({ name: target.value })}
        autoComplete="off"
        problem={problem}
      />
      <EditSubject of={template} note={note} problem={problem} example="first_name" />
      <Field
        label="Alias"
        name="alias"
        defaultValue={template.alias ?? ''}
        onChange={({ target }) => note({ alias: target.value })}
        placeholder="receipt"
        hint="Clients of other email services can send the template by this name."
        autoComplete="off"
        problem={problem}
      />
    </div>
  );
}

function Preview({ template, view }: { readonly template: Template; readonly view?: FrameView }): ReactNode {
  return (
    <MailFrame
      path="/dashboard/templates/{id}/preview"
      id={String(template.id)}
      version={template.updated_at}
      {...(view && { view })}
    />
  );
}
