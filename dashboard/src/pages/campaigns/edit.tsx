import { type ReactNode, useState } from 'react';
import { useParams } from '@tanstack/react-router';
import type { ApiProblem } from '../../api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import type { EditHistory } from '../../editor/tool-button.tsx';
import { refreshed, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import type { Campaign, Change } from './campaign-words.ts';
import { Composer, frameViewOf, type View } from './composer.tsx';
import { EditBlocks, EditHtml } from './edit-content.tsx';
import { EditSender, EditSubject } from './edit-envelope.tsx';
import { AddLanguage, LanguageSwitch, useLanguages, type Languages } from './edit-languages.tsx';
import { Preview } from './preview.tsx';
import { SwitchFormat } from './switch-format.tsx';
import { TestMail } from './test-mail.tsx';
import { useContentFaults } from './use-content-faults.ts';
import { OtherChange, useSaving } from './use-saving.tsx';
import { SaveAsTemplate } from '../templates/save-as-template.tsx';

const LIST = { to: '/campaigns', label: 'Campaigns' };

/**
 * Renders the editor of an email. Changes are saved automatically. The sender and the audience of a campaign are on its
 * review page.
 */
export default function EditPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /campaigns/{id}', { params: { id } });
  const mayChange = useMay('account');
  /** Number of reloads. A reload resets the fields to the values that are stored on the server. */
  const [times, setTimes] = useState(0);
  const reloadPage = async (): Promise<void> => {
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
          <Editing key={`${campaign.id} ${times}`} campaign={campaign} onStartAgain={() => void reloadPage()} />
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
function isEditable({ kind, status }: Campaign): boolean {
  return kind !== 'campaign' || status === 'draft';
}

function Closed({ of }: { readonly of: Campaign }): ReactNode {
  return (
    <Page title={of.title} back={{ to: `/campaigns/${of.id}`, label: of.title }}>
      <section className="card">
        <EmptyState
          title="You can’t edit this campaign"
          action={<ButtonLink to={`/campaigns/${of.id}`}>View campaign</ButtonLink>}
        >
          Either the campaign is no longer a draft, or your role doesn’t allow edits. To edit a scheduled campaign,
          unschedule it first. To change a sent campaign, duplicate it and edit the copy.
        </EmptyState>
      </section>
    </Page>
  );
}

function Editing(props: { readonly campaign: Campaign; readonly onStartAgain: () => void }): ReactNode {
  const { campaign, onStartAgain } = props;
  const [contact, setContact] = useState<number>();
  const id = String(campaign.id);
  const isOwn = campaign.kind === 'campaign';
  const { isOther, keepMine, note, now, problem, saving } = useSaving(campaign);
  const languages = useLanguages(campaign, note, now);
  const { variant } = languages;
  const preview = (view: View): ReactNode => (
    <Preview {...{ campaign, contact, variant }} onContact={setContact} view={frameViewOf(view)} />
  );
  return (
    <Composer
      title={campaign.title}
      back={isOwn ? { to: `/campaigns/${id}`, label: campaign.title } : backOf(campaign)}
      autosave={{ now, saving }}
      actions={<Actions campaign={campaign} languages={languages} note={note} now={now} />}
      notice={isOther && <OtherChange onMine={keepMine} onTheirs={onStartAgain} />}
      envelope={
        <>
          <LanguageSwitch languages={languages} />
          <EditSubject
            key={variant}
            of={languages.written}
            note={languages.note}
            problem={problem}
            example="contact.first_name"
            prefix={languages.prefix}
          />
          {!isOwn && (
            <details className="mt-4">
              <summary className="cursor-pointer text-ink-2">
                From {campaign.from_name} &lt;{campaign.from_email}&gt;
              </summary>
              <div className="mt-3">
                <EditSender campaign={campaign} note={note} problem={problem} />
              </div>
            </details>
          )}
        </>
      }
      write={(view, onHistory) => (
        <Content
          key={variant}
          {...{ campaign, languages, note, problem, onHistory, view }}
          preview={preview({ ...view, part: 'preview' })}
        />
      )}
      preview={preview}
    />
  );
}

function Content(props: {
  readonly campaign: Campaign;
  readonly languages: Languages;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
  readonly view: View;
  readonly onHistory: (history: EditHistory) => void;
  readonly preview: ReactNode;
}): ReactNode {
  const { campaign, languages, note, preview, problem, onHistory, view } = props;
  const { prefix, variant, written } = languages;
  const isBlocks = written.design !== null;
  const faults = useContentFaults(campaign, `${prefix}${isBlocks ? 'design' : 'html'}`, problem, variant);
  if (isBlocks) {
    return (
      <EditBlocks
        campaignId={campaign.kind === 'campaign' ? String(campaign.id) : undefined}
        design={written.design}
        onChange={(design) => languages.note({ design })}
        faults={faults}
        view={view}
        onHistory={onHistory}
      />
    );
  }
  return (
    <EditHtml
      html={written.html}
      onChange={(html) => languages.note({ html })}
      faults={faults}
      onHistory={onHistory}
      preview={view.part === 'write' && preview}
      settings={
        <>
          <p className="text-sm text-ink-3">
            Your postal address and an unsubscribe link are added at the end if the email doesn’t already contain them.
          </p>
          <Checkbox
            label="Inline CSS"
            hint="Some email clients remove <style> elements and need inline CSS."
            defaultChecked={campaign.inline_css}
            onChange={({ target }) => note({ inline_css: target.checked })}
          />
        </>
      }
    />
  );
}

function Actions(props: {
  readonly campaign: Campaign;
  readonly languages: Languages;
  readonly note: (change: Change) => void;
  readonly now: () => Promise<boolean>;
}): ReactNode {
  const { campaign, languages, note, now } = props;
  const [opened, setOpened] = useState<'test' | 'template' | 'format' | 'language'>();
  const id = String(campaign.id);
  const close = (): void => setOpened(undefined);
  // Save first, because test emails and templates contain the last saved version.
  const openSaved = (what: 'test' | 'template'): void => {
    void now().then(() => setOpened(what));
  };
  return (
    <>
      <Button onClick={() => openSaved('test')}>Send test</Button>
      {campaign.kind === 'campaign' && (
        <ButtonLink to={`/campaigns/${id}/review`} look="primary">
          Review
        </ButtonLink>
      )}
      <RowMenu
        label="More actions"
        actions={[
          ...(campaign.kind === 'campaign' && campaign.ab_test === null
            ? [{ label: 'Add language', onClick: () => setOpened('language') }]
            : []),
          { label: 'Save as template', onClick: () => openSaved('template') },
          ...(languages.variant > 0
            ? []
            : [
                {
                  label: campaign.design === null ? 'Switch to blocks' : 'Switch to HTML',
                  onClick: () => setOpened('format'),
                },
              ]),
        ]}
      />
      {opened === 'test' && <TestMail id={id} variant={languages.variant} onClose={close} />}
      {opened === 'language' && <AddLanguage languages={languages} onClose={close} />}
      {opened === 'template' && <SaveAsTemplate campaign={campaign} onClose={close} />}
      {opened === 'format' && <SwitchFormat campaign={campaign} note={note} onClose={close} />}
    </>
  );
}

function backOf({ kind }: Campaign): { readonly to: string; readonly label: string } {
  return kind === 'automation'
    ? { to: '/automations', label: 'Automations' }
    : { to: '/double-opt-in', label: 'Double opt-in' };
}
