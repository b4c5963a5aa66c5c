import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';

/**
 * Returns the token of a link in an email. The token follows `#token=` in the URL. Immediately removes the token from
 * the address bar, so that it is neither visible nor stored in the history. Returns undefined if the URL contains no
 * token.
 */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    const given = tokenInAddress();
    if (given === undefined) return;
    setToken(given);
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [hash]);
  return token;
}

function tokenInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('token') || undefined;
}
