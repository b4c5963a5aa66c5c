import { useState, type FormEvent, type ReactNode } from 'react';
import { CircleCheck, CircleX } from 'lucide-react';
import type { Answer, ApiProblem, Input } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, FormProblem, TextArea } from '../../components/field.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Time } from '../../components/time.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { duration } from '../../words.ts';
import { readPastedRequest } from './pasted-request.ts';
import { WebhookPage } from './webhook-page.tsx';

type Verdict = Answer<'POST /transactional/webhook/verify'>;

const VERIFIERS = [
  { value: '', label: 'Webhook format' },
  { value: 'native', label: 'X-Service-Signature' },
  { value: 'compatible', label: 'svix-* or webhook-*' },
] as const;

const FIELDS = ['headers', 'body', 'secret', 'computed', 'received_at', 'verifier'];

/**
 * Renders a tool that finds out why a receiver rejects the signature of a request. The user pastes the request, and the
 * tool shows which part is wrong.
 */
export default function Signature(): ReactNode {
  const [verifier, setVerifier] = useState('');
  const [verdict, setVerdict] = useState<Verdict>();
  const { act, error, isPending } = useAct('POST /transactional/webhook/verify', { onDone: setVerdict });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setVerdict(undefined);
    act({ body: bodyOf(form, verifier) });
  };
  return (
    <WebhookPage
      title="Signature debugger"
      summary="If your server rejects a webhook request, paste the request as your server received it to find the cause."
    >
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-5 max-lg:grid-cols-1">
        <Card title="Received request">
          <form onSubmit={submit} noValidate className="flex flex-col gap-4">
            <Pasted problem={error} />
            <Select label="Header to verify" isLabelShown choices={VERIFIERS} value={verifier} onChange={setVerifier} />
            <FormProblem problem={error} fields={FIELDS} />
            <div>
              <Button type="submit" look="primary" isBusy={isPending}>
                Verify signature
              </Button>
            </div>
          </form>
        </Card>
        <div aria-live="polite">{verdict ? <Said verdict={verdict} /> : <NothingYet />}</div>
      </div>
    </WebhookPage>
  );
}

function NothingYet(): ReactNode {
  return (
    <Card title="Result">
      <p className="text-ink-2">
        The check detects missing or truncated headers, reserialized JSON, a wrong secret, clock skew, and incorrectly
        computed signatures.
      </p>
    </Card>
  );
}

function Pasted({ problem }: { readonly problem: ApiProblem | null }): ReactNode {
  return (
    <>
      <TextArea
        label="Headers"
        name="headers"
        rows={5}
        spellCheck={false}
        className="[&_textarea]:font-mono"
        placeholder={'X-Service-Signature: t=1795248900,v1=0b7eac4b…'}
        hint="Paste the header lines, an object from your log, or the whole request."
        problem={problem}
      />
      <TextArea
        label="Body"
        name="body"
        rows={6}
        spellCheck={false}
        className="[&_textarea]:font-mono"
        placeholder='{"id":"whd_…","event":"delivered",…}'
        hint="Paste the raw request body, exactly as your server received it."
        problem={problem}
      />
      <Field
        label="Receiver’s secret"
        name="secret"
        autoComplete="off"
        placeholder="whsec_…"
        hint="Optional. The secret is used only for this check, and isn’t stored or shown."
        problem={problem}
      />
      <Field
        label="Signature computed by the receiver"
        name="computed"
        autoComplete="off"
        hint="Optional. Paste the signature in hex or base64 to find the mistake in your verification code."
        problem={problem}
      />
    </>
  );
}

function bodyOf(form: FormData, verifier: string): Input<'POST /transactional/webhook/verify'>['body'] {
  const pasted = readPastedRequest(rawOf(form, 'headers'));
  const given = rawOf(form, 'body');
  const secret = textOf(form, 'secret');
  const computed = textOf(form, 'computed');
  return {
    headers: pasted.headers,
    body: given === '' ? (pasted.body ?? '') : given,
    ...(secret !== '' && { secret }),
    ...(computed !== '' && { computed }),
    ...((verifier === 'native' || verifier === 'compatible') && { verifier }),
  };
}

/**
 * Returns the value of a field with its original line breaks, because browsers convert line breaks in form data to CRLF
 * (HTML, form-data encoding).
 */
function rawOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

const PARTS: Readonly<Record<NonNullable<Verdict['problem']>, string>> = {
  header_missing: 'Header is missing',
  header_of_other_format: 'Header uses the other signature format',
  header_malformed: 'Header is malformed',
  body_changed: 'Body was changed',
  wrong_secret: 'Secret is wrong',
  not_signed_by_webhook: 'Signature isn’t from this webhook',
  wrong_computation: 'Signature was computed incorrectly',
  comparison: 'Signatures were compared incorrectly',
  timestamp_out_of_tolerance: 'Timestamp is outside the tolerance',
};

function Said({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const {
    age_seconds: age,
    fix,
    format,
    header,
    message,
    problem,
    signatures,
    signed_at: signedAt,
    signed_by: by,
  } = verdict;
  return (
    <Card isMain>
      <h2 className={`flex items-center gap-2 text-xl font-semibold ${verdict.valid ? 'text-ok' : 'text-bad'}`}>
        {verdict.valid ? <CircleCheck className="size-5" aria-hidden /> : <CircleX className="size-5" aria-hidden />}
        {problem === null ? 'Signature is valid' : PARTS[problem]}
      </h2>
      <p className="mt-2">{message}</p>
      {fix !== null && <p className="mt-2 text-ink-2">{fix}</p>}
      <div className="mt-4">
        <Facts
          rows={[
            ['Format', format],
            ['Header', header ?? 'none'],
            ['Signatures', String(signatures)],
            ['Signed by', by.length === 0 ? 'no known secret' : by.map((each) => `the ${each} secret`).join(' and ')],
            ['Signed at', <Time key="at" at={signedAt} />],
            ['Age', age === null ? '–' : `${duration(Math.abs(age) * 1000)}${age < 0 ? ' in the future' : ''}`],
          ]}
        />
      </div>
    </Card>
  );
}
