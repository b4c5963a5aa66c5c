/** Content type of responses in API v1. */
export const XML = 'text/xml; charset=utf-8';

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot represent. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Elements of a response, in order. Each element contains text, or a list of texts or of objects with text. */
export type Members = Readonly<Record<string, string | readonly (string | Readonly<Record<string, string>>)[]>>;

/** Formats the response to an action, with its elements in order. */
export function answerXml(action: string, members: Members, requestId: string): string {
  const inner = Object.entries(members).map(([name, value]) =>
    typeof value === 'string' ? element(name, value) : `<${name}>${value.map(memberOf).join('')}</${name}>`,
  );
  return [
    `<${action}Response xmlns="${NAMESPACE}">`,
    `<${action}Result>${inner.join('')}</${action}Result>`,
    `<ResponseMetadata>${element('RequestId', requestId)}</ResponseMetadata>`,
    `</${action}Response>`,
  ].join('');
}

function memberOf(each: string | Readonly<Record<string, string>>): string {
  if (typeof each === 'string') return element('member', each);
  return `<member>${Object.entries(each)
    .map(([name, text]) => element(name, text))
    .join('')}</member>`;
}

/** Formats an error for clients of API v1. */
export function errorXml(error: {
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  /** Whether the server caused the error. */
  readonly isOurs: boolean;
}): string {
  const { code, isOurs, message, requestId } = error;
  const inner = element('Type', isOurs ? 'Receiver' : 'Sender') + element('Code', code) + element('Message', message);
  return `<ErrorResponse xmlns="${NAMESPACE}"><Error>${inner}</Error>${element('RequestId', requestId)}</ErrorResponse>`;
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll(NO_XML, '').replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
  return `<${name}>${escaped}</${name}>`;
}
