// Verifies a delivery of Postrider. `headers` have names in lower case, `body` is the raw request (Buffer or string).
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** Format "native": header X-Service-Signature, the whole secret is the key. */
export function verifyNative(headers, body, secret, now = Date.now() / 1000) {
  const parts = (headers['x-service-signature'] ?? '').split(',').map((part) => part.split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return isRecent(timestamp, now) && parts.some(([name, value]) => name === 'v1' && equal(value, 'hex', expected));
}

/** Format "compatible": headers svix-*, what follows whsec_ is the key in base64. */
export function verifyCompatible(headers, body, secret, now = Date.now() / 1000) {
  const [id, timestamp] = [headers['svix-id'] ?? '', headers['svix-timestamp'] ?? ''];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const parts = (headers['svix-signature'] ?? '').split(' ').map((part) => part.split(','));
  return isRecent(timestamp, now) && parts.some(([name, value]) => name === 'v1' && equal(value, 'base64', expected));
}

function isRecent(timestamp, now) {
  return /^\d{1,11}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= TOLERANCE_SECONDS;
}

function equal(value, encoding, expected) {
  const given = Buffer.from(value ?? '', encoding);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
