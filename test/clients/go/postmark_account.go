package main

import (
	"context"

	"github.com/mrz1836/postmark"
)

// postmarkHooks creates, reads, changes and removes webhooks, and leaves one.
func postmarkHooks(ctx context.Context, o order) given {
	client := o.postmark(o.Key)
	on := postmark.WebhookTriggerEnabled{Enabled: true}
	wanted := postmark.Webhook{
		URL: o.URL, MessageStream: "outbound",
		HTTPAuth:    &postmark.WebhookHTTPAuth{Username: "me", Password: "a secret"},
		HTTPHeaders: []postmark.Header{{Name: "X-Source", Value: "here"}},
		Triggers: postmark.WebhookTrigger{
			Delivery: on, Bounce: postmark.WebhookTriggerIncContent{WebhookTriggerEnabled: on},
		},
	}
	kept := sure(client.CreateWebhook(ctx, wanted))
	other := sure(client.CreateWebhook(ctx, postmark.Webhook{URL: o.URL, Triggers: postmark.WebhookTrigger{Click: on}}))
	changed := sure(client.EditWebhook(ctx, other.ID, postmark.Webhook{URL: o.URL, Triggers: postmark.WebhookTrigger{SpamComplaint: postmark.WebhookTriggerIncContent{WebhookTriggerEnabled: on}}}))
	must(client.DeleteWebhook(ctx, other.ID))
	_, gone := client.GetWebhook(ctx, other.ID)
	wanted.URL = "https://10.0.0.1/"
	_, inside := client.CreateWebhook(ctx, wanted)
	return given{
		"read":    sure(client.GetWebhook(ctx, kept.ID)).Triggers.Bounce.Enabled,
		"changed": []bool{changed.Triggers.Click.Enabled, changed.Triggers.SpamComplaint.Enabled},
		"listed":  len(sure(client.ListWebhooks(ctx, "outbound"))),
		"other":   len(sure(client.ListWebhooks(ctx, "broadcast"))),
		"gone":    postmarkRefusal(gone), "inside": postmarkRefusal(inside),
	}
}

// postmarkLook gets sent messages page by page with their results.
func postmarkLook(ctx context.Context, o order) given {
	client := o.postmark(o.Key)
	read := sure(client.GetOutboundMessage(ctx, o.ID))
	kinds := []string{}
	for _, each := range read.MessageEvents {
		kinds = append(kinds, each.Type)
	}
	ids, total := map[string]bool{}, int64(1)
	for offset := int64(0); offset < total; offset += 2 {
		page, all, err := client.GetOutboundMessages(ctx, 2, offset, nil)
		must(err)
		for _, each := range page {
			ids[each.MessageID] = true
		}
		total = all
	}
	tagged, _, err := client.GetOutboundMessages(ctx, 10, 0, map[string]any{"tag": "orders"})
	must(err)
	_, missing := client.GetOutboundMessage(ctx, "00000000-0000-0000-0000-000000000000")
	bounces, bounced, err := client.GetBounces(ctx, 10, 0, map[string]any{"type": "HardBounce"})
	must(err)
	first := given{}
	if len(bounces) > 0 {
		bounce := sure(client.GetBounce(ctx, bounces[0].ID))
		first = given{"email": bounce.Email, "type": bounce.Type, "inactive": bounce.Inactive, "can": bounce.CanActivate}
	}
	_, noBounce := client.GetBounce(ctx, 1)
	opens, _, err := client.GetOutboundMessagesOpens(ctx, 10, 0, nil)
	must(err)
	stats := sure(client.GetOutboundStats(ctx, nil))
	return given{
		"read":   given{"subject": read.Subject, "tag": read.Tag, "status": read.Status, "to": read.To, "kinds": kinds},
		"listed": []int{len(ids), int(total)}, "tagged": len(tagged), "missing": postmarkRefusal(missing),
		"bounced": bounced, "bounce": first, "no bounce": postmarkRefusal(noBounce), "opens": len(opens),
		"sent": stats.Sent, "days": len(sure(client.GetSentCounts(ctx, nil)).Days),
	}
}

// postmarkLists changes the suppression list, activates bounced addresses, and reads the account.
func postmarkLists(ctx context.Context, o order) given {
	client := o.postmark(o.Key)
	two := []postmark.Suppression{{EmailAddress: "s1@lists.test"}, {EmailAddress: "nobody"}}
	made := sure(client.CreateSuppressions(ctx, "outbound", two))
	dump := sure(client.GetSuppressions(ctx, "outbound", nil))
	reasons := given{}
	for _, each := range dump {
		reasons[each.EmailAddress] = each.SuppressionReason
	}
	removed := sure(client.DeleteSuppressions(ctx, "outbound", two[:1]))
	bounces, _, err := client.GetBounces(ctx, 1, 0, map[string]any{"type": "HardBounce"})
	must(err)
	activated, _, err := client.ActivateBounce(ctx, bounces[0].ID)
	must(err)
	streams := []string{}
	for _, each := range sure(client.ListMessageStreams(ctx, "All", false)) {
		streams = append(streams, each.ID)
	}
	return given{
		"made":    []postmark.SuppressionUpdateStatus{made[0].Status, made[1].Status},
		"reasons": reasons, "removed": removed[0].Status, "activated": activated.Inactive, "streams": streams,
		"stream": sure(client.GetMessageStream(ctx, "outbound")).ID,
		"left":   len(sure(client.GetSuppressions(ctx, "outbound", map[string]any{"EmailAddress": "s1@lists.test"}))),
	}
}
