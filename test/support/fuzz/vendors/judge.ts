import type { IncomingHttpHeaders } from 'node:http';
import type { VendorCall } from './calls.ts';

/** A response that the fuzzer received. */
export interface VendorAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The problem with a response, or the IDs of the messages that the response reports as accepted. */
export type Verdict = { readonly fault: string } | { readonly accepted: readonly string[] };

type Part = Readonly<Record<string, unknown>>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEX = /[0-9a-f]{32}/;
/** Matches error responses of the older Amazon SES API. The XML must be simple enough for every parser. */
const XML_ERROR =
  /^<ErrorResponse xmlns="http:\/\/ses\.amazonaws\.com\/doc\/2010-12-01\/"><Error><Type>Sender<\/Type><Code>\w+<\/Code><Message>(?:[^<&]|&(?:amp|lt|gt|quot);)+<\/Message><\/Error><RequestId>[\w-]+<\/RequestId><\/ErrorResponse>$/;
const XML_ANSWER =
  /^<(\w+)Response xmlns="[^"]+"><\1Result>.*<\/\1Result><ResponseMetadata>.*<\/ResponseMetadata><\/\1Response>$/s;
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Checks whether a response has the vendor's format for successes or errors. A 5xx response is always a problem. */
export function judged(call: VendorCall, answer: VendorAnswer): Verdict {
  if (answer.status >= 500) return { fault: `answered ${answer.status}` };
  const { path, vendor } = call.recorded;
  if (vendor === 'ses' && path === '/') return judgedXml(answer);
  const parsed = parse(answer.text);
  if (parsed === undefined && answer.text !== '') return { fault: 'answered with what is no JSON' };
  const isGood = answer.status < 300;
  return isGood
    ? SUCCESSES[vendor](call, answer, parsed)
    : verdict(ERRORS[vendor](answer, part(parsed)), `${vendor} error`);
}

const ERRORS: Readonly<Record<VendorCall['recorded']['vendor'], (answer: VendorAnswer, body: Part) => boolean>> = {
  mailgun: ({ status }, body) =>
    [400, 401, 403, 404, 405, 413, 429, 431].includes(status) && isOnly(body, ['message']) && isText(body['message']),
  postmark: ({ status }, body) =>
    [401, 404, 405, 413, 422, 429].includes(status) &&
    isPostmarkError(body) &&
    (status === 401) === (body['ErrorCode'] === 10),
  sendgrid({ status }, body) {
    const errors = body['errors'];
    if (!Array.isArray(errors) || errors.length === 0 || !isOnly(body, ['errors'])) return false;
    const isEach = errors.every((each: unknown) => {
      const { field, help, message } = part(each);
      return isText(message) && isText(help) && (field === null || isText(field));
    });
    return isEach && [400, 401, 403, 404, 405, 413, 415, 429].includes(status);
  },
  ses: ({ headers, status }, body) =>
    [400, 403, 404, 429].includes(status) &&
    /^[A-Z]\w+$/.test(String(headers['x-amzn-errortype'])) &&
    isText(headers['x-amzn-requestid']) &&
    isText(body['message']),
};

const SUCCESSES: Readonly<
  Record<VendorCall['recorded']['vendor'], (call: VendorCall, answer: VendorAnswer, body: unknown) => Verdict>
