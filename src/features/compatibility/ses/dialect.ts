import type { Dialect } from '../../../http/dialect.ts';
import type { PresentedProblem, ProblemBody } from '../../../http/problems.ts';
import { awsErrorOf } from './errors.ts';
import { isJsonPath, isQueryRoute, PREFIX, V2 } from './paths.ts';
import { errorXml, XML } from './xml.ts';

const NOTHING_HERE = {
  message: 'The requested operation does not exist.',
  fix: `The Amazon SES API is available at the root and under ${PREFIX}: ${V2}/outbound-emails, outbound-bulk-emails, identities, account and suppression/addresses, and the v1 actions SendEmail, SendRawEmail, ListIdentities and GetSendQuota.`,
};

/** How errors are written for clients of Amazon SES: those of the newer API read JSON, those of the older XML. */
export const SES_DIALECTS: readonly Dialect[] = [
  {
    covers: isJsonPath,
    headers: () => ({}),
    problem: ({ body, headers }) => {
      const { status, type } = awsErrorOf(body.name);
      return {
        status,
        body: { message: messageOf(body) },
        headers: { ...retryOf(headers), 'x-amzn-errortype': type, 'x-amzn-requestid': body.request_id },
      };
    },
    notFound: () => NOTHING_HERE,
  },
  {
    covers: isQueryRoute,
    headers: () => ({}),
    problem: ({ body, headers }) => {
      const { code, status } = awsErrorOf(body.name);
      return {
        status: status === 429 ? 400 : status,
        body: errorXml({ code, message: messageOf(body), requestId: body.request_id, isOurs: status >= 500 }),
        headers: { ...retryOf(headers), 'content-type': XML, 'x-amzn-requestid': body.request_id },
      };
    },
    notFound: () => NOTHING_HERE,
  },
];

/** The challenge of a bearer token is no word for these clients. */
function retryOf(headers: PresentedProblem['headers']): Record<string, string> {
  const seconds = headers['retry-after'];
  return seconds === undefined ? {} : { 'retry-after': seconds };
}

/** What is wrong, of each field, and what mends it. */
export function messageOf({ errors, fix, message }: Pick<ProblemBody, 'errors' | 'fix' | 'message'>): string {
  const sentences = Object.entries(errors ?? {}).flatMap(([field, list]) => list.map((one) => `${field}: ${one}`));
  return sentences.length > 0 ? sentences.join(' ') : `${message} ${fix}`;
}
