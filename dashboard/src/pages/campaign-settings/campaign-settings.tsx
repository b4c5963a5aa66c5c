import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Checkbox, Field, TextArea } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { AutomationCap } from './automation-cap.tsx';
import { PageTexts } from './page-texts.tsx';
import { PublicPages } from './public-pages.tsx';

type Settings = Answer<'GET /dashboard/campaign-settings'>;

interface Props {
  readonly settings: Settings;
}

/** Renders the settings that apply to all campaigns of the account. */
export default function CampaignSettings(): ReactNode {
  const mayChange = useMay('dashboard:write');
  const read = useRead('GET /dashboard/campaign-settings', {});
  return (
    <Page title="Campaign settings" summary="Set the defaults for all campaigns.">
      <Loaded read={read}>
        {(settings) =>
          mayChange ? (
            <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
              <Address settings={settings} />
              <Sender settings={settings} />
              <Counting settings={settings} />
              <Archive settings={settings} />
              <AutomationCap cap={settings.automation_cap} />
              <PublicPages settings={settings} />
              <PageTexts language={settings.language} />
            </div>
          ) : (
            <Shown settings={settings} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Shown({ settings }: Props): ReactNode {
  const yes = (is: boolean): string => (is ? 'Yes' : 'No');
  return (
    <Card>
      <Facts
        rows={[
          [
            'Postal address',
            <span key="address" className="whitespace-pre-line">
              {settings.postal_address || '–'}
            </span>,
          ],
          ['Sender', settings.from_email === '' ? '–' : `${settings.from_name} <${settings.from_email}>`],
          ['Track opens', yes(settings.tracks_opens)],
          ['Track clicks', yes(settings.tracks_clicks)],
          ['Archive', yes(settings.archives)],
        ]}
      />
    </Card>
  );
}

function useChange() {
  return useAct('PATCH /dashboard/campaign-settings', {
    refresh: ['GET /dashboard/campaign-settings'],
    onDone: () => toast('Settings saved.'),
  });
}

function Address({ settings }: Props): ReactNode {
  const change = useChange();
  return (
    <Card
      title="Postal address"
      summary="This address appears at the end of every campaign. Campaigns can’t be sent without an address."
    >
      <Form
        action="Save address"
        isMain
        isBusy={change.isPending}
        problem={change.error}
        fields={['postal_address']}
        onSubmit={(form) => change.act({ body: { postal_address: textOf(form, 'postal_address') } })}
      >
        <TextArea
          label="Postal address"
          isLabelHidden
          name="postal_address"
          defaultValue={settings.postal_address}
          hint="Enter the address on several lines, as on an envelope."
          autoComplete="street-address"
          problem={change.error}
        />
      </Form>
    </Card>
  );
}

function Sender({ settings }: Props): ReactNode {
  const change = useChange();
  return (
    <Card title="Sender" summary="This is the default sender for new campaigns.">
      <Form
        action="Save sender"
        isBusy={change.isPending}
        problem={change.error}
        fields={['from_name', 'from_email']}
        onSubmit={(form) =>
          change.act({ body: { from_name: textOf(form, 'from_name'), from_email: textOf(form, 'from_email') } })
        }
      >
        <Field
          label="Name"
          name="from_name"
          defaultValue={settings.from_name}
          autoComplete="organization"
          problem={change.error}
        />
        <Field
          label="Email"
          name="from_email"
          inputMode="email"
          defaultValue={settings.from_email}
          hint="The address must belong to a verified domain."
          autoComplete="off"
          problem={change.error}
        />
      </Form>
    </Card>
  );
}

function Counting({ settings }: Props): ReactNode {
  const change = useChange();
  const [opens, setOpens] = useState(settings.tracks_opens);
  const [clicks, setClicks] = useState(settings.tracks_clicks);
  const [canary, setCanary] = useState(settings.uses_canary);
  return (
    <Card title="Tracking and first waves">
      <Form
        action="Save tracking"
        isBusy={change.isPending}
        problem={change.error}
        onSubmit={() => change.act({ body: { tracks_opens: opens, tracks_clicks: clicks, uses_canary: canary } })}
      >
        <Checkbox
          label="Track opens"
          hint="A tracking pixel is added to new campaigns."
          checked={opens}
          onChange={(event) => setOpens(event.target.checked)}
        />
        <Checkbox
          label="Track clicks"
          hint="Links are redirected through this server."
          checked={clicks}
          onChange={(event) => setClicks(event.target.checked)}
        />
        <Checkbox
          label="Test large campaigns with a first wave of contacts"
          hint="If too many emails in the first wave bounce, the campaign isn’t sent to the remaining contacts."
          checked={canary}
          onChange={(event) => setCanary(event.target.checked)}
        />
      </Form>
    </Card>
  );
}

function Archive({ settings }: Props): ReactNode {
  const change = useChange();
  const [isOn, setOn] = useState(settings.archives);
  const { archive_url: url } = settings;
  return (
    <Card
      title="Archive"
      summary={
        url === null ? (
          'The archive is a public page that lists your sent campaigns.'
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className="break-all text-accent-ink underline">
            {url}
          </a>
        )
      }
    >
      <Form
        action="Save archive"
        isBusy={change.isPending}
        problem={change.error}
        fields={['archive_title']}
        onSubmit={(form) => change.act({ body: { archives: isOn, archive_title: textOf(form, 'archive_title') } })}
      >
        <Checkbox
          label="Publish sent campaigns"
          hint="The archive includes earlier campaigns. To hide a campaign, open it and turn off “Show in the public archive”."
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
        <Field
          label="Heading"
          name="archive_title"
          defaultValue={settings.archive_title}
          hint="Leave empty to use the account name."
          autoComplete="off"
          problem={change.error}
        />
      </Form>
    </Card>
  );
}