> = {
  mailgun({ path }, { status }, body) {
    const { id, items, message, paging } = part(body);
    if (status !== 200) return verdict(false, 'Mailgun success');
    if (/\/messages(?:\.mime)?(?:\?|$)/.test(path)) {
      const isSent = typeof id === 'string' && /^<[0-9a-f]{32}@[^<>\s]+>$/.test(id) && message === 'Queued. Thank you.';
      return isSent ? { accepted: [uuidIn(id)] } : verdict(false, 'Mailgun send');
    }
    if (!/\/events/.test(path)) return verdict(Object(body) === body, 'Mailgun success');
    const pages = ['first', 'last', 'next', 'previous'].map((name) => part(paging)[name]);
    return verdict(Array.isArray(items) && pages.every((page) => URL.canParse(String(page))), 'Mailgun events');
  },
  postmark({ path }, { status }, body) {
    if (status !== 200 || Object(body) !== body) return verdict(false, 'Postmark success');
    if (/\/email\/batch(?:\?|$)/.test(path)) {
      if (!Array.isArray(body)) return verdict(false, 'Postmark batch');
      const all = body.map((each: unknown) => part(each));
      const isEach = all.every((each) => isPostmarkSent(each) || isPostmarkError(each));
      return isEach
        ? { accepted: all.filter(isPostmarkSent).map(({ MessageID }) => String(MessageID)) }
        : verdict(false, 'Postmark batch');
    }
    if (!/\/email(?:\?|$)/.test(path)) return { accepted: [] };
    return isPostmarkSent(part(body))
      ? { accepted: [String(part(body)['MessageID'])] }
      : verdict(false, 'Postmark send');
  },
  sendgrid({ path }, { headers, status, text }) {
    if (!/\/mail\/send(?:\?|$)/.test(path))
      return verdict(status === 204 ? text === '' : [200, 201].includes(status), 'SendGrid success');
    const id = headers['x-message-id'];
    const isSent = [200, 202].includes(status) && text === '' && typeof id === 'string' && HEX.test(id);
    return isSent ? { accepted: [uuidIn(id)] } : verdict(false, 'SendGrid send');
  },
  ses({ path }, { status }, body) {
    const { BulkEmailEntryResults: entries, MessageId: id } = part(body);
    if (status !== 200) return verdict(false, 'SES success');
    if (Array.isArray(entries)) return bulk(entries.map((each: unknown) => part(each)));
    if (!/\/outbound-emails(?:\?|$)/.test(path)) return verdict(Object(body) === body, 'SES success');
    return typeof id === 'string' && HEX.test(id) ? { accepted: [uuidIn(id)] } : verdict(false, 'SES send');
  },
};

function bulk(entries: readonly Part[]): Verdict {
  const isEach = entries.every(({ Error: error, MessageId, Status }) =>
    Status === 'SUCCESS' ? HEX.test(String(MessageId)) : isText(Status) && isText(error),
  );
  const accepted = entries.flatMap(({ MessageId }) => (isText(MessageId) ? [uuidIn(String(MessageId))] : []));
  return isEach ? { accepted } : verdict(false, 'SES bulk');
}

function judgedXml({ headers, status, text }: VendorAnswer): Verdict {
  const isXml = String(headers['content-type']).startsWith('text/xml') && !NO_XML.test(text);
  if (status !== 200)
    return verdict(isXml && [400, 403, 404].includes(status) && XML_ERROR.test(text), 'SES XML error');
  const [, id] = /<MessageId>tm_([0-9a-f]{32})<\/MessageId>/.exec(text) ?? [];
  return isXml && XML_ANSWER.test(text)
    ? { accepted: id === undefined ? [] : [uuidIn(id)] }
    : verdict(false, 'SES XML');
}

function isPostmarkSent({ ErrorCode, Message, MessageID, SubmittedAt, To }: Part): boolean {
  const isWhole = isText(Message) && isText(To) && !Number.isNaN(Date.parse(String(SubmittedAt)));
  return ErrorCode === 0 && isWhole && UUID.test(String(MessageID));
}

function isPostmarkError(body: Part): boolean {
  const { ErrorCode, Message } = body;
  return isOnly(body, ['ErrorCode', 'Message']) && Number.isInteger(ErrorCode) && ErrorCode !== 0 && isText(Message);
}

function verdict(isRight: boolean, what: string): Verdict {
  return isRight ? { accepted: [] } : { fault: `answered with what is no ${what}` };
}

function uuidIn(text: string): string {
  const [hex = ''] = HEX.exec(text) ?? [];
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isOnly(body: Part, names: readonly string[]): boolean {
  return Object.keys(body).toSorted().join() === names.toSorted().join();
}

function part(value: unknown): Part {
  return Object(value) as Part;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
