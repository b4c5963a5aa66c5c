import { type ReactNode, useState } from 'react';
import { useParams } from '@tanstack/react-router';
import type { ApiProblem } from '../../api.ts';
import { SaveState } from '../../autosave.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Card, Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { refreshed, useAct, useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { type Campaign, type Change, isAhead } from './campaign-words.ts';
import { EditAudience } from './edit-audience.tsx';
import { EditContent } from './edit-content.tsx';
import { EditEnvelope } from './edit-envelope.tsx';
import { EditVariants } from './edit-variants.tsx';
import { Preview } from './draft.tsx';
import { OtherChange, useSaving } from './use-saving.tsx';
import { SaveAsTemplate } from '../templates/template-dialogs.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';

const LIST = { to: '/campaigns', label: 'Campaigns' };

/**
 * Renders the editor of an email next to the preview: the subject, the sender, the content, and the audience. Changes
 * are saved automatically.
 */
export default function EditPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /campaigns/{id}', { params: { id } });
  const mayChange = useMay('account');
  /** Number of reloads. A reload resets the fields to the values that are stored on the server. */
  const [times, setTimes] = useState(0);
  const beginAnew = async (): Promise<void> => {
    await refreshed(['GET /campaigns/{id}']);
    setTimes(times + 1);
  };
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="campaign" list={LIST}>
        The campaign may have been deleted.
      </Unknown>
    );
  }
  return (
    <Loaded read={read} lines={8}>
      {(campaign) =>
        mayChange && isEditable(campaign) ? (
          <Editing key={`${campaign.id} ${times}`} campaign={campaign} onAnew={() => void beginAnew()} />
        ) : (
          <Closed of={campaign} />
        )
      }
    </Loaded>
  );
}

/**
 * Returns whether a campaign can be edited. Emails of automations and confirmation emails can be edited even while they
 * are in use.
 */
function isEditable(campaign: Campaign): boolean {
  return campaign.kind !== 'campaign' || isAhead(campaign);
}

function Closed({ of }: { readonly of: Campaign }): ReactNode {
  return (
    <Page title={of.title} back={{ to: `/campaigns/${of.id}`, label: of.title }}>
      <section className="card">
        <EmptyState
          title="You can’t edit this campaign"
          action={<ButtonLink to={`/campaigns/${of.id}`}>View campaign</ButtonLink>}
        >
          Either sending has started, or your role doesn’t allow edits. To change a sent campaign, resend it and edit
          the copy.
        </EmptyState>
      </section>
    </Page>
  );
}

function Editing(props: { readonly campaign: Campaign; readonly onAnew: () => void }): ReactNode {
  const { campaign, onAnew } = props;
  const [opened, setOpened] = useState<'test' | 'template'>();
  const id = String(campaign.id);
  const isOwn = campaign.kind === 'campaign';
  const { isOther, keepMine, note, now, problem, saving } = useSaving(campaign);
  const parts = { campaign, note, problem };
  return (
    <Page
      title={campaign.title}
      heading={`Edit ${campaign.title}`}
      back={isOwn ? { to: `/campaigns/${id}`, label: campaign.title } : backOf(campaign)}
      actions={
        <>
          <Button onClick={() => setOpened('test')}>Send test email</Button>
          {isOwn && (
            <ButtonLink to={`/campaigns/${id}/review`} look="primary">
              Review and send
            </ButtonLink>
          )}
          <RowMenu
            label="More actions"
            actions={[
              {
                label: 'Save as template',
                onClick: () => {
                  now();
                  setOpened('template');
                },
              },
            ]}
          />
        </>
      }
      isWhole
    >
      <SaveState now={now} saving={saving} />
      {isOther && <OtherChange onMine={keepMine} onTheirs={onAnew} />}
      {campaign.design === null ? <AsHtml {...parts} /> : <AsBlocks {...parts} />}
      {opened === 'test' && <TestMail id={id} onClose={() => setOpened(undefined)} />}
      {opened === 'template' && <SaveAsTemplate campaign={campaign} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

interface Parts {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

/** Renders the editor and the preview next to each other. */
function AsHtml(parts: Parts): ReactNode {
  return (
    <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-5">
        <Around {...parts} />
        <Card title="Content">
          <EditContent {...parts} />
        </Card>
        <Audience {...parts} />
      </div>
      <Seen {...parts} />
    </div>
  );
}

/** Renders the block editor. It uses the whole width, because blocks already look like the final email. */
function AsBlocks(parts: Parts): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Around {...parts} isWide />
      <Card title="Content" isFlush>
        <EditContent {...parts} />
      </Card>
      <Seen {...parts} />
      <Audience {...parts} />
    </div>
  );
}

function Around(parts: Parts & { readonly isWide?: boolean }): ReactNode {
  return (
    <Card title="Subject and sender" isMain>
      <EditEnvelope {...parts} />
    </Card>
  );
}

function Audience(parts: Parts): ReactNode {
  if (parts.campaign.kind !== 'campaign') return null;
  return (
    <>
      <Card title="Audience">
        <EditAudience {...parts} />
      </Card>
      <Card title="A/B test" summary="The test group is split equally between the campaign and its variants.">
        <EditVariants {...parts} />
      </Card>
    </>
  );
}

function Seen({ campaign }: Parts): ReactNode {
  return (
    <Card title="Preview" summary="The preview shows the last saved version." isFlush>
      <Preview campaign={campaign} />
    </Card>
  );
}

function backOf({ kind }: Campaign): { readonly to: string; readonly label: string } {
  return kind === 'automation'
    ? { to: '/automations', label: 'Automations' }
    : { to: '/double-opt-in', label: 'Double opt-in' };
}

/** Renders the dialog that sends the saved email as a test to members of the account. */
function TestMail({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { person } = useSession();
  const send = useAct('POST /campaigns/{id}/test', {
    onDone: ({ to }) => {
      toast(`Sending a test email to ${to.join(', ')}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Send test email"
      description="The last saved version is sent to members of this account. Opens and clicks aren’t counted."
      isOpen
      onClose={onClose}
      action="Send test email"
      isBusy={send.isPending}
      problem={send.error}
      fields={['to']}
      onSubmit={(form) =>
        send.act({
          params: { id },
          body: {
            to: textOf(form, 'to')
              .split(',')
              .map((each) => each.trim()),
          },
        })
      }
    >
      <Field
        label="To"
        name="to"
        defaultValue={person.email}
        hint="Separate multiple addresses with commas."
        autoComplete="off"
        autoFocus
        problem={send.error}
      />
    </FormDialog>
  );
}
