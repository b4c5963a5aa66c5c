import { statement } from '../../../base/db.ts';

type OfCampaign = [accountId: number, campaignId: number];

/**
 * Counts contacts by the device on which they opened or clicked a campaign email. Each contact is counted once, with
 * its first known device if there is one. Reads the campaign's opens and clicks by the primary key.
 */
export const contactsByDevice = statement<
  OfCampaign,
  { readonly device: number; readonly contacts: number; readonly clicked: number }
>(
  'campaign_results_devices',
  `select v.device, count(*) as contacts, count(d.clicked_at) as clicked
   from (
     select distinct on (contact_id) contact_id, device from campaign_visit
     where account_id = $1 and campaign_id = $2 and (visitor < 3 or device = 4)
     order by contact_id, case when visitor > 1 then 2 when device = 0 then 1 else 0 end, first_at, link_no
   ) v
   join deliverable d on d.account_id = $1 and d.campaign_id = $2 and d.contact_id = v.contact_id
   group by v.device`,
);

/**
 * Counts a campaign's emails by mailbox provider, most emails first. Emails whose provider is unknown come last, with
 * null as their provider. Reads the campaign's emails by the primary key.
 */
export const emailsByProvider = statement<
  OfCampaign,
  {
    readonly provider: string | null;
    readonly sent: number;
    readonly bounced: number;
    readonly opened: number;
    readonly clicked: number;
  }
>(
  'campaign_results_providers',
  `select provider, count(*) as sent, count(bounced_at) as bounced, count(opened_at) as opened,
     count(clicked_at) as clicked
   from deliverable where account_id = $1 and campaign_id = $2
   group by provider order by provider is null, sent desc, provider`,
);
