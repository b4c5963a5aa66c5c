import { Type } from 'typebox';
import type { Log } from '../../../base/log.ts';
import { Refusal } from '../../../base/refusal.ts';
import { formDecoder, type FormBody, type FormPart } from '../../../http/form-parts.ts';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import type { ProblemBody } from '../../../http/problems.ts';
import { route, type Route } from '../../../http/route.ts';
import { isObject } from '../resend/index.ts';
import type { RequireAdapter, VendorParts } from '../vendors/index.ts';
import { acceptMail } from './accept.ts';
import { quotaOf } from './account.ts';
import { sendBulk, type BulkResult } from './bulk.ts';
import { listIdentities } from './identities.ts';
import { requestKeyOf } from './mail.ts';
import { readQueryBulk, readQueryRawSend, readQuerySend, readQueryTemplated } from './query-request.ts';
import { requireSender } from './sender.ts';
import { createFindSigner, type SignerParts } from './signer.ts';
import { templateFiller } from './stored-template.ts';
import { answerXml, XML, type Members } from './xml.ts';

/** `MAX_BODY_BYTES` of API v2, plus the overhead of percent-encoding. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;
const decoder = formDecoder({ parts: 1_000, fieldBytes: MAX_BODY_BYTES, bodyBytes: MAX_BODY_BYTES });

interface Parts extends VendorParts, SignerParts {
  readonly requireAdapter: RequireAdapter;
  readonly log: Log;
}

interface Asked {
  readonly principal: Principal;
  readonly form: readonly FormPart[];
  readonly requestKey: string | undefined;
  readonly problem: (refusal: Refusal) => ProblemBody;
}

const formBody: Parser<readonly FormPart[]> = {
  schema: Type.Unknown(),
  parse(given) {
    // Safe cast: the decoder of this route created the value. Query parameters are ignored, because these clients send
    // forms.
    return isObject(given) && Array.isArray(given['parts']) ? (given as unknown as FormBody).parts : [];
  },
};

/** Returns the route for API v1, which takes the action from a form field. */
export function queryRoute(parts: Parts, path: string): Route {
  return route({
    findSigner: createFindSigner(parts),
    decoder,
    bodyLimitBytes: MAX_BODY_BYTES,
    isForDomainKeys: true,
    method: 'POST',
    path,
    summary: 'Send a message (Amazon SES API v1)',
    scope: 'transactional:send',
    body: formBody,
    async handle({ body: form, headers, principal, problem, requestId }) {
      await parts.requireAdapter(principal, 'ses');
      const action = form.find(({ name }) => name === 'Action')?.value ?? '';
      const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      if (!run) throw noAction(action);
      await requireSender(parts, principal, form.find(({ name }) => name === 'Source')?.value);
      const requestKey = requestKeyOf(headers['amz-sdk-invocation-id']);
      const members = await run(parts, { principal, form, requestKey, problem });
      return {
        status: 200,
        body: answerXml(action, members, requestId),
        headers: { 'content-type': XML, 'x-amzn-requestid': requestId },
      };
    },
  });
}

const ACTIONS: Readonly<Record<string, (parts: Parts, asked: Asked) => Promise<Members>>> = {
  async SendEmail(parts, { form, principal, requestKey }) {
    return { MessageId: await acceptMail(parts, principal, await readQuerySend(form, requestKey)) };
  },
  async SendRawEmail(parts, { form, principal, requestKey }) {
    return { MessageId: await acceptMail(parts, principal, await readQueryRawSend(form, requestKey)) };
  },
  async SendTemplatedEmail(parts, { form, principal, requestKey }) {
    const fill = templateFiller(parts, principal.accountId);
    return { MessageId: await acceptMail(parts, principal, await readQueryTemplated(form, requestKey, fill)) };
  },
  async SendBulkTemplatedEmail(parts, { form, principal, problem, requestKey }) {
    const entries = readQueryBulk(form, requestKey, templateFiller(parts, principal.accountId));
    const results = await sendBulk(parts, principal, entries, problem);
    return { Status: results.map(v1Result) };
  },
  ListIdentities: async ({ db }, { form, principal }) => ({ ...(await listIdentities(db, principal, form)) }),
  async GetSendQuota(_, { principal }) {
    if (principal.domain !== undefined) throw new Refusal('insufficient_scope');
    return Object.fromEntries(Object.entries(quotaOf(principal)).map(([name, value]) => [name, String(value)]));
  },
};

/** Converts a result to the format of API v1, where the `INVALID_PARAMETER` status is `InvalidParameter`. */
function v1Result({ Status, ...result }: BulkResult): Readonly<Record<string, string>> {
  const words = Status.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { Status: words, ...result };
}

function noAction(action: string): Refusal {
  return new Refusal('not_found', {
    message: `The action ${JSON.stringify(action.slice(0, 100))} is not supported.`,
    fix: `Use one of ${Object.keys(ACTIONS).join(', ')}. The suppression list is available only in API v2.`,
  });
}
