import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { callWith, type Answer, type ApiProblem, type Input } from '../../api.ts';
import { SaveState, useAutosave } from '../../autosave.tsx';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Field } from '../../components/field.tsx';
import { MailFrame } from '../../components/mail-frame.tsx';
import { Card, Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import type { DesignBlock } from '../../editor/design.ts';
import { useGo } from '../../filters.ts';
import { pieceOf } from '../../late.tsx';
import { refresh, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { NewCampaign } from '../campaigns/new-campaign.tsx';
import { contentFaults, fieldNames, fieldTags } from '../campaigns/edit-words.ts';
import { DeleteTemplate } from './template-dialogs.tsx';

type Template = Answer<'GET /email-templates/{id}'>;
type Change = NonNullable<Input<'PATCH /email-templates/{id}'>['body']>;

interface Parts {
  readonly template: Template;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

const BlockEditor = pieceOf(() => import('../../editor/block-editor.tsx'));
const HtmlEditor = pieceOf(() => import('../../editor/html-editor.tsx'));
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
  const parts = { template, note, problem };
  return (
    <Page
      title={template.name}
      heading={`Edit ${template.name}`}
      back={LIST}
      actions={<Actions template={template} />}
      isWhole
    >
      <SaveState now={now} saving={saving} />
      <Card title="Name and subject" isMain>
        <Envelope {...parts} />
      </Card>
      <Card title="Content" isFlush={template.design !== null}>
        {template.design === null ? <Html {...parts} /> : <Blocks {...parts} />}
      </Card>
      <Card title="Preview" summary="The preview shows the last saved version." isFlush>
        <Preview template={template} />
      </Card>
    </Page>
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
    <div className="grid grid-cols-3 gap-4 max-md:grid-cols-1">
      <Field
        label="Name"
        name="name"
        defaultValue={template.name}
        onChange={({ target }) => note({ name: target.value })}
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Subject"
        name="subject"
        defaultValue={template.subject}
        hint="You can use merge tags, such as {{ first_name }}."
        onChange={({ target }) => note({ subject: target.value })}
        autoComplete="off"
        problem={problem}
      />
      <Field
        label="Preview text"
        name="preview_text"
        defaultValue={template.preview_text ?? ''}
        hint="Inboxes show this text after the subject."
        onChange={({ target }) => note({ preview_text: target.value || null })}
        autoComplete="off"
        problem={problem}
      />
    </div>
  );
}

function Blocks({ note, problem, template }: Parts): ReactNode {
  const faults = useMemo(() => contentFaults({ ...problem?.errors }, 'design'), [problem]);
  const fields = useRead('GET /contact-fields', { query: { per_page: '1000' } }).data?.data ?? [];
  return (
    <BlockEditor
      // Safe cast: the server has validated the design and returns it unchanged.
      design={template.design as unknown as DesignBlock}
      onChange={(design) => note({ design: { ...design } })}
      fields={fieldNames(fields)}
      faults={faults}
    />
  );
}

function Html({ note, problem, template }: Parts): ReactNode {
  const place = useRef<(text: string) => void>(undefined);
  const faults = useMemo(() => contentFaults({ ...problem?.errors }, 'html'), [problem]);
  const fields = useRead('GET /contact-fields', { query: { per_page: '1000' } }).data?.data ?? [];
  return (
    <div className="flex flex-col gap-4">
      <div className="w-64 max-sm:w-full">
        <Combobox
          label="Insert merge tag"
          name="merge_field"
          choices={fieldTags(fields)}
          value=""
          onChange={(text) => place.current?.(text)}
        />
      </div>
      <HtmlEditor value={template.html ?? ''} onChange={(html) => note({ html })} faults={faults} insert={place} />
    </div>
  );
}

function Preview({ template }: { readonly template: Template }): ReactNode {
  return <MailFrame path="/dashboard/templates/{id}/preview" id={String(template.id)} version={template.updated_at} />;
}
