import type { IncomingMessage } from 'node:http';
import { decodeBody, receiveBody, receiveBytes } from './body.ts';
import { looseForm } from './loose-form.ts';
import type { Principal } from './principal.ts';
import type { Route } from './route.ts';
import type { FindSigner } from './signed.ts';

const METHODS_WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];
const NO_BYTES = Buffer.alloc(0);

/** Takes room for bytes that arrive; false refuses them. */
type Reserve = (bytes: number) => boolean;

/** A request whose signature holds; its body is decoded when its signer is let in. */
interface Signed {
  readonly principal: Principal;
  decode(): unknown;
}

/** Whether a request of this method is read to its end. */
export function takesBody({ method = '' }: IncomingMessage): boolean {
  return !METHODS_WITHOUT_BODY.includes(method);
}

/** Receives and decodes a body in the way of its route. Rejects as `receiveBody` does. */
export async function takeBody(
  { bodyLimitBytes, decoder, isPublicForm }: Route,
  request: IncomingMessage,
  reserve: Reserve,
): Promise<unknown> {
  if (!isPublicForm) return receiveBody(request, bodyLimitBytes, reserve, decoder);
  return receiveBody(request, bodyLimitBytes, reserve, (type = '') => looseForm(type));
}

/** Receives the body of a signed request, and looks who signed it. Rejects as `FindSigner` and `receiveBytes` do. */
export async function takeSigned(
  { bodyLimitBytes, decoder }: Route,
  findSigner: FindSigner,
  request: IncomingMessage,
  reserve: Reserve,
): Promise<Signed> {
  const { headers, method = '', url: target = '' } = request;
  const signer = await findSigner({ method, target, headers });
  const bytes = takesBody(request) ? await receiveBytes(request, bodyLimitBytes, reserve) : NO_BYTES;
  signer.requireBody(bytes);
  return {
    principal: signer.principal,
    decode: () => (bytes.length === 0 ? undefined : decodeBody(bytes, headers, decoder)),
  };
}
