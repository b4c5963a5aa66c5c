/** What a process does, which says what it has to tell. */
export type MonitoredRole = 'all' | 'api' | 'worker' | 'inbound' | 'deliver';
