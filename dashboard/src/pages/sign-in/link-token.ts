import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';

/**
 * The token of a link in a mail, which stands behind `#token=`. It is taken out of the address bar at once, so that it is
 * neither seen there nor kept in the history; undefined where the page was opened without one.
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
