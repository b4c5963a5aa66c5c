import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';

/**
 * Returns the token of a link from an email, which follows `#token=` in the URL. Immediately removes the token from the
 * address bar, so that the token is not visible and not stored in the history. Returns undefined if the URL contains no
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
