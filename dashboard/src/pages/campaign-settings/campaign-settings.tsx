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

type Settings = Answer<'GET /dashboard/campaign-settings'>;

interface Props {
  readonly settings: Settings;
}

/** What all campaigns of the account have in common. */
export default function CampaignSettings(): ReactNode {
  const mayChange = useMay('dashboard:write');
  const read = useRead('GET /dashboard/campaign-settings', {});
  return (
    <Page title="Campaign settings" summary="What all campaigns have in common, unless one says else.">
      <Loaded read={read}>
        {(settings) =>
          mayChange ? (
            <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
              <Address settings={settings} />
              <Sender settings={settings} />
              <Counting settings={settings} />
              <Archive settings={settings} />
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
          ['Counts opens', yes(settings.tracks_opens)],
          ['Counts clicks', yes(settings.tracks_clicks)],
          ['Archive', yes(settings.archives)],
        ]}
      />
    </Card>
  );
}

function useChange() {
  return useAct('PATCH /dashboard/campaign-settings', {
    refresh: ['GET /dashboard/campaign-settings'],
    onDone: () => toast('The settings are saved.'),
  });
}

function Address({ settings }: Props): ReactNode {
  const change = useChange();
  return (
    <Card title="Postal address" summary="Stands at the end of every campaign; none is sent without one.">
      <Form
        action="Save the address"
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
          hint="In lines, as on a letter."
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
    <Card title="Sender" summary="Where a new campaign begins.">
      <Form
        action="Save the sender"
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
          label="Address"
          name="from_email"
          inputMode="email"
          defaultValue={settings.from_email}
          hint="Of a domain that is verified."
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
    <Card title="Counting and first waves">
      <Form
        action="Save what is counted"
        isBusy={change.isPending}
        problem={change.error}
        onSubmit={() => change.act({ body: { tracks_opens: opens, tracks_clicks: clicks, uses_canary: canary } })}
      >
        <Checkbox
          label="Count opens"
          hint="By a picture in the mail; of campaigns that are made from now on."
          checked={opens}
          onChange={(event) => setOpens(event.target.checked)}
        />
        <Checkbox
          label="Count clicks"
          hint="Links lead over this server."
          checked={clicks}
          onChange={(event) => setClicks(event.target.checked)}
        />
        <Checkbox
          label="Large campaigns go to a few contacts first"
          hint="When too many of their mails come back, the rest is not sent."
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
          'Campaigns that were sent, for everybody to read.'
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className="break-all text-accent-ink underline">
            {url}
          </a>
        )
      }
    >
      <Form
        action="Save the archive"
        isBusy={change.isPending}
        problem={change.error}
        fields={['archive_title']}
        onSubmit={(form) => change.act({ body: { archives: isOn, archive_title: textOf(form, 'archive_title') } })}
      >
        <Checkbox
          label="Show campaigns that were sent to everybody"
          hint="Also those of before. A single one can be left out of it through the API."
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
        <Field
          label="Heading"
          name="archive_title"
          defaultValue={settings.archive_title}
          hint="Empty: the name of the account."
          autoComplete="off"
          problem={change.error}
        />
      </Form>
    </Card>
  );
}
