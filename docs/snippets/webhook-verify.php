<?php
// Verifies a delivery of Postrider. Names in $headers are in lower case; $body is file_get_contents('php://input').
const TOLERANCE_SECONDS = 300;

/** Format "native": header X-Service-Signature, the whole secret is the key. */
function verify_native(array $headers, string $body, string $secret, ?int $now = null): bool
{
    $parts = array_map(fn ($part) => explode('=', $part, 2) + ['', ''], explode(',', $headers['x-service-signature'] ?? ''));
    $timestamp = array_column($parts, 1, 0)['t'] ?? '';
    $expected = hash_hmac('sha256', "$timestamp.$body", $secret);
    return is_recent($timestamp, $now) && has_signature($parts, $expected);
}

/** Format "compatible": headers svix-*, what follows whsec_ is the key in base64. */
function verify_compatible(array $headers, string $body, string $secret, ?int $now = null): bool
{
    $id = $headers['svix-id'] ?? '';
    $timestamp = $headers['svix-timestamp'] ?? '';
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $parts = array_map(fn ($part) => explode(',', $part, 2) + ['', ''], explode(' ', $headers['svix-signature'] ?? ''));
    return is_recent($timestamp, $now) && has_signature($parts, $expected);
}

function has_signature(array $parts, string $expected): bool
{
    $matching = array_filter($parts, fn ($part) => $part[0] === 'v1' && hash_equals($expected, $part[1]));
    return count($matching) > 0;
}

function is_recent(string $timestamp, ?int $now): bool
{
    return preg_match('/^\d{1,11}$/D', $timestamp) === 1 && abs(($now ?? time()) - (int) $timestamp) <= TOLERANCE_SECONDS;
}
