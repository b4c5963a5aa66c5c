/** The timeline of a contact, and the automations that the contact is in. */
export { contactTimelineRoutes } from './routes.ts';
